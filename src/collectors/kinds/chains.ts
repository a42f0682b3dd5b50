/** The chains that the node runs, from its health checks. The label `chain` is P, X or C, otherwise the blockchain ID. It is the
 *  name of the health check if the node does not provide the ID. */
import type { SeriesGroup } from "../../engine/job.ts";
import { kindOf, type Item as Observation } from "../../engine/metric.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { primaryNetwork } from "../../node-api/ids.ts";
import { heightAge, type ObservedHeight } from "../../protocol/ages.ts";
import type { Quorum } from "../../protocol/consensus.ts";

const labels = ["chain", "blockchain_id", "subnet_id", "alias"] as const;
/** An unknown ID and a missing alias are empty. */
export type ChainLabels = Readonly<Record<(typeof labels)[number], string>>;
/** The labels of a chain whose virtual machine responds. */
export type ServedChainLabels = Omit<ChainLabels, "blockchain_id">;
/** A chain at its last health check. What the check does not report is undefined: all of a chain that the node could not create. */
export type Chain = ChainLabels & {
  readonly height: bigint | undefined;
  /** Undefined if the last check has no height. */
  readonly observed: ObservedHeight | undefined;
  readonly processingBlocks: bigint | undefined;
  readonly longestProcessingSeconds: number | undefined;
  /** Share of the weight that the node is connected to. */
  readonly connected_ratio: number | undefined;
  /** The limits of that share. */
  readonly quorum: Quorum;
  /** Number of validators without a connection. */
  readonly disconnected: number | undefined;
  /** Their node IDs, without those of inactive L1 validators. */
  readonly disconnectedIds: ReadonlySet<string>;
};

export const chain = kindOf<Chain>().ofNode(...labels);

export const chainHeight = chain.gauge("avax_chain_last_accepted_height", {
  help: "Height of the last accepted block of a chain, as of the last health check. Since Helicon, an accepted block of the C-Chain is not yet executed. Absent with the consensus Simplex.",
  from: from("health.health", "lastAcceptedHeight"),
  of: ({ height }) => height,
});
export const chainHeightAge = chain.gauge("avax_chain_height_age_seconds", {
  help: "Time in seconds since a chain's height was seen to increase, or a lower limit. A lower limit until the first increase.",
  from: from("health.health", "lastAcceptedHeight", "timestamp"),
  of: ({ observed }) => observed && heightAge(observed),
});
export const chainProcessingBlocks = chain.gauge("avax_chain_processing_blocks", {
  help: "Number of issued, undecided blocks of a chain, as of the last health check.",
  from: from("health.health", "processingBlocks"),
  of: ({ processingBlocks }) => processingBlocks,
});
export const chainLongestProcessingBlock = chain.gauge("avax_chain_longest_processing_block_seconds", {
  help: "Age of a chain's oldest undecided block in seconds, as of the last health check. The check fails above 30 by default.",
  from: from("health.health", "longestProcessingBlock"),
  of: ({ longestProcessingSeconds }) => longestProcessingSeconds,
});
export const chainConnectedWeight = chain.gauge("avax_chain_connected_weight_ratio", {
  help: "Share (0 to 1) of a chain's weight that is connected and benched on no chain. The check fails below 0.8 by default.",
  from: from("health.health", "percentConnected"),
  of: ({ connected_ratio }) => connected_ratio,
});
export const chainDisconnectedValidators = chain.gauge("avax_chain_disconnected_validators", {
  help: "Number of a chain's validators that are disconnected or benched on any chain. All inactive validators of an L1 count as one.",
  from: from("health.health", "disconnectedValidators"),
  of: ({ disconnected }) => disconnected,
});

/** Data of the transaction that created a chain. */
export const chainCreation = kindOf<ChainLabels & { readonly name: string; readonly vm_id: string }>().ofNode(
  ...labels,
  "name",
  "vm_id",
);
export const chainInfo = chainCreation.info("avax_chain_info", {
  help: "Information about a chain of a subnet or L1 that the node runs; always 1.",
  from: fromAll(
    // fields of the transaction in JSON, which has no type
    `${from("platform.getTx")} chainName, vmID`,
    from("info.getBlockchainID"),
    from("platform.validatedBy"),
  ),
});

/** A validator of a chain without a connection to the node. */
type Disconnected = ChainLabels & { readonly node_id: string };
export const disconnectedValidator = kindOf<Disconnected>().with(
  "chain",
  "blockchain_id",
  "subnet_id",
  "node_id",
  "alias",
);
export const chainValidatorDisconnected = disconnectedValidator.gauge("avax_chain_validator_disconnected", {
  help: "1 while a chain's validator is disconnected or benched on any chain. Otherwise absent. For watched validators, and all validators of subnets and L1s.",
  from: from("health.health", "disconnectedValidators"),
  of: () => true,
});

export type RunningChain = Pick<Chain, keyof ChainLabels | "disconnectedIds"> & Partial<Pick<Chain, "height">>;

type ServedChain = ServedChainLabels & Partial<Pick<Chain, "height">>;
/** Returns the chains of subnets and L1s, by their labels. */
export function trackedChains(chains: readonly RunningChain[]): ReadonlyMap<string, ServedChain> {
  const tracked = chains.filter(({ subnet_id }) => subnet_id !== "" && subnet_id !== primaryNetwork);
  return new Map(tracked.map(({ chain, subnet_id, alias, height }) => [chain, { chain, subnet_id, alias, height }]));
}

/** Returns the chains that can have an EVM, by their labels: the C-Chain, and those of subnets and L1s. A node whose chains are known
 *  and that does not run the C-Chain has partial sync, or is still bootstrapping. */
export function evmChains(chains: readonly RunningChain[]): ReadonlyMap<string, ServedChain> {
  const runsC = chains.length === 0 || chains.some(({ chain }) => chain === "C");
  const ofC = runsC ? [["C", { chain: "C", subnet_id: primaryNetwork, alias: "" }] as const] : [];
  return new Map<string, ServedChain>([...ofC, ...trackedChains(chains)]);
}

/** Returns the group of an observation of a chain: the series limit drops those of L1s before those of the C-Chain. */
export const groupOfChain = ({ chain, subnet_id }: ServedChainLabels, observation: Observation): SeriesGroup => ({
  priority: subnet_id === primaryNetwork ? 1 : 0,
  id: chain,
  observations: [observation],
});
