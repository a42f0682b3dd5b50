/** Container index API: accepted blocks, transactions and vertices in order of acceptance. */
import * as z from "zod";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

export const indexes = ["P/block", "X/block", "C/block", "X/tx", "X/vtx"] as const;
type Index = (typeof indexes)[number];
const { read } = methodsOf<Index>({
  path: (index) => `/ext/index/${index}`,
  selector: { of: "index", values: indexes },
  flag: "--index-enabled",
});

const container = z.object({ id: w.id, bytes: w.hex, timestamp: w.time, encoding: w.text, index: w.uint64 });

const byId = z.object({ id: w.paramId, encoding: w.paramBytesEncoding });
const maxContainers = 1024;
const emptyIndexError = /^no containers have been accepted$/;
const unknownContainerError = { not_found: /^not found$/ };
const proposervmNote =
  "On P and X the ID is that of the proposervm block that wraps the chain's block; getBlock does not accept it.";
const frozenNote = "X/tx and X/vtx have been frozen since Cortina (2023).";
const id = "6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY";

export const indexApi = {
  "index.getLastAccepted": read({
    summary: "Last accepted container and its acceptance time on this node.",
    maxBodyBytes: 8 * mebibyte,
    params: z.object({ encoding: w.paramBytesEncoding }),
    result: container,
    expectedErrors: { empty_index: emptyIndexError },
    quirks: [
      "Always returns the complete bytes; a C-Chain block can be several megabytes.",
      "On a complete index, index is the height minus 1.",
      "timestamp is the acceptance time on this node, also while bootstrapping.",
      proposervmNote,
      frozenNote,
    ],
  }),
  "index.getContainerByIndex": read({
    summary: "Container at an index (zero-based).",
    maxBodyBytes: 8 * mebibyte,
    params: z.object({ index: w.paramUint64, encoding: w.paramBytesEncoding }),
    result: container,
    exampleParams: { index: 0 },
    expectedErrors: { not_found: /^no container at index \d+$/ },
    quirks: [proposervmNote, frozenNote],
  }),
  "index.getContainerByID": read({
    summary: "Container with an ID.",
    maxBodyBytes: 8 * mebibyte,
    params: byId,
    result: container,
    exampleParams: { id },
    expectedErrors: unknownContainerError,
    quirks: [proposervmNote, frozenNote],
  }),
  "index.getContainerRange": read({
    summary: "Containers from an index on.",
    cost: "moderate",
    maxBodyBytes: 32 * mebibyte,
    params: z.object({
      startIndex: w.paramUint64,
      numToFetch: w.paramCount(maxContainers),
      encoding: w.paramBytesEncoding,
    }),
    result: z.object({ containers: w.nullableList(container) }),
    exampleParams: { startIndex: 0, numToFetch: 2 },
    pagination: {
      defaults: { startIndex: 0, numToFetch: maxContainers },
      items: ({ containers }) => containers ?? [],
      next(params, { containers }) {
        const fetched = containers?.length ?? 0;
        if (fetched < Number(params.numToFetch)) return undefined;
        return { ...params, startIndex: String(BigInt(params.startIndex) + BigInt(fetched)) };
      },
    },
    expectedErrors: { empty_index: emptyIndexError, not_found: /^start index \(\d+\) > last accepted index \(\d+\)$/ },
    quirks: ["numToFetch of 0 is an error, not an empty list.", proposervmNote, frozenNote],
  }),
  "index.getIndex": read({
    summary: "Index of the container with an ID.",
    params: byId,
    result: z.object({ index: w.uint64 }),
    exampleParams: { id },
    expectedErrors: unknownContainerError,
    quirks: ["encoding is ignored.", frozenNote],
  }),
  "index.isAccepted": read({
    summary: "Whether the container with an ID is in the index.",
    params: byId,
    result: z.object({ isAccepted: z.boolean() }),
    exampleParams: { id },
    quirks: ["encoding is ignored.", frozenNote],
  }),
};
