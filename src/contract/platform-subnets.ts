/** P-Chain methods for subnets, L1s, their chains and their stake. */
import * as z from "zod";
import { primaryNetwork } from "./ids.ts";
import { mebibyte, pChain as on, read } from "./method.ts";
import { alsoNamed, id, list, listOf, noneTwice, nothing, sentId, sentName, uint32, uint64 } from "./wire.ts";

const optionalSubnet = z.object({ subnetID: sentId.optional() });
/** Nodes from before L1s lack the field: the default is the placeholder for no ID. */
const idOrNone = id.default(primaryNetwork);
const subnetID = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const blockchainID = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";
const controlKeys = ["P-fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c"];

export const subnets = {
  "platform.getSubnet": read({
    on,
    summary: "Owner and kind (permissioned, elastic or L1) of a subnet.",
    since: "1.11.0",
    params: z.object({ subnetID: sentId }),
    result: z.object({
      isPermissioned: z.boolean(),
      controlKeys: list(z.string()),
      threshold: uint32,
      locktime: uint64,
      subnetTransformationTxID: id,
      conversionID: idOrNone,
      managerChainID: idOrNone,
      managerAddress: z.string().nullable().default(null),
    }),
    sample: {
      params: { subnetID },
      result: {
        isPermissioned: false,
        controlKeys,
        threshold: "1",
        locktime: "0",
        subnetTransformationTxID: primaryNetwork,
        conversionID: "JdDfDgrfFy1EMCwjPnVN67A6P8w9EY5J1uzx5hoAvg1vAGeDW",
        managerChainID: blockchainID,
        managerAddress: "0x0feedc0de0000000000000000000000000000000",
      },
    },
    refusals: { not_found: /^not found$|^the primary network isn't a subnet$/ },
    quirks: [
      "The owner is always returned, also for elastic subnets and L1s: classify by isPermissioned and conversionID.",
      "The primary network is rejected, also if subnetID is omitted.",
    ],
  }),
  "platform.getSubnets": read({
    on,
    summary: "All subnets, or the given ones, with their owners.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({ ids: z.array(sentId).optional() }),
    result: z.object({ subnets: list(z.object({ id, controlKeys: list(z.string()), threshold: uint32 })) }),
    sample: {
      params: {},
      result: {
        subnets: [
          { id: subnetID, controlKeys, threshold: "1" },
          { id: primaryNetwork, controlKeys: [], threshold: "0" },
        ],
      },
    },
    quirks: [
      "The list ends with an entry for the primary network, unless ids is given.",
      "subnets is null if none of the ids is known.",
      "The owner is empty for elastic subnets only.",
    ],
  }),
  "platform.getBlockchains": read({
    on,
    summary: "All chains except the P-Chain, with their subnets and VMs.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    deprecated: "1.9.12",
    params: nothing,
    result: z
      .object({ blockchains: listOf(z.object({ id, name: z.string(), subnetID: id, vmID: id })) })
      .superRefine(noneTwice(({ blockchains }) => blockchains.map(({ id }) => id))),
    sample: {
      params: {},
      result: {
        blockchains: [
          {
            id: "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM",
            name: "X-Chain",
            subnetID: primaryNetwork,
            vmID: "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq",
          },
        ],
      },
    },
    quirks: ["Reads the creation transaction of every chain."],
  }),
  "platform.getBlockchainStatus": read({
    on,
    summary: "Status of a chain on this node: Validating, Created, Preferred, Syncing or Unknown.",
    params: z.object({ blockchainID: sentName }),
    result: z.object({ status: z.string() }),
    sample: { params: { blockchainID: "X" }, result: { status: "Validating" } },
    quirks: ["Accepts an alias as well.", "The P-Chain is always Syncing."],
  }),
  "platform.validatedBy": read({
    on,
    summary: "Subnet that validates a chain.",
    params: z.object({ blockchainID: sentId.optional() }),
    result: z.object({ subnetID: id }),
    sample: { params: { blockchainID }, result: { subnetID } },
    refusals: { not_found: /^problem retrieving blockchain "\w+": not found$/ },
    quirks: ["Does not accept an alias.", "If blockchainID is omitted, the P-Chain is assumed."],
  }),
  "platform.validates": read({
    on,
    summary: "Chains that a subnet validates.",
    params: optionalSubnet,
    result: z.object({ blockchainIDs: list(id) }),
    sample: { params: { subnetID }, result: { blockchainIDs: [blockchainID] } },
    refusals: { not_found: /^problem retrieving subnet "\w+": not found$|^"\w+" is not a subnet$/ },
  }),
  "platform.getMinStake": read({
    on,
    summary: "Minimum stake of a validator and of a delegator (nAVAX on the primary network).",
    params: optionalSubnet,
    result: z.object({ minValidatorStake: uint64, minDelegatorStake: uint64 }),
    sample: { params: {}, result: { minValidatorStake: "2000000000000", minDelegatorStake: "25000000000" } },
    refusals: { not_found: /^failed fetching subnet transformation for \w+: not found$/ },
    quirks: [
      "Permissioned subnets, L1s and unknown subnets have none.",
      "Does not take the chain lock for the primary network.",
    ],
  }),
  "platform.getTotalStake": read({
    on,
    summary: "Total weight of validators and delegators (nAVAX on the primary network).",
    locks: false,
    params: optionalSubnet,
    result: alsoNamed({ weight: "stake" }, z.object({ weight: uint64 })),
    sample: { params: {}, result: { stake: "279825917679866811", weight: "279825917679866811" } },
    quirks: [
      "stake has the same value and is deprecated; old nodes return only stake.",
      "An unknown subnet has 0; inactive validators of an L1 are included.",
    ],
  }),
};
