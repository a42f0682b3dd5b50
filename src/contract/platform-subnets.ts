/** P-Chain methods for subnets, L1s, their chains and their stake. */
import * as z from "zod";
import { primaryNetwork } from "./ids.ts";
import { mebibyte, pChain } from "./method.ts";
import * as w from "./wire.ts";

const { read } = pChain;

const optionalSubnet = z.object({ subnetID: w.paramId.optional() });
/** Nodes from before L1s lack the field: the default is the placeholder for no ID. */
const optionalId = w.id.default(primaryNetwork);
const onlyElastic = {
  expectedErrors: { not_found: /^failed fetching subnet transformation for \w+: not found$/ },
  quirks: [
    "Permissioned subnets, L1s and unknown subnets have none.",
    "Does not take the chain lock for the primary network.",
  ],
};
const subnetID = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const blockchainID = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";

export const subnets = {
  "platform.getSubnet": read({
    summary: "Owner and kind (permissioned, elastic or L1) of a subnet.",
    since: "1.11.0",
    params: z.object({ subnetID: w.paramId }),
    result: z.object({
      isPermissioned: z.boolean(),
      controlKeys: w.nullableList(z.string()),
      threshold: w.uint32,
      locktime: w.uint64,
      subnetTransformationTxID: w.id,
      conversionID: optionalId,
      managerChainID: optionalId,
      managerAddress: z.string().nullable().default(null),
    }),
    exampleParams: { subnetID },
    expectedErrors: { not_found: /^not found$|^the primary network isn't a subnet$/ },
    quirks: [
      "The owner is always returned, also for elastic subnets and L1s: classify by isPermissioned and conversionID.",
      "The primary network is rejected, also if subnetID is omitted.",
    ],
  }),
  "platform.getSubnets": read({
    summary: "All subnets, or the given ones, with their owners.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({ ids: z.array(w.paramId).optional() }),
    result: z.object({
      subnets: w.nullableList(z.object({ id: w.id, controlKeys: w.nullableList(z.string()), threshold: w.uint32 })),
    }),
    quirks: [
      "The list ends with an entry for the primary network, unless ids is given.",
      "subnets is null if none of the ids is known.",
      "The owner is empty for elastic subnets only.",
    ],
  }),
  "platform.getBlockchains": read({
    summary: "All chains except the P-Chain, with their subnets and VMs.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    deprecated: "1.9.12",
    result: z
      .object({ blockchains: w.listOf(z.object({ id: w.id, name: z.string(), subnetID: w.id, vmID: w.id })) })
      .superRefine(w.uniqueBy(({ blockchains }) => blockchains.map(({ id }) => id))),
    quirks: ["Reads the creation transaction of every chain."],
  }),
  "platform.getBlockchainStatus": read({
    summary: "Status of a chain on this node: Validating, Created, Preferred, Syncing or Unknown.",
    params: z.object({ blockchainID: w.paramAliasOrId }),
    result: z.object({ status: z.string() }),
    exampleParams: { blockchainID: "X" },
    quirks: ["Accepts an alias as well.", "The P-Chain is always Syncing."],
  }),
  "platform.validatedBy": read({
    summary: "Subnet that validates a chain.",
    params: z.object({ blockchainID: w.paramId.optional() }),
    result: z.object({ subnetID: w.id }),
    exampleParams: { blockchainID },
    expectedErrors: { not_found: /^problem retrieving blockchain "\w+": not found$/ },
    quirks: ["Does not accept an alias.", "If blockchainID is omitted, the P-Chain is assumed."],
  }),
  "platform.validates": read({
    summary: "Chains that a subnet validates.",
    params: optionalSubnet,
    result: z.object({ blockchainIDs: w.nullableList(w.id) }),
    exampleParams: { subnetID },
    expectedErrors: { not_found: /^problem retrieving subnet "\w+": not found$|^"\w+" is not a subnet$/ },
  }),
  "platform.getMinStake": read({
    summary: "Minimum stake of a validator and of a delegator (nAVAX on the primary network).",
    params: optionalSubnet,
    result: z.object({ minValidatorStake: w.uint64, minDelegatorStake: w.uint64 }),
    ...onlyElastic,
  }),
  "platform.getStakingAssetID": read({
    summary: "Staking asset of a subnet.",
    params: optionalSubnet,
    result: w.withAliases({ assetID: "assetId" }, z.object({ assetID: w.id })),
    ...onlyElastic,
  }),
  "platform.getTotalStake": read({
    summary: "Total weight of validators and delegators (nAVAX on the primary network).",
    takesLock: false,
    params: optionalSubnet,
    result: w.withAliases({ weight: "stake" }, z.object({ weight: w.uint64 })),
    quirks: [
      "stake has the same value and is deprecated; old nodes return only stake.",
      "An unknown subnet has 0; inactive validators of an L1 are included.",
    ],
  }),
};
