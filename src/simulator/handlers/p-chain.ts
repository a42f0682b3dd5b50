/** The P-Chain's clock, fees, supply and stake. */
import { validatorPrice } from "../fees.ts";
import { asNumber, rfc3339 } from "../formats.ts";
import { RpcError } from "../rpc.ts";
import { membersAt } from "../subnets.ts";
import { pBalances } from "./balances.ts";
import { pBlocks } from "./blocks.ts";
import { pStake } from "./stake.ts";
import { type Context, type Handlers, stakingOf, subnetOf, weightOf } from "./types.ts";
import { pUtxos } from "./utxos.ts";

const chainTime = ({ chain }: Context) => rfc3339(1000 * chain.blocks.time());

/** Staking parameters of the primary network or an elastic subnet. */
function termsOf({ chain }: Context, subnetID: string | undefined) {
  const staking = stakingOf(chain, subnetID);
  if (staking) return staking.terms;
  throw new RpcError(`failed fetching subnet transformation for ${subnetID}: not found`);
}

function totalWeight({ chain }: Context, subnetID: string | undefined): bigint {
  const staking = stakingOf(chain, subnetID);
  if (staking) return staking.total();
  const subnet = subnetOf(chain, subnetID);
  return subnet ? weightOf([...membersAt(subnet, chain.blocks.time()), ...chain.l1s.of(subnet.n)]) : 0n;
}

export const pChain = {
  ...pBlocks,
  ...pUtxos,
  ...pBalances,
  ...pStake,
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
    const { l1s, network } = context.chain;
    const { excess } = l1s.state();
    const price = validatorPrice(network.validatorFee, excess);
    return { excess: asNumber(excess), price: asNumber(price), timestamp: chainTime(context) };
  },
  "platform.getCurrentSupply": ({ chain }, { subnetID }) => {
    const staking = stakingOf(chain, subnetID);
    if (!staking) throw new RpcError("fetching current supply failed: not found");
    return { supply: String(staking.supply()), height: String(chain.blocks.height()) };
  },
  "platform.getTotalStake": (context, { subnetID }) => {
    const weight = String(totalWeight(context, subnetID));
    return { stake: weight, weight };
  },
  "platform.getMinStake": (context, { subnetID }) => {
    const { validator, delegator } = termsOf(context, subnetID).minStake;
    return { minValidatorStake: String(validator), minDelegatorStake: String(delegator) };
  },
  "platform.getStakingAssetID": (context, { subnetID }) => ({ assetID: termsOf(context, subnetID).asset }),
} satisfies Partial<Handlers>;
