/** The P-Chain's clock, fees, supply and stake. */
import { validatorPrice } from "../fees.ts";
import { asNumber, rfc3339 } from "../formats.ts";
import { RefusalError } from "../rpc.ts";
import { type Answers, type Context, subnetOf } from "./answer.ts";

const chainTime = ({ chain }: Context) => rfc3339(1000 * chain.blocks.time());

function onlyPrimary(context: Context, subnetID: string | undefined) {
  if (subnetOf(context.chain, subnetID) === "primary") return;
  throw new RefusalError(`failed fetching subnet transformation for ${subnetID}: not found`);
}

function totalWeight({ chain }: Context, subnetID: string | undefined): bigint {
  const sum = (list: readonly { readonly weight: bigint }[]) => list.reduce((all, { weight }) => all + weight, 0n);
  const weights = {
    primary: chain.primary.total,
    l1: () => chain.l1.weight + sum(chain.legacy),
    permissioned: () => sum(chain.permissioned),
    unknown: () => 0n,
  };
  return weights[subnetOf(chain, subnetID)]();
}

export const pChain = {
  "platform.getHeight": ({ chain }) => ({ height: String(chain.blocks.height()) }),
  "platform.getProposedHeight": ({ chain, now }) => ({ height: String(chain.blocks.proposedHeight(now)) }),
  "platform.getTimestamp": (context) => ({ timestamp: chainTime(context) }),
  "platform.getFeeConfig": ({ chain: { gas } }) => ({
    weights: gas.config.weights.map(asNumber),
    maxCapacity: asNumber(gas.config.maxCapacity),
    maxPerSecond: asNumber(gas.config.maxPerSecond),
    targetPerSecond: asNumber(gas.config.targetPerSecond),
    minPrice: asNumber(gas.config.minPrice),
    excessConversionConstant: asNumber(gas.config.excessConversionConstant),
  }),
  "platform.getFeeState": (context) => {
    const { gas } = context.chain;
    const { capacity, excess } = gas.state();
    const numbers = { capacity: asNumber(capacity), excess: asNumber(excess), price: asNumber(gas.price()) };
    return { ...numbers, timestamp: chainTime(context) };
  },
  "platform.getValidatorFeeConfig": ({ chain: { network } }) => ({
    capacity: asNumber(network.validatorFee.capacity),
    target: asNumber(network.validatorFee.target),
    minPrice: asNumber(network.validatorFee.minPrice),
    excessConversionConstant: asNumber(network.validatorFee.excessConversionConstant),
  }),
  "platform.getValidatorFeeState": (context) => {
    const { l1, network } = context.chain;
    const { excess } = l1.state();
    const price = validatorPrice(network.validatorFee, excess);
    return { excess: asNumber(excess), price: asNumber(price), timestamp: chainTime(context) };
  },
  "platform.getCurrentSupply": ({ chain }, { subnetID }) => {
    if (subnetOf(chain, subnetID) !== "primary") throw new RefusalError("fetching current supply failed: not found");
    return { supply: String(chain.primary.supply()), height: String(chain.blocks.height()) };
  },
  "platform.getTotalStake": (context, { subnetID }) => {
    const weight = String(totalWeight(context, subnetID));
    return { stake: weight, weight };
  },
  "platform.getMinStake": (context, { subnetID }) => {
    onlyPrimary(context, subnetID);
    const { validator, delegator } = context.chain.network.minStake;
    return { minValidatorStake: String(validator), minDelegatorStake: String(delegator) };
  },
  "platform.getStakingAssetID": (context, { subnetID }) => {
    onlyPrimary(context, subnetID);
    return { assetID: context.chain.network.avax };
  },
} satisfies Answers;
