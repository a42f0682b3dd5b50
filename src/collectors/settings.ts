/** What collectors may depend on: the part of the configuration that says what to watch. The schema is here, at its reader;
 *  config/ composes it and takes flags, variables and docs from the `meta`. */
import * as z from "zod";
import { primaryNetwork } from "../contract/ids.ts";
import { indexes } from "../contract/index-api.ts";
import { sentAddress, sentId, sentNodeId } from "../contract/wire.ts";

const watched = z.strictObject({
  id: sentNodeId,
  alias: z.string().default(""),
  subnet_ids: z.array(sentId).min(1).default([primaryNetwork]),
});
const watchedNode = z.union(
  [watched, z.codec(sentNodeId, watched, { decode: (id) => ({ id }), encode: ({ id }) => id })],
  { error: "expected a NodeID, or a mapping with id, alias and subnet_ids" },
);

type Watched = z.output<typeof watched>;

/** Two entries for one node on one subnet would contradict each other. */
const watchedNodes = z.array(watchedNode).superRefine((nodes: readonly Watched[], context) => {
  const seen = new Set<string>();
  nodes.forEach(({ id, subnet_ids }, i) => {
    for (const subnet of subnet_ids) {
      const key = `${id} ${subnet}`;
      if (seen.has(key)) context.addIssue({ code: "custom", path: [i], message: `${id} stands there twice` });
      seen.add(key);
    }
  });
});

const unread = "Checked, and read by no collector yet.";

/** The prefix says which chain is asked. */
const watchedAddress = sentAddress.refine((address) => /^[PX]-/.test(address), {
  error: ({ input }) => `"${input}" does not begin with P- or X-`,
  when: ({ issues }) => issues.length === 0,
});

export const settings = {
  watch: z
    .strictObject({
      node_ids: watchedNodes.default([]).meta({
        flag: "watch.node-id",
        description:
          "Validators to watch: NodeIDs, in the file also mappings with id, alias and subnet_ids (default: the primary network).",
      }),
      subnet_ids: z
        .array(sentId)
        .default([])
        .meta({ flag: "watch.subnet-id", description: `Subnets and L1s to track. ${unread}` }),
      validation_ids: z
        .array(sentId)
        .default([])
        .meta({ flag: "watch.validation-id", description: `Single L1 validators to track. ${unread}` }),
      blockchain_ids: z
        .array(sentId)
        .default([])
        .meta({ flag: "watch.blockchain-id", description: `Blockchains whose status is told. ${unread}` }),
      addresses: z
        .array(watchedAddress)
        .default([])
        .meta({ flag: "watch.address", description: `P- and X-Chain addresses whose balance is told. ${unread}` }),
      indexes: z
        .array(z.enum(indexes))
        .default(["P/block", "X/block", "C/block"])
        .meta({ flag: "watch.index", description: "Container indices to follow. X/tx and X/vtx get nothing new." }),
    })
    .prefault({}),
  validators: z
    .strictObject({
      detail: z.enum(["watched", "top", "all"]).default("watched").meta({
        flag: "validators.detail",
        description: "Which validators are exported one by one: watched, top (the largest, beside the watched) or all.",
      }),
      top: z.int().positive().default(20).meta({
        flag: "validators.top",
        description: "How many for top.",
      }),
    })
    .prefault({}),
};
const schema = z.strictObject(settings);
export type Settings = z.output<typeof schema>;
