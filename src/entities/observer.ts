/** What is known about a node, and what follows for its observations of others. */
import type { Settings } from "../collectors/collector.ts";
import { signers } from "../collectors/epochs.ts";
import { evmChain } from "../collectors/evm.ts";
import { pTime } from "../collectors/fees.ts";
import { healthCheck } from "../collectors/health.ts";
import { chain as chainKind } from "../collectors/kinds/chains.ts";
import { l1Validator } from "../collectors/kinds/l1-validators.ts";
import { type Period, presence } from "../collectors/kinds/validators.ts";
import { chainBootstrapped, type NodeIdentity, nodeIdentity } from "../collectors/node.ts";
import { connectedNodes } from "../collectors/peers.ts";
import { subnetKind } from "../collectors/subnets.ts";
import type { Observations, Observed } from "../engine/store.ts";
import { isPrimaryChain, primaryNetwork } from "../node-api/ids.ts";
import { heightAge, isAdvancing } from "../protocol/ages.ts";
import { defaultQuorum, isBelow, type Quorum, quorumWith } from "../protocol/consensus.ts";
import { alwaysAdvances, maxBlockAge, pacemakerOf } from "../protocol/networks.ts";

/** What is remembered about a node. It is set at the end of each collector run. */
export type Remembered = {
  readonly identity: NodeIdentity | undefined;
  readonly validates: boolean | undefined;
  /** Time at which the node was last in a validator set, in Unix seconds. */
  readonly validatedAt: number | undefined;
  /** The last known period of each watched validator that has been in a set. */
  readonly periods: ReadonlyMap<string, Period>;
};
export const nothing: Remembered = {
  identity: undefined,
  validates: undefined,
  validatedAt: undefined,
  periods: new Map(),
};

type ValidatorOn = { readonly subnet_id: string; readonly node_id: string };
/** Returns the key of a validator on a subnet. */
export const keyOf = ({ subnet_id, node_id }: ValidatorOn): string => `${subnet_id} ${node_id}`;

/** Returns the time at which the node was last seen in a validator set, among its current observations. */
const validatedAt = (of: Observations, nodeId: string | undefined): number | undefined =>
  [...of(presence).filter(({ value }) => value.period), ...of(l1Validator)]
    .filter(({ value }) => value.node_id === nodeId)
    .map(({ readAt }) => readAt)
    .toSorted((a, b) => b - a)[0];
/** Observations of a node that has stopped responding expire one after the other within this time, in seconds. */
const expiry = 300;
/** Returns whether the node validates; undefined if no observation shows it. `before`: the time at which it was last in a set. */
export function validatesIn(of: Observations, nodeId: string | undefined, before?: number): boolean | undefined {
  if (nodeId === undefined) return undefined;
  if (validatedAt(of, nodeId) !== undefined) return true;
  const readAt = of(subnetKind).length > 0 ? of(pTime)[0]?.readAt : undefined;
  return readAt !== undefined && readAt - (before ?? 0) > expiry ? false : undefined;
}

/** Returns what is remembered after a run. */
export function remember(before: Remembered, of: Observations, nodeId: string | undefined): Remembered {
  const seen = of(presence).flatMap(({ value }) => (value.period ? [[keyOf(value), value.period] as const] : []));
  return {
    identity: of(nodeIdentity)[0]?.value ?? before.identity,
    validates: validatesIn(of, nodeId, before.validatedAt) ?? before.validates,
    validatedAt: validatedAt(of, nodeId) ?? before.validatedAt,
    periods: new Map([...before.periods, ...seen]),
  };
}

/** The entities that the configuration watches. */
export type Watched = Omit<Settings["watch"], "own" | "blockchain_ids" | "indexes">;
export const nothingWatched: Watched = {
  node_ids: [],
  subnet_ids: [],
  validation_ids: [],
  addresses: [],
  evm_addresses: [],
};

export type Known = {
  /** Undefined until the first call has ended. */
  readonly isReachable: boolean | undefined;
  /** The collector health has not run yet, or fails. */
  readonly awaitsChecks: boolean;
  /** The collector node has not run yet, or fails. */
  readonly awaitsIdentity: boolean;
  readonly watched: Watched;
  readonly network: string | undefined;
  /** ID of the node; undefined until it has responded. */
  readonly nodeId: string | undefined;
  /** Clock of the node minus that of the exporter, in seconds; undefined until the node has responded. */
  readonly clockDifference: number | undefined;
  /** Unix seconds, by the clock by which observations are read. */
  readonly now: number;
  readonly remembered: Remembered;
};

/** Maximum age of a reading in seconds. An older one shows nothing about the present age of a block. */
const maxReadingAge = 300;

