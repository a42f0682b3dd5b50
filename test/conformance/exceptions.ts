/** The rules that a node cannot show, and why, by their sentence. None may stand under both. */
export type Exceptions = Readonly<Record<string, string>>;

const noElastic = "there is no elastic subnet on this network";
const noOperator = "only a node that the suite itself starts can be started again with other flags";

const real: Exceptions = {
  "platform.getCurrentSupply: an elastic subnet has its own": noElastic,
  "platform.getMinStake and getStakingAssetID: an elastic subnet has its own": noElastic,
  "platform.getRewardUTXOs: of a staker whose time is over, numFetched is how many there are":
    "no staker's time is over: on a local network it lasts at least a day",
  "of an elastic subnet's validator rewards, fee and delegators are there, but neither uptime nor connected": noElastic,
  "platform.getSubnet: an elastic subnet has the transaction that made it so": noElastic,
  "platform.getSubnet and getSubnets: of an elastic subnet the first tells the owner, the second leaves it blank":
    noElastic,
};

const simulated: Exceptions = {
  "the profiles are written to cpu.profile, mem.profile and lock.profile": noOperator,
  "admin.loadVMs: a virtual machine that cannot be loaded is in failedVMs, with an error; the call succeeds":
    noOperator,
  "it has only what was accepted while it was on: a complete one needs a fresh database with it on from the start":
    noOperator,
  "from on to off the node refuses to start, unless with --index-allow-incomplete": noOperator,
  "an incomplete index does not start either, unless with --index-allow-incomplete": noOperator,
  "what was accepted while the node was down is there after its restart, with the time of its bootstrapping":
    noOperator,
};

export const exceptions = { real, simulated };
