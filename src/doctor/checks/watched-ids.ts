/** Checks that watched subnets, L1 validators and blockchains exist on the P-Chain. */
import { primaryNetwork } from "../../contract/ids.ts";
import { type Check, type Finding, type Findings, ok, problem } from "../check.ts";
import { joinFirst } from "../format.ts";
import type { NodeQueries } from "../node-queries.ts";

function exist(count: number, noun: string): Findings {
  if (count === 0) return [];
  return ok(count > 1 ? `The ${count} watched ${noun}s exist.` : `The watched ${noun} exists.`);
}

async function missingSubnet(id: string, key: string, { call, command }: NodeQueries): Promise<Finding> {
  const why = "No metrics are exported for it, and every run of its collector fails.";
  const subnet = (await call("platform.validatedBy", { blockchainID: id })).value?.subnetID;
  if (subnet !== undefined) {
    const fix = `In ${key}, use the ID of the subnet that validates it: \`${subnet}\`.`;
    return problem(`${id} is the ID of a blockchain, not of a subnet.`, why, fix);
  }
  return problem(
    `The subnet ${id} does not exist on this network.`,
    why,
    `Check ${key}: the ID may be misspelled or belong to another network.`,
    `List all subnets: ${command("call platform.getSubnets")}.`,
  );
}

export const watchedSubnets: Check = {
  name: "watched-subnets",
  async run(node) {
    const ofNodes = node.watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids).filter((id) => id !== primaryNetwork);
    const keys = new Map([
      ...ofNodes.map((id) => [id, "subnet_ids of watch.node_ids"] as const),
      ...node.watch.subnet_ids.map(({ id }) => [id, "watch.subnet_ids"] as const),
    ]);
    const found: Finding[] = [];
    let known = 0;
    for (const [id, key] of keys) {
      const { value, error } = await node.call("platform.getSubnet", { subnetID: id });
      if (value) known++;
      if (error?.unavailable === "not_found") found.push(await missingSubnet(id, key, node));
    }
    return found.length > 0 ? found : exist(known, "subnet");
  },
};

export const watchedValidations: Check = {
  name: "watched-l1-validators",
  async run({ call, watch, command }) {
    const missing: string[] = [];
    let known = 0;
    for (const id of watch.validation_ids) {
      const { value, error } = await call("platform.getL1Validator", { validationID: id });
      if (value) known++;
      if (error?.unavailable === "not_found") missing.push(id);
    }
    if (missing.length === 0) return exist(known, "L1 validator");
    return problem(
      `The P-Chain has no L1 validator ${joinFirst(missing)}.`,
      "avax_l1_validator_present is 0, and its balance is not exported. An inactive validator would still be listed: this one has been removed or never existed.",
      "Check watch.validation_ids: it needs validation IDs of this network, not IDs of nodes, subnets or transactions.",
      `List the validation IDs of an L1: ${command(`call platform.getCurrentValidators '{"subnetID":"SUBNET"}'`)}.`,
    );
  },
};

async function missingBlockchain(id: string, { call, command }: NodeQueries): Promise<Finding> {
  const why = "Its status is exported as Unknown, and it has no aliases.";
  const chains = (await call("platform.validates", { subnetID: id })).value?.blockchainIDs ?? [];
  if (chains.length > 0) {
    const fix = `In watch.blockchain_ids, use the ID of its blockchain: \`${joinFirst(chains)}\`.`;
    return problem(`${id} is the ID of a subnet, not of a blockchain.`, why, fix);
  }
  return problem(
    `The blockchain ${id} does not exist on this network.`,
    why,
    "Check watch.blockchain_ids: the ID may be misspelled or belong to another network.",
    `List all blockchains: ${command("call platform.getBlockchains")}.`,
  );
}

const noCollectorFinding = ({ set }: NodeQueries): Finding =>
  problem(
    "Blockchains are watched, but no collector exports them.",
    "watch.blockchain_ids has no effect: both collectors that use it, blockchains and admin, are disabled.",
    `Export their status: ${set("collector.blockchains", true)}.`,
    `Export their aliases, if the node runs with \`--api-admin-enabled=true\`: ${set("collector.admin", true)}.`,
  );

export const watchedBlockchains: Check = {
  name: "watched-blockchains",
  async run(node) {
    const ids = node.watch.blockchain_ids;
    if (ids.length > 0 && !node.isOn("blockchains") && !node.isOn("admin")) return noCollectorFinding(node);
    const found: Finding[] = [];
    let known = 0;
    for (const id of ids) {
      const status = (await node.call("platform.getBlockchainStatus", { blockchainID: id })).value?.status;
      if (status !== undefined) known++;
      if (status === "Unknown") found.push(await missingBlockchain(id, node));
    }
    return found.length > 0 ? found : exist(known, "blockchain");
  },
};
