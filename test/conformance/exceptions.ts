/** The rules that a node cannot show, and why, by their sentence. At least one node shows each rule. */
import { type Asked, type Served, servesC } from "../e2e/support/avalanche-node.ts";
import { heliconOf } from "../e2e/support/expected/validators.ts";
import { evmChains } from "./rules/evm.ts";

export type Exceptions = Readonly<Record<string, string>>;

const noElastic = "there is no elastic subnet on this network";
const elastic: Exceptions = {
  "platform.getCurrentSupply: an elastic subnet has its own": noElastic,
  "platform.getMinStake and getStakingAssetID: an elastic subnet has its own": noElastic,
  "validators of an elastic subnet have rewards, fee and delegators, but no uptime and connected": noElastic,
  "platform.getSubnet: an elastic subnet has the ID of its transformation transaction": noElastic,
  "platform.getSubnet and getSubnets: for an elastic subnet getSubnet returns the owner, getSubnets leaves it empty":
    noElastic,
};

/** Before 1.14.1. */
const older: Exceptions = {
  "health.health: since 1.14.1 the check futureupgrade has the newest upgrade of the node and that of most of the stake":
    "the node has no check futureupgrade",
  "info.peers: since 1.14.1 each peer has the Unix time of the newest upgrade that it knows":
    "the node is older than 1.14.1",
};

const noL1Chain = "the node runs no chain of an L1";

/** Without a plugin. */
const subnetEvm: Exceptions = {
  "validators.getCurrentValidators: weight, start and uptime are numbers; the uptime is a percentage": noL1Chain,
  "validators.getCurrentValidators: the set is that of the P-Chain, inactive validators included": noL1Chain,
  "validators.getCurrentValidators: nodeIDs selects validators; without a match the list is empty": noL1Chain,
  "validators.getCurrentValidators: only chains of Subnet-EVM have the path": noL1Chain,
};

/** Of every real node. */
const real: Exceptions = { ...elastic, ...subnetEvm };

const noRenewal = "the primary network has no auto-renewed validator";
const beforeHelicon: Exceptions = {
  "platform.getRewardUTXOs: the reward of an auto-renewed period is under the transaction that ends it":
    "no auto-renewed period has ended with a reward",
  "an auto-renewed validator also has validatorAuthority, nextPeriod and autoCompoundRewardShares": noRenewal,
  "P-Chain: the transaction of an auto-renewed validator has stake, signer and delegationShares, but no validator and subnetID":
    noRenewal,
};

/** Of a network of one's own. */
const afterHelicon: Exceptions = {
  "the native token has a network-specific asset ID, the same on both chains":
    "the asset ID of this network is not known in advance",
};

const withoutC: Exceptions = Object.fromEntries(
  evmChains.map(({ sentence }) => [sentence, "the node runs without a C-Chain"]),
);

const simulated: Exceptions = {
  "platform.getTxStatus: the transaction that ends a staking period is Committed with a reward, otherwise Aborted":
    "no staking period has ended without a reward",
  "platform.getRewardUTXOs: the reward of an auto-renewed period is under the transaction that ends it":
    "no auto-renewed period has ended with a reward",
};

/** Of the simulated node and of two real ones. */
export const exceptions = {
  simulated,
  beforeHelicon: { ...real, ...beforeHelicon },
  afterHelicon: { ...real, ...afterHelicon, ...withoutC },
};

/** Returns whether Helicon is active. */
export const hasHelicon = async (node: Asked) => Number(await heliconOf(node)) * 1000 < Date.now();

/** Returns the exceptions of a real node. */
export const exceptionsOf = async (node: Served): Promise<Exceptions> => ({
  ...real,
  ...((await heliconOf(node)) === undefined && older),
  ...((await hasHelicon(node)) ? afterHelicon : beforeHelicon),
  ...(!(await servesC(node)) && withoutC),
});
