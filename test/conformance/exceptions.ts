/** The rules that a node cannot show, and why, by their sentence. At least one node shows each rule. */
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

const noRenewal = "the primary network has no auto-renewed validator";

const real: Exceptions = {
  ...older,
  ...elastic,
  ...subnetEvm,
  "platform.getRewardUTXOs: the reward of an auto-renewed period is under the transaction that ends it":
    "no auto-renewed period has ended with a reward",
  "an auto-renewed validator also has validatorAuthority, nextPeriod and autoCompoundRewardShares": noRenewal,
  "P-Chain: the transaction of an auto-renewed validator has stake, signer and delegationShares, but no validator and subnetID":
    noRenewal,
};

const noXChain = "the node runs without an X-Chain";

/** Of a P-Chain without a node. */
const pChain: Exceptions = {
  ...elastic,
  "platform.getUTXOs: with sourceChain, the UTXOs exported from there and not yet imported": noXChain,
  "platform.getUTXOs: sourceChain may be an alias or an ID; the chain itself as the source gives its own UTXOs":
    noXChain,
  "platform.getUTXOs: exported UTXOs are paged as well; each page begins with the last UTXO of the previous page":
    noXChain,
  "platform.getBlockchainStatus: on a node that is not a validator, X- and C-Chain are Syncing":
    "no second node without the admin API and the index is available",
  "P-Chain: an import has sourceChain and importedInputs, an export neither":
    "no import is in the last 128 blocks of the P-Chain",
};

const simulated: Exceptions = {
  "platform.getTxStatus: the transaction that ends a staking period is Committed with a reward, otherwise Aborted":
    "no staking period has ended without a reward",
  "platform.getRewardUTXOs: the reward of an auto-renewed period is under the transaction that ends it":
    "no auto-renewed period has ended with a reward",
};

export const exceptions = { real, pChain, simulated };
