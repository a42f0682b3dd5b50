/** Staking transactions, derived from the staker alone. */
import { primaryNetwork } from "../../node-api/ids.ts";
import { identify, shortIdOf } from "../codec/combinators.ts";
import { type PTx, pTx } from "../codec/p-chain.ts";
import type { Names } from "../identities.ts";
import type { Network } from "../networks.ts";
import type { Delegator, Validator } from "../stakers.ts";
import { hexBytes, paidBase, signedOnce } from "./base-tx.ts";
import { transferTo } from "./genesis.ts";

export type Staker = Validator | (Omit<Delegator, "to"> & { readonly to: Pick<Validator, "node"> });
/** Subnet, asset and payment outputs of staking. */
export type StakingContext = {
  readonly kind: string;
  readonly subnetID: string;
  readonly assetID: string;
  /** First index of the outputs that pay for stakes. */
  readonly paidBy: number;
};
type Options = { readonly names: Names; readonly network: Network };

const paidBy = { primary: 1_000_000_000, elastic: 2_000_000_000 };
const fee = 10_000n;

/** Stake in the transaction. The weight of an auto-renewing validator grows, its transaction does not change. */
const stakeOf = (staker: Staker) => ("to" in staker || !staker.renewal ? staker.weight : staker.renewal.first.weight);

function makeTx(
  staker: Staker,
  { kind, subnetID, assetID, paidBy: first }: StakingContext,
  { names, network }: Options,
): PTx {
  const to = "to" in staker ? staker.to : staker;
  const { start, end, weight } = staker;
  const staked = stakeOf(staker);
  const addressesOf = (n: number) => names.owner(n).addresses.map(shortIdOf);
  const ownerOf = (n: number) => ({ locktime: 0n, threshold: 1, addresses: addressesOf(n) });
  const owner = ownerOf(staker.owner);
  const cost = assetID === network.avax ? fee : 0n;
  const base = paidBase(network, [{ by: first + staker.n, amount: staked + cost, assetID }]);
  const stake = [{ assetID, output: transferTo(owner.addresses, staked) }];
  const validator = { nodeID: names.nodeId(to.node), start: BigInt(start), end: BigInt(end), weight };
  const common = { ...base, validator, subnetID, stake };
  const credentials = [signedOnce(names, kind, staker.n)];
  if ("to" in staker) {
    return { unsignedTx: { type: "AddPermissionlessDelegatorTx", ...common, rewardsOwner: owner }, credentials };
  }
  const { publicKey, proofOfPossession } = names.signer(to.node);
  const key = { publicKey: hexBytes(publicKey), proofOfPossession: hexBytes(proofOfPossession) };
  const withProof = { type: "ProofOfPossession", ...key } as const;
  const owners = { validationRewardsOwner: owner, delegationRewardsOwner: owner };
  if (staker.renewal) {
    const { authority, shares, first: begun } = staker.renewal;
    const terms = { delegationShares: staker.fee, autoCompoundRewardShares: shares, period: BigInt(begun.period) };
    const nodeID = names.nodeBytes(to.node);
    const fields = {
      ...base,
      nodeID,
      signer: withProof,
      stake,
      ...owners,
      validatorAuthority: ownerOf(authority),
      ...terms,
    };
    return { unsignedTx: { type: "AddAutoRenewedValidatorTx", ...fields }, credentials };
  }
  const signer = subnetID === primaryNetwork ? withProof : ({ type: "Empty" } as const);
  const type = "AddPermissionlessValidatorTx";
  return { unsignedTx: { type, ...common, signer, ...owners, shares: staker.fee }, credentials };
}

export function createStakes(options: Options) {
  const ids = new WeakMap<Staker, string>();
  const known = new Map<string, readonly [Staker, StakingContext]>();

  return {
    primary: { kind: "tx", subnetID: primaryNetwork, assetID: options.network.avax, paidBy: paidBy.primary },
    tx: (staker: Staker, place: StakingContext): PTx => makeTx(staker, place, options),
    idOf(staker: Staker, place: StakingContext): string {
      const before = ids.get(staker);
      if (before !== undefined) return before;
      const txID = identify(pTx, makeTx(staker, place, options));
      ids.set(staker, txID);
      if (!known.has(txID)) known.set(txID, [staker, place]);
      return txID;
    },
    /** Returns the transaction of a known ID. */
    find(txID: string): PTx | undefined {
      const found = known.get(txID);
      return found && makeTx(...found, options);
    },
  };
}
export type Stakes = ReturnType<typeof createStakes>;

type WithElastic = {
  readonly elastic: { readonly terms: { readonly asset: string } };
  readonly subnets: { readonly all: () => readonly { readonly kind: string; readonly id: string }[] };
};
/** Returns the staking context of the elastic subnet, if it exists. */
export function elasticContext({ elastic, subnets }: WithElastic): StakingContext | undefined {
  const subnet = subnets.all().find(({ kind }) => kind === "elastic");
  return subnet && { kind: "elastic tx", subnetID: subnet.id, assetID: elastic.terms.asset, paidBy: paidBy.elastic };
}
