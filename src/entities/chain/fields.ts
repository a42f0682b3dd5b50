/** A chain that the node runs: facts, metrics and JSON. */
import * as z from "zod";
import { entity } from "../../engine/entity.ts";
import { fieldsOf, later } from "../../engine/field.ts";
import { kindOf } from "../../engine/metric.ts";
import { from, fromAll } from "../../node-api/contract.ts";
import { defaultQuorum } from "../../protocol/consensus.ts";
import { judgedFields } from "../evidence.ts";
import { oneIfCurrent } from "../words.ts";
import type { ChainRecord, Without } from "./record.ts";
import { chainStates, evidence } from "./state.ts";

const optional = <T extends z.ZodType>(type: T) => type.nullable().default(null);
const nextBlock = z.object({
  can: optional(z.boolean()),
  cause: optional(z.enum(["undecided", "bootstrapping", "proposers"])),
  proposers: z.array(z.string()).default([]),
  pchain_height: optional(z.number()),
  without_node: optional(z.boolean()),
  signing_ratio_without_node: optional(z.number()),
});
const upgrades = z.object({
  digest: z.number(),
  activations: z.array(z.object({ upgrade: z.string(), at: z.number() })),
});
const names = z.array(z.string());
const field = fieldsOf<ChainRecord>();
export const chain = entity<ChainRecord>()({
  labels: ["chain", "blockchain_id", "subnet_id", "alias"],
  isOfNode: true,
  fields: {
    state: field.state(chainStates, {
      of: ({ judged }) => judged.state,
      evidence,
      needs: { halted: "has_bootstrapped", isolated: "has_bootstrapped", not_executing: "has_bootstrapped" },
      withheld: "is_outdated",
      metric: "avax_chain_state",
      help: `State of a chain that the node runs: ${oneIfCurrent} Absent while the node is behind.`,
      from: fromAll(
        from("health.health"),
        from("info.isBootstrapped"),
        from("platform.getFeeState", "timestamp"),
        from("eth.getHeaderByNumber", "timestamp"),
        from("proposervm.getCurrentEpoch"),
        from("platform.getValidatorsAt"),
        from("info.peers"),
      ),
    }),
    ...judgedFields,
    height: field.count({ of: ({ height }) => height, lasts: true, column: "Height" }),
    /** Maximum age of the last block: of the P-Chain by its timestamp, otherwise since the height was seen to increase. */
    block_age_seconds: field.seconds({ of: ({ blockAge }) => blockAge, lasts: true, column: "Last block" }),
    connected_ratio: field.ratio({ of: ({ connectedRatio }) => connectedRatio, lasts: true, column: "Connected" }),
    /** Share of the weight whose connection the health check of the chain requires. */
    required_ratio: field.parts(z.number(), { of: ({ quorum }) => quorum.healthy, lasts: true }),
    /** Whether the chain can make its next block, and why it cannot; null if that is not known. `proposers`: the validators at the P-Chain
     *  height that can, of which none runs. The same without this node, with the share of the weight that can then sign messages. */
    next_block: field.parts(nextBlock.prefault({}), { of: ({ next }) => nextBlock.parse(next) }),
    /** Those that the node has read from upgrade.json: the last activation and those ahead, `at` in Unix seconds. Null if they are not known,
     *  and for a chain without them. */
    upgrades: field.parts(optional(upgrades), {
      of: ({ upgrades }) => upgrades && { digest: upgrades.digest, activations: [...upgrades.activations] },
      lasts: true,
    }),
    /** The monitored nodes of the chain, by name or URL: with the same upgrades, with others, and those of which they are not known. */
    upgrades_on: later(optional(z.object({ same: names, others: names, unknown: names }))),
    /** Share of the weight that stays connected if this node stops; null if it validates no chain, or is isolated. */
    without_node_ratio: field.ratio({ of: ({ withoutNode }) => withoutNode }),
  },
  more: {
    /** Undefined while the node bootstraps the chain: it cannot judge whether the chain advances. */
    has_bootstrapped: field.flag({ of: ({ judged }) => (judged.state === "bootstrapping" ? undefined : true) }),
    /** The node is behind: its view of the chain is no vote. */
    is_outdated: field.flag({ of: ({ isOutdated }) => isOutdated }),
    /** Of each watched validator; empty while the node is isolated. */
    without: field.parts(z.array(z.custom<Without>()).default([]), { of: ({ without }) => [...without] }),
  },
});

const { acceptance, healthy } = defaultQuorum;
/** A chain without one of its validators. */
export const withoutValidator = kindOf<Pick<ChainRecord, "chain" | "blockchain_id" | "subnet_id"> & Without>().with(
  "chain",
  "blockchain_id",
  "subnet_id",
  "node_id",
  "alias",
);
withoutValidator.gauge("avax_chain_connected_weight_without_ratio", {
  help: `Share (0 to 1) of a chain's weight that stays connected if the validator stops. With the default parameters the chain is slow below ${healthy}, and accepts no blocks below ${acceptance}.`,
  from: fromAll(
    from("health.health", "percentConnected", "disconnectedValidators"),
    from("platform.getCurrentValidators", "weight"),
  ),
  of: ({ ratio }) => ratio,
});
export type ChainFacts = ReturnType<typeof chain.factsOf>;
/** Returns an item for each watched validator of a chain. */
export const withoutItems = ({ chain, blockchain_id, subnet_id, without = [] }: ChainFacts) =>
  without.map((one) => withoutValidator.item({ chain, blockchain_id, subnet_id, ...one }));
