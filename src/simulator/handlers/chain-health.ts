/** Health checks of the chains that the node runs: consensus and connectivity to their validators. */
import { emptyNodeId } from "../../node-api/ids.ts";
import type { Chain } from "../chain.ts";
import { goDuration } from "../formats.ts";
import type { L1Validator } from "../l1s.ts";
import type { Subnet } from "../subnets.ts";
import { type Context, subnetsOf, weightOf } from "./types.ts";
import { weightedValidatorsAt } from "./validator-sets.ts";

/** Result of a health check. `failsFrom`: when it began to fail, in milliseconds; with its first run unless given. */
export type Finding = { readonly message?: unknown; readonly error?: string; readonly failsFrom?: number };
type Consensus = {
  readonly lastAcceptedHeight: number;
  readonly lastAcceptedID: string | undefined;
  readonly processingBlocks: number;
  /** Age of the oldest undecided block. */
  readonly longestMs: number;
};
type Connectivity = { readonly disconnected: readonly string[]; readonly ratio: number };
type Member = { readonly nodeID: string; readonly weight: bigint; readonly connected: boolean };

const minConnected = 0.8;
const maxProcessingMs = 30_000;

function connectivityOf(members: readonly Member[]): Connectivity {
  const total = weightOf(members);
  const connected = weightOf(members.filter((member) => member.connected));
  return {
    disconnected: members.flatMap((member) => (member.connected ? [] : [member.nodeID])),
    ratio: total === 0n ? 1 : Number(connected) / Number(total),
  };
}

export const primaryConnectivity = ({ primary, names }: Chain): Connectivity =>
  connectivityOf(
    primary.validators.map(({ node, weight, delegated, connected }) => ({
      nodeID: names.nodeId(node),
      weight: weight + delegated,
      connected,
    })),
  );

export function chainFinding({ longestMs, ...consensus }: Consensus, { disconnected, ratio }: Connectivity): Finding {
  const longest = goDuration(longestMs);
  const percent = (share: number) => `${(100 * share).toFixed(6)}%`;
  const engine =
    longestMs > maxProcessingMs ? `block processing too long: ${longest} > ${goDuration(maxProcessingMs)}` : undefined;
  const networking =
    ratio < minConnected
      ? `not connected to enough stake: connected to ${percent(ratio)}; required at least ${percent(minConnected)}`
      : undefined;
  const error = engine && networking ? `engine: ${engine}; networking: ${networking}` : (engine ?? networking);
  return {
    message: {
      engine: { consensus: { ...consensus, longestProcessingBlock: longest }, vm: null },
      networking: { disconnectedValidators: disconnected, percentConnected: ratio },
    },
    ...(error !== undefined && { error }),
  };
}

const l1BlockMs = 2000;
const l1BeginHeight = 4000;
const undecidedEveryMs = 10_000;
const maxOfflineShare = 3n;

/** Returns the first validator of the L1 if it is disconnected from the start. */
export const offlineL1Validator = ({ chain, node }: Context, { n }: Subnet): L1Validator | undefined =>
  Number.isFinite(node.l1OfflineFor) ? chain.l1s.of(n)[0] : undefined;

/** Active validators are connected until the chain stalls. Then the largest ones are offline, up to a third of the weight
 *  and one more. */
export function l1Members(context: Context, l1: Subnet, at: number): Member[] {
  const { chain, node } = context;
  const members = weightedValidatorsAt(chain, l1.id, chain.blocks.height());
  const maxOffline = stalledMsAt(context, at) > 0 ? weightOf(members) / maxOfflineShare : 0n;
  const alwaysOffline = offlineL1Validator(context, l1);
  const offlineId = alwaysOffline && chain.names.l1NodeId(alwaysOffline.n);
  let offline = 0n;
  return members
    .toSorted((left, right) => Number(right.weight - left.weight))
    .map(({ nodeID, weight }) => {
      const isOnline = nodeID !== emptyNodeId && nodeID !== offlineId && offline >= maxOffline;
      const connected = nodeID === node.nodeId || isOnline;
      if (!connected) offline += weight;
      return { nodeID, weight, connected };
    });
}

export const firstL1 = ({ chain }: Context) => subnetsOf(chain).find(({ kind }) => kind === "l1");
/** Returns the first L1 if the node runs its chain. */
export const ownL1 = (context: Context) => (context.node.runsL1 ? firstL1(context) : undefined);

const stalledMsAt = ({ node }: Context, at: number) => Math.max(at - node.start - 1000 * node.l1StallsAfter, 0);

/** Returns the last block of the first L1 at a time in milliseconds. */
export function l1HeightAt(context: Context, now: number): { readonly height: number; readonly at: number } {
  const { start } = context.node;
  const blocks = Math.floor((now - stalledMsAt(context, now) - start) / l1BlockMs);
  return { height: l1BeginHeight + blocks, at: start + blocks * l1BlockMs };
}

/** Returns the check of the first L1, named after the ID of its chain; none if the node does not run it. */
export function l1Finding(context: Context, at: number): Readonly<Record<string, Finding>> {
  const { chain } = context;
  const l1 = ownL1(context);
  if (!l1) return {};
  const stalledMs = stalledMsAt(context, at);
  const { height } = l1HeightAt(context, at);
  const consensus = {
    lastAcceptedHeight: height,
    lastAcceptedID: chain.names.id("l1-block", height),
    processingBlocks: Math.ceil(stalledMs / undecidedEveryMs),
    longestMs: stalledMs,
  };
  const finding = chainFinding(consensus, connectivityOf(l1Members(context, l1, at)));
  return { [l1.chain]: { ...finding, failsFrom: at - stalledMs } };
}