/** Returns whether a reading shows something about the present. */
const isRecent = ({ readAt }: { readonly readAt: number }, now: number) => now - readAt <= maxReadingAge;

/** Returns the age of a time when it was read, at least 0; undefined if it was read too long ago. */
function ageOf<T>(observed: Observed<T> | undefined, timeOf: (value: T) => number, now: number): number | undefined {
  if (!observed || !isRecent(observed, now)) return undefined;
  return Math.max(observed.readAt - timeOf(observed.value), 0);
}

/** Returns the age of the last P-Chain block when it was read. */
export const pChainAge = (of: Observations, now: number): number | undefined =>
  ageOf(of(pTime)[0], ({ timestamp }) => timestamp.getTime() / 1000, now);

/** Returns a function that returns the ages of the last blocks of a chain in seconds when they were read. The C-Chain has executed blocks
 *  since Helicon (ACP-194). */
export function createBlockAge(of: Observations, { network, now }: Pick<Known, "network" | "now">) {
  const heights = new Map(of(chainKind).map((observed) => [observed.value.chain, observed]));
  const blocks = new Map(of(evmChain).map((observed) => [observed.value.chain, observed]));
  const ofP = pChainAge(of, now);
  return (chain: string) => {
    const height = heights.get(chain);
    const seen = height && isRecent(height, now) ? height.value.observed : undefined;
    const ofBlock = ageOf(blocks.get(chain), ({ latest }) => Number(latest.timestamp), now);
    // the health check of a chain with the consensus Simplex has no height, and its virtual machine executes what it accepts
    const isWithoutHeight = height !== undefined && height.value.height === undefined;
    const ofHeight = seen ? heightAge(seen) : isWithoutHeight ? ofBlock : undefined;
    const accepted = chain === "P" ? (ofP ?? ofHeight) : ofHeight;
    const executed = alwaysAdvances(network, chain) ? ofBlock : undefined;
    const older = executed === undefined ? accepted : Math.max(executed, accepted ?? 0);
    const { readAt = now } = (chain === "P" ? of(pTime)[0] : undefined) ?? height ?? {};
    return {
      accepted,
      /** Of the last executed block of a chain that always advances; undefined for other chains. */
      executed,
      older,
      /** At the present time: the block is not older. */
      atMost: older === undefined ? undefined : older + now - readAt,
    };
  };
}
type BlockAge = ReturnType<typeof createBlockAge>;

/** Returns the limits of the weight of a subnet or L1: the highest ones of its chains that the node runs, otherwise the default ones. */
export function quorumOn(of: Observations, subnet: string): Quorum {
  const limits = of(chainKind)
    .filter(({ value }) => value.subnet_id === subnet && value.connected_ratio !== undefined)
    .map(({ value }) => value.quorum.healthy);
  return limits.length === 0 ? defaultQuorum : quorumWith(Math.max(...limits));
}

/** Returns whether a chain of a subnet has accepted a block lately, whatever its time is. It refutes that too little weight is connected. */
export const advancesOn = (of: Observations, subnet: string, name?: string): boolean =>
  of(chainKind).some(
    ({ value: { chain, subnet_id, observed } }) =>
      subnet_id === subnet && chain === (name ?? chain) && observed && isAdvancing(observed),
  );

/** Returns whether the view of the node is outdated: the block of a chain that shows it is too old. On a network without such a chain it
 *  never is. Undefined if the network or all ages are unknown. */
function isBehindOn(network: string | undefined, blockAge: BlockAge): boolean | undefined {
  if (network === undefined) return undefined;
  const verdicts = [pacemakerOf(network) ?? "P", "P"].flatMap((chain) => {
    const [age, max] = [blockAge(chain).older, maxBlockAge(network, chain)];
    if (max === undefined || max === Number.POSITIVE_INFINITY) return false;
    return age === undefined ? [] : age > max;
  });
  return verdicts.length === 0 ? undefined : verdicts.includes(true);
}

/** Returns what is known, with the facts that limit which observations are evidence about others. */
export function observerOf(of: Observations, known: Known) {
  const blockAge = createBlockAge(of, known);
  const connectedRatio = of(chainKind).find(({ value }) => value.chain === "P")?.value.connected_ratio;
  const quorum = quorumOn(of, primaryNetwork);
  return {
    ...known,
    /** Share of the stake that the node is connected to. */
    connectedRatio,
    /** The limits of that share. */
    quorum,
    /** The node is connected to too little of the stake to accept blocks: its observations of others are no evidence. Undefined while the
     *  connected share is unknown. */
    isIsolated:
      connectedRatio === undefined
        ? undefined
        : isBelow(connectedRatio, quorum.acceptance) && !advancesOn(of, primaryNetwork),
    /** The chain that shows whether the node follows its network accepts blocks. */
    isAdvancing: advancesOn(of, primaryNetwork, pacemakerOf(known.network) ?? "P"),
    /** The view of the node is outdated; undefined if the age of its last block is unknown. */
    isBehind: isBehindOn(known.network, blockAge),
    blockAge,
  };
}
export type Observer = ReturnType<typeof observerOf>;

