/** Schema of the sections `watch`, `validators` and `l1`, which a node of `nodes` can replace. */
import * as z from "zod";
import type { Settings } from "../../collectors/collector.ts";
import { maxAllByDefault } from "../../collectors/watched.ts";
import type { RpcMethodName } from "../../node-api/contract.ts";
import {
  addressError,
  emptyNodeId,
  evmAddressError,
  idError,
  isNodeId,
  networkOf,
  primaryNetwork,
} from "../../node-api/ids.ts";
import { indexes } from "../../node-api/index-api.ts";
import { param, paramEvmAddress, paramNodeId } from "../../node-api/wire.ts";

/** Accepts IDs of one kind, which a method lists, or an alias. The error for a NodeID names kind and method. */
const idOf = (kind: "subnet" | "validation" | "blockchain", method: RpcMethodName, alias?: string) =>
  param((text) => {
    const error = text === alias ? undefined : idError(text);
    return error && isNodeId(text) ? `${error}; this setting takes ${kind} IDs (call ${method})` : error;
  });

const alias = z
  .string()
  .refine((text) => !/\p{Cc}/u.test(text), "must be one line, without control characters")
  .default("");

type Mapping = z.ZodType<{ id: string }, { id: string }> & {
  readonly shape: { readonly id: z.ZodType<string, string> };
};
/** Accepts a mapping, or only its ID. */
function idOr<M extends Mapping>(mapping: M, error: string) {
  const onlyId = z.codec(mapping.shape.id, mapping, { decode: (id) => ({ id }) as z.input<M>, encode: ({ id }) => id });
  return z.union([mapping, onlyId], { error });
}

/** Array without duplicates, since two entries for the same object could contradict each other. */
const uniqueArray = <T extends z.ZodType>(entry: T, namesOf: (entry: z.output<T>) => readonly string[]) =>
  z.array(entry).superRefine((entries, context) => {
    const seen = new Set<string>();
    entries.forEach((entry, i) => {
      for (const name of namesOf(entry)) {
        if (seen.has(name)) context.addIssue({ code: "custom", path: [i], message: `${name} is listed twice` });
        seen.add(name);
      }
    });
  });

/** Accepts IDs, or mappings with the ID and an alias. */
function namedIds(id: z.ZodType<string, string>, what: string) {
  const entry = idOr(z.strictObject({ id, alias }), `expected ${what}, or a mapping with id and alias`);
  return uniqueArray(entry, (one) => [one.id]);
}

const nodeId = paramNodeId.refine((id) => id !== emptyNodeId, `"${emptyNodeId}" is the empty NodeID: no node has it`);
const subnetId = idOf("subnet", "platform.getSubnets");
const watchedNode = idOr(
  z.strictObject({ id: nodeId, alias, subnet_ids: z.array(subnetId).min(1).default([primaryNetwork]) }),
  "expected a NodeID, or a mapping with id, alias and subnet_ids",
);
const watchedNodes = uniqueArray(watchedNode, ({ id, subnet_ids }) => subnet_ids.map((subnet) => `${id} on ${subnet}`));
const trackableSubnetId = subnetId.refine(
  (id) => id !== primaryNetwork,
  `"${primaryNetwork}" is the primary network, which is always tracked: leave it out`,
);

/** Returns an error message for an address that cannot be watched. The prefix determines the chain that is queried. */
function watchedAddressError(text: string): string | undefined {
  if (!evmAddressError(text)) return "is an address of an EVM chain; use watch.evm_addresses";
  return addressError(text) ?? (/^[PXC]-/.test(text) ? undefined : "does not begin with P-, X- or C-");
}
/** Addresses of one network, because a node belongs to one network. */
const watchedAddresses = namedIds(param(watchedAddressError), "an address").superRefine((addresses, context) => {
  addresses.forEach(({ id }, i) => {
    const [first = { id }] = addresses;
    if (networkOf(id) === networkOf(first.id)) return;
    const message = `"${id}" is of the network ${networkOf(id)}, "${first.id}" of ${networkOf(first.id)}`;
    context.addIssue({ code: "custom", path: [i], message });
  });
});

const evmAddress = idOr(
  z.strictObject({
    id: paramEvmAddress,
    chain: idOf("blockchain", "platform.getBlockchains", "C").default("C"),
    alias,
  }),
  "expected an address, or a mapping with id, chain and alias",
);
/** Addresses of EVM chains. The case of the digits does not matter. */
const watchedEvmAddresses = uniqueArray(evmAddress, ({ id, chain }) => [`${id.toLowerCase()} on ${chain}`]);

export const settingsShape = {
  watch: z
    .strictObject({
      node_ids: watchedNodes.default([]).meta({
        flag: "watch.node-id",
        description:
          "Validators to watch: NodeIDs, or in the file mappings with id, alias and subnet_ids (default: the primary network).",
      }),
      own: z.boolean().default(true).meta({
        description:
          "Whether the queried node itself is watched where it validates: the primary network, and subnets and L1s that it tracks.",
      }),
      subnet_ids: namedIds(trackableSubnetId, "the ID of a subnet").default([]).meta({
        flag: "watch.subnet-id",
        description: "Subnets and L1s to track: IDs, or in the file mappings with id and alias.",
      }),
      validation_ids: namedIds(idOf("validation", "platform.getCurrentValidators"), "a validation ID")
        .default([])
        .meta({
          flag: "watch.validation-id",
          description: "Single L1 validators to track: validation IDs, or in the file mappings with id and alias.",
        }),
      blockchain_ids: namedIds(idOf("blockchain", "platform.getBlockchains"), "a blockchain ID").default([]).meta({
        fileOnly: true,
        description: "Chains of L1s to name: mappings with id and alias. The alias is in their series.",
      }),
      addresses: watchedAddresses.default([]).meta({
        flag: "watch.address",
        description:
          "Addresses that begin with P- or X-, for their balances and for AVAX to import, or with C-, for AVAX to import; in the file also mappings with id (the address) and alias.",
      }),
      evm_addresses: watchedEvmAddresses.default([]).meta({
        flag: "watch.evm-address",
        description:
          "Addresses of the C-Chain whose balance is exported, or in the file mappings with id (the address), chain (C, or the blockchain ID of another EVM chain that the node runs) and alias.",
      }),
      indexes: uniqueArray(z.enum(indexes), (index) => [index])
        .default(["P/block", "X/block", "C/block"])
        .meta({
          fileOnly: true,
          description: "Container indexes to monitor. X/tx and X/vtx have not grown since Cortina (2023).",
        }),
    })
    .prefault({}),
  validators: z
    .strictObject({
      detail: z.enum(["watched", "top", "all"]).default("watched").meta({
        description:
          "Validators exported individually: only the watched ones (watched), the largest ones in addition (top), or all.",
      }),
      top: z.int().positive().default(20).meta({
        fileOnly: true,
        description:
          "Number of validators exported with validators.detail top. A validator is removed only when it ranks below 1.25 times this number (hysteresis).",
      }),
    })
    .prefault({}),
  l1: z
    .strictObject({
      detail: z
        .enum(["watched", "low", "all"])
        .optional()
        .meta({
          description:
            "Validators of tracked L1s exported individually: only the watched ones (watched), in addition those whose balance lasts less than 30 days, inactive and disconnected ones (low), or all.",
          defaultText: `all; low if all L1s together have more than ${maxAllByDefault} validators`,
        }),
    })
    .prefault({}),
};

/** Default settings, without watched objects. */
export const defaultSettings: Settings = { name: "", ...z.strictObject(settingsShape).parse({}) };
