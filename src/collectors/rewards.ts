/** Rewards of watched validators for their ended staking periods. */
import { hash } from "node:crypto";
import { kindOf } from "../engine/metric.ts";
import { from, fromAll } from "../node-api/contract.ts";
import { attempt, type NodeError } from "../node-api/errors.ts";
import { fromCb58, primaryNetwork, toCb58 } from "../node-api/ids.ts";
import { collector, type RunClient, type Settings } from "./collector.ts";
import { queryIds, readQueriedId, type Validator, type ValidatorLabels } from "./kinds/validators.ts";
import { watchedOn } from "./watched.ts";

/** The last staking period that ended while the exporter was running. `reward` in nAVAX if the validator was rewarded. */
type EndedPeriod = ValidatorLabels & { readonly isRewarded: boolean; readonly reward: bigint; readonly end: Date };
export const endedPeriod = kindOf<EndedPeriod>().with("subnet_id", "node_id", "alias");
const decision = from("platform.getTxStatus", "status");
export const validatorLastRewarded = endedPeriod.gauge("avax_validator_last_period_rewarded", {
  help: "1 if the validator was rewarded for its last ended period, otherwise 0. Only for a period that ended while the exporter was running.",
  from: decision,
  of: ({ isRewarded }) => isRewarded,
});
export const validatorLastReward = endedPeriod.avax("avax_validator_last_period_reward_avax", {
  help: "Reward of a validator's last period in AVAX, without delegation fees; 0 if none.",
  from: fromAll(decision, from("platform.getCurrentValidators", "potentialReward")),
  of: ({ isRewarded, reward }) => (isRewarded ? reward : 0n),
});
export const validatorLastEnd = endedPeriod.timestamp("avax_validator_last_period_end_timestamp_seconds", {
  help: "End time of the last staking period whose reward is known, in Unix seconds.",
  from: from("platform.getCurrentValidators", "endTime"),
  of: ({ end }) => end,
});

type Period = {
  /** ID of the staking transaction. */
  readonly txID: string;
  readonly end: Date;
  /** Whether the validator is an auto-renewing one, so that the transaction has several periods. */
  readonly canRenew: boolean;
  /** Reward in nAVAX if the uptime is sufficient. */
  readonly potentialReward: bigint;
  /** Decision of the chain, once it has been read. */
  readonly isRewarded?: boolean;
};
/** Periods of one node that the collector has observed. */
type Known = { readonly current?: Period | undefined; readonly last?: Period | undefined };

function periodOf({ txID, endTime: end, potentialReward, nextPeriod }: Validator): Period | undefined {
  if (txID === undefined || end === undefined || potentialReward === undefined) return undefined;
  return { txID, end, potentialReward, canRenew: nextPeriod !== undefined };
}

/** Updates the periods of a node with its entry in a response (undefined: not in the set). A period has ended when it is no longer
 *  the node's current one. */
function periodsAfter({ current, last }: Known, entry: Validator | undefined): Known {
  const next = entry && periodOf(entry);
  if (current === undefined) {
    // after a response of a node that lags behind, the period appears again
    const isLast = next !== undefined && next.txID === last?.txID && next.end.getTime() === last.end.getTime();
    return { current: next, last: isLast ? undefined : last };
  }
  if (next?.txID !== current.txID) return { current: next, last: current };
  if (next.end <= current.end) return { current, last };
  // a later period of the same transaction; the previous one is unknown if there were others in between
  return { current: next, last: entry?.startTime.getTime() === current.end.getTime() ? current : undefined };
}

// type IDs of AvalancheGo's RewardValidatorTx and RewardAutoRenewedValidatorTx
const rewardValidator = 20;
const rewardAutoRenewedValidator = 42;

const uintHex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, "0");

/** Returns the ID of the transaction that rewards a period; undefined if the ID of the staking transaction is invalid. The node
 *  creates this transaction without signatures, so that the ID is known in advance. */
export function rewardTransactionId({ txID, end, canRenew }: Omit<Period, "potentialReward">): string | undefined {
  const staking = fromCb58(txID, 32);
  if (typeof staking === "string") return undefined;
  const codecVersion = uintHex(0, 2);
  const type = uintHex(canRenew ? rewardAutoRenewedValidator : rewardValidator, 4);
  const timestamp = canRenew ? uintHex(end.getTime() / 1000, 8) : "";
  const noCredentials = uintHex(0, 4);
  const bytes = Buffer.from(codecVersion + type + staking.toString("hex") + timestamp + noCredentials, "hex");
  return toCb58(hash("sha256", bytes, "buffer"));
}

type Node = RunClient<"platform.getCurrentValidators" | "platform.getTxStatus" | "info.getNodeID">;

/** Reads the chain's decision on a period: a committed reward transaction, or an aborted one. */
async function readDecision({ call }: Node, period: Period): Promise<boolean | undefined> {
  const txID = rewardTransactionId(period);
  if (txID === undefined) return undefined;
  const { status } = await call("platform.getTxStatus", { txID });
  return status === "Committed" ? true : status === "Aborted" ? false : undefined;
}

type Periods = Map<string, Known>;

/** Reads the validators, and the decisions on the periods that have ended since then. `error` is that of a decision that could not
 *  be read. The next run tries again. */
async function update(node: Node, settings: Settings, periods: Periods) {
  const queriedNodeId = settings.watch.own ? await readQueriedId(node) : undefined;
  const { nodes } = watchedOn(settings, primaryNetwork, queriedNodeId);
  const nodeIDs = [...nodes.keys()];
  if (nodeIDs.length === 0) return { error: undefined, nodes };
  const { validators } = await node.call("platform.getCurrentValidators", { nodeIDs: queryIds(nodeIDs) });
  const entries = new Map(validators.map((entry) => [entry.nodeID, entry]));
  let failed: NodeError | undefined;
  for (const nodeID of nodeIDs) {
    const observed = periodsAfter(periods.get(nodeID) ?? {}, entries.get(nodeID));
    periods.set(nodeID, observed);
    const { last } = observed;
    if (last === undefined || last.isRewarded !== undefined) continue;
    const { value: isRewarded, error } = await attempt(readDecision(node, last));
    if (isRewarded !== undefined) periods.set(nodeID, { ...observed, last: { ...last, isRewarded } });
    failed = error ?? failed;
  }
  return { error: failed, nodes };
}

export const rewards = collector({
  name: "rewards",
  summary: "Whether watched validators were rewarded at the end of their last staking period.",
  interval: "60s",
  reads: ["platform.getCurrentValidators", "platform.getTxStatus", "info.getNodeID"],
  metrics: [endedPeriod],
  select: (settings) =>
    settings.watch.own || watchedOn(settings, primaryNetwork, undefined).nodes.size > 0 ? settings : undefined,
  state: (): Periods => new Map(),
  read: (node, settings, periods) => ({ periods: update(node, settings, periods) }),
  map: {
    *periods({ error, nodes }, { state }) {
      for (const [node_id, { last }] of state) {
        if (last?.isRewarded === undefined) continue;
        const { isRewarded, potentialReward: reward, end } = last;
        const alias = nodes.get(node_id) ?? "";
        yield endedPeriod.item({ subnet_id: primaryNetwork, node_id, alias, isRewarded, reward, end });
      }
      yield { error };
    },
  },
});