/** Returns what the node knows about the chains of subnets and L1s, and about its connections to their validators. */
export function createConnections(of: Observations, { nodeId, isIsolated, awaitsChecks, remembered }: Observer) {
  const stopped = new Set(
    of(chainBootstrapped).flatMap(({ value: { chain, isBootstrapped } }) => (isBootstrapped ? [] : chain)),
  );
  const all = of(chainKind).map(({ value }) => value);
  const running = all.filter(({ chain, connected_ratio }) => connected_ratio !== undefined && !stopped.has(chain));
  const bySubnet = Map.groupBy(running, ({ subnet_id }) => subnet_id);
  const peers = new Map(of(signers).map(({ value }) => [value.subnet_id, value]));
  const nodes = of(connectedNodes)[0]?.value.byId;
  const isUnchecked = !awaitsChecks && of(healthCheck).length === 0;
  /** Returns what the node does with the chains of a subnet: without health checks it shows none. Undefined while that is unknown. */
  function roleOn(subnet: string): "runs" | "bootstraps" | "lacks" | undefined {
    if (bySubnet.has(subnet)) return "runs";
    if (all.some(({ chain, subnet_id }) => subnet_id === subnet && stopped.has(chain))) return "bootstraps";
    const isUnknown = ({ chain, subnet_id }: (typeof all)[number]) => subnet_id === "" && !isPrimaryChain(chain);
    if (stopped.has("P") || all.some(isUnknown)) return undefined; // the chains of subnets start after the P-Chain
    return all.length > 0 || isUnchecked ? "lacks" : undefined;
  }
  function lacksChain(subnet: string, id: string): boolean | undefined {
    if (id === nodeId) return all.length > 0 ? roleOn(subnet) === "lacks" : undefined;
    return peers.get(subnet)?.untracked.has(id) || (peers.get(subnet)?.online.has(id) ? false : undefined);
  }
  /** Returns whether the node of a validator tracks a subnet, which it announces to its peers. Undefined if it is not connected. */
  function tracks(subnet: string, id: string): boolean | undefined {
    if (subnet === primaryNetwork) return undefined;
    const lacks = id === nodeId && roleOn(subnet) === undefined ? undefined : lacksChain(subnet, id);
    return lacks === undefined ? nodes?.get(id)?.trackedSubnets.includes(subnet) : !lacks;
  }
  return {
    /** Returns undefined for a subnet without a running chain, and while the node does not know enough about its own connections. */
    isConnected(subnet: string, id: string): boolean | undefined {
      const chains = bySubnet.get(subnet);
      if (!chains || isIsolated === undefined) return undefined;
      if (id === nodeId) return !isIsolated;
      return isIsolated ? undefined : !chains.some(({ disconnectedIds }) => disconnectedIds.has(id));
    },
    /** Returns whether the node of a validator runs no chain of its subnet: the queried node, or a connected one that does not track it.
     *  Undefined if that is unknown. */
    lacksChain,
    tracks,
    /** Returns the version of the node of a validator, if it is connected or the queried one, and whether it tracks its subnet. */
    nodeOf: ({ subnet_id, node_id }: ValidatorOn) => ({
      version: (node_id === nodeId ? remembered.identity : nodes?.get(node_id))?.version,
      tracks: tracks(subnet_id, node_id),
    }),
    roleOn,
    /** Returns the state of an entity of a subnet without a problem: a node without its chains knows its registration only. */
    fineOn: (subnet: string) => (roleOn(subnet) === "lacks" ? "registered" : "ok"),
    /** Returns the inputs of the state of a validator. */
    inputsOf({ subnet_id, node_id }: ValidatorOn, isConnected: boolean | undefined) {
      const role = roleOn(subnet_id);
      // a node that runs no chain of the subnet cannot know the connections of others
      const connections = role === "runs" || role === undefined ? isConnected : true;
      return {
        connections: node_id === nodeId ? isIsolated : connections,
        chain: role === "bootstraps" || role === undefined ? undefined : true,
      };
    },
  };
}
export type Connections = ReturnType<typeof createConnections>;
