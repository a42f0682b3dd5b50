/** The watched IDs of things that the P-Chain knows. */
import { primaryNetwork } from "../../contract/ids.ts";
import { type Check, type Finding, type Findings, ok, problem } from "../check.ts";
import type { Interview } from "../interview.ts";
import { some } from "../words.ts";

function exist(count: number, noun: string): Findings {
  if (count === 0) return [];
  return ok(count > 1 ? `The ${count} watched ${noun}s exist.` : `The watched ${noun} exists.`);
}

async function missingSubnet(id: string, key: string, { ask, command }: Interview): Promise<Finding> {
  const why = "Nothing can be told of it, and its collector counts a failure each round.";
  const subnet = (await ask("platform.validatedBy", { blockchainID: id })).value?.subnetID;
  if (subnet !== undefined) {
    const fix = `In ${key}, write the ID of the subnet that validates it: \`${subnet}\`.`;
    return problem(`${id} is the ID of a blockchain, not of a subnet.`, why, fix);
  }
  return problem(
    `There is no subnet ${id} on this network.`,
    why,
    `Is it mistyped, or of another network? Correct ${key}.`,
    `The node lists all of them: ${command("call platform.getSubnets")}.`,
  );
}

export const watchedSubnets: Check = {
  name: "watched subnets",
  async run(node) {
    const ofNodes = node.watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids).filter((id) => id !== primaryNetwork);
    const keys = new Map([
      ...ofNodes.map((id) => [id, "subnet_ids of watch.node_ids"] as const),
      ...node.watch.subnet_ids.map(({ id }) => [id, "watch.subnet_ids"] as const),
    ]);
    const found: Finding[] = [];
    let known = 0;
    for (const [id, key] of keys) {
      const { value, error } = await node.ask("platform.getSubnet", { subnetID: id });
      if (value) known++;
      if (error?.unavailable === "not_found") found.push(await missingSubnet(id, key, node));
    }
    return found.length > 0 ? found : exist(known, "subnet");
  },
};

export const watchedValidations: Check = {
  name: "watched L1 validators",
  async run({ ask, watch, command }) {
    const missing: string[] = [];
    let known = 0;
    for (const id of watch.validation_ids) {
      const { value, error } = await ask("platform.getL1Validator", { validationID: id });
      if (value) known++;
      if (error?.unavailable === "not_found") missing.push(id);
    }
    if (missing.length === 0) return exist(known, "L1 validator");
    return problem(
      `The P-Chain knows no L1 validator ${some(missing)}.`,
      "avax_l1_validator_present is 0, and its balance is not told. One whose balance has run out would still be known: this one was removed, or never was.",
      "Is it a validation ID (not a NodeID's, a subnet's or a transaction's), and of this network? Correct watch.validation_ids.",
      `The IDs of an L1 are in ${command(`call platform.getCurrentValidators '{"subnetID":"SUBNET"}'`)}.`,
    );
  },
};

async function missingBlockchain(id: string, { ask, command }: Interview): Promise<Finding> {
  const why = "Its status is told as Unknown, and it has no aliases.";
  const chains = (await ask("platform.validates", { subnetID: id })).value?.blockchainIDs ?? [];
  if (chains.length > 0) {
    const fix = `In watch.blockchain_ids, write the ID of its blockchain: \`${some(chains)}\`.`;
    return problem(`${id} is the ID of a subnet, not of a blockchain.`, why, fix);
  }
  return problem(
    `There is no blockchain ${id} on this network.`,
    why,
    "Is it mistyped, or of another network? Correct watch.blockchain_ids.",
    `The node lists all of them: ${command("call platform.getBlockchains")}.`,
  );
}

const watchedInVain = ({ set }: Interview): Finding =>
  problem(
    "Blockchains are watched, and no collector tells of them.",
    "The two collectors that do, blockchains and admin, are off: watch.blockchain_ids is in vain.",
    `Their status: ${set("collector.blockchains", true)}.`,
    `Their names on this node, where it runs with \`--api-admin-enabled=true\`: ${set("collector.admin", true)}.`,
  );

export const watchedBlockchains: Check = {
  name: "watched blockchains",
  async run(node) {
    const ids = node.watch.blockchain_ids;
    if (ids.length > 0 && !node.isOn("blockchains") && !node.isOn("admin")) return watchedInVain(node);
    const found: Finding[] = [];
    let known = 0;
    for (const id of ids) {
      const status = (await node.ask("platform.getBlockchainStatus", { blockchainID: id })).value?.status;
      if (status !== undefined) known++;
      if (status === "Unknown") found.push(await missingBlockchain(id, node));
    }
    return found.length > 0 ? found : exist(known, "blockchain");
  },
};
