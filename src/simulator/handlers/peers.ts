/** Peers of the node: versions and upgrades that they announce. */
import { primaryNetwork } from "../../node-api/ids.ts";
import { rfc3339 } from "../formats.ts";
import { requiredUptime } from "../helicon.ts";
import { ownNode, steadyNodes, uptimeOf, type Validator } from "../stakers.ts";
import { type Finding, firstL1, l1Members, ownL1 } from "./chain-health.ts";
import { type Context, weightOf } from "./types.ts";

const maxPeers = 2000;
/** Largest part of its uptime that another node has not seen. */
const maxUnseen = 0.02;
/** Share of the nodes that have upgraded when the simulation starts. */
const upgradedFirst = 0.7;
const dayMs = 86_400_000;
export const unscheduled = "9999-12-01T00:00:00Z";

/** Returns the number of the simulated node that answers. */
export const numberOf = ({ chain: { names }, node }: Context) =>
  steadyNodes.find((number) => node.nodeId === names.nodeId(number)) ?? ownNode;

const stakeOf = ({ weight, delegated }: Validator) => weight + delegated;

/** Returns a number from 0 to 1 that differs between nodes. */
const placeOf = (node: number) => ((node * 2_654_435_761) % 2 ** 32) / 2 ** 32;

function versionOf({ node: { version, rollout, start }, now }: Context, node: number): string {
  if (!rollout) return version;
  const progress = Math.min((now - start) / (1000 * rollout.endsAfter), 1);
  if (placeOf(node) < upgradedFirst + (1 - upgradedFirst) * progress) return rollout.to;
  return rollout.from[node % rollout.from.length] ?? version;
}

const unixSeconds = (text: string) => Date.parse(text) / 1000;
const heliconSeconds = ({ chain: { helicon } }: Context) =>
  Number.isFinite(helicon) ? helicon : unixSeconds(unscheduled);

/** Returns the Unix time of the newest upgrade that this version knows. */
function upgradeTimeOf(context: Context, version: string): number {
  const { rollout, start } = context.node;
  if (rollout && version === rollout.to) return Math.floor(start / 1000) + rollout.activatesAfter;
  return heliconSeconds(context);
}

/** Returns the validators that the node is connected to. */
function connectedTo(context: Context): readonly Validator[] {
  const own = numberOf(context);
  const others = context.chain.primary.validators.filter((validator) => validator.connected && validator.node !== own);
  return others.slice(0, maxPeers);
}

/** Returns the uptime of this node (0 to 1) that another one has observed: a little less than its own, since connections break.
 *  0 for a node that does not validate. */
function uptimeSeenBy(context: Context, observer: number): number {
  const own = numberOf(context);
  const validator = context.chain.primary.validators.find(({ node }) => node === own);
  if (!validator) return 0;
  return uptimeOf(validator, context.now / 1000) * (1 - maxUnseen * placeOf(observer));
}

/** Returns what `info.uptime` reports: the stake without a connection observes 0, the node itself 1. */
export function averageUptime(context: Context): { readonly average: number; readonly rewarding: number } {
  const own = numberOf(context);
  const { validators } = context.chain.primary;
  const total = validators.reduce((sum, validator) => sum + stakeOf(validator), 0n);
  const connected = connectedTo(context);
  const required = requiredUptime(validators.find(({ node }) => node === own)?.start ?? 0, context.chain.helicon);
  let average = 0;
  let rewarding = 0;
  for (const validator of validators) {
    const isOwn = validator.node === own;
    if (!isOwn && !connected.includes(validator)) continue;
    const seen = isOwn ? 1 : Math.floor(100 * uptimeSeenBy(context, validator.node)) / 100;
    const share = Number(stakeOf(validator)) / Number(total);
    average += share * seen;
    if (seen >= required) rewarding += share;
  }
  return { average, rewarding };
}

/** Returns the nodes that the node is connected to, with a number for each: validators, and members of the L1 that it runs. */
function connectedNodes(context: Context) {
  const { names } = context.chain;
  const l1 = firstL1(context);
  const members = l1 ? l1Members(context, l1, context.now).filter(({ connected }) => connected) : [];
  const ids = new Map(connectedTo(context).map(({ node }) => [names.nodeId(node), node]));
  const found = ownL1(context) ? members : [];
  for (const { nodeID } of found) if (nodeID !== context.node.nodeId && !ids.has(nodeID)) ids.set(nodeID, ids.size);
  const tracking = new Set(members.map(({ nodeID }) => nodeID));
  return [...ids].map(([nodeID, node]) => ({ nodeID, node, tracked: tracking.has(nodeID) && l1 ? [l1.id] : [] }));
}

export const peersOf = (context: Context) =>
  connectedNodes(context).map(({ nodeID, node, tracked }) => {
    const version = versionOf(context, node);
    const ip = `10.0.${(node >> 8) & 255}.${node & 255}:9651`;
    const at = rfc3339(Math.floor(context.now / 1000) * 1000);
    return {
      ip,
      publicIP: ip,
      nodeID,
      version: `avalanchego/${version}`,
      upgradeTime: upgradeTimeOf(context, version),
      lastSent: at,
      lastReceived: at,
      observedUptime: String(Math.floor(100 * uptimeSeenBy(context, node))),
      trackedSubnets: [primaryNetwork, ...tracked],
      supportedACPs: [],
      objectedACPs: [],
      benched: [],
    };
  });

function failureOf(untilMs: number): string | undefined {
  if (untilMs > 3 * dayMs) return undefined;
  if (untilMs > dayMs) return "unknown network upgrade detected";
  if (untilMs > dayMs / 24) return "unknown network upgrade detected - update as soon as possible";
  return "imminent network upgrade detected - update immediately";
}

/** Returns the check for upgrades that this node does not know. */
export function futureUpgrade(context: Context, at: number): Readonly<Record<string, Finding>> {
  const stakes = new Map<number, bigint>();
  for (const { node, weight, delegated } of connectedTo(context)) {
    const time = upgradeTimeOf(context, versionOf(context, node));
    stakes.set(time, (stakes.get(time) ?? 0n) + weight + delegated);
  }
  const [mode, stake] = [...stakes].reduce((most, one) => (one[1] > most[1] ? one : most), [0, 0n]);
  const { validators } = context.chain.primary;
  const total = weightOf(validators) + validators.reduce((sum, { delegated }) => sum + delegated, 0n);
  const share = total === 0n ? 0 : Number(stake) / Number(total);
  const local = heliconSeconds(context);
  const error = mode > local && share >= 0.5 ? failureOf(1000 * mode - at) : undefined;
  const message = {
    localUpgradeTime: rfc3339(1000 * local),
    modeUpgradeTime: rfc3339(1000 * mode),
    modeUpgradeWeightPercentage: 100 * share,
    numUpgradeTimes: stakes.size,
  };
  return { futureupgrade: { message, ...(error !== undefined && { error }) } };
}
