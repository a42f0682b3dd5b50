/** Output of the doctor for problems of the configuration or at run time: golden files; review their changes. */
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { primaryNetwork } from "../../src/api/ids.ts";
import type { Simulator, SimulatorOptions } from "../../src/simulator/simulator.ts";
import { startNode } from "../support/exporter.ts";
import { createTime, type Front, startFront, startPatient, type Time, textOf, troublesOf } from "./support.ts";

type Situation = {
  readonly simulator?: SimulatorOptions;
  /** Settings in addition to node.url, or in place of it. */
  readonly config?: (simulator: Simulator, url: string) => object;
  readonly alter?: Front["alter"];
  readonly meanwhile?: (simulator: Simulator, time: Time) => void;
};

const stranger = "NodeID-P7oB2McjBGgW2NXXWVYjV8JEDFoW9xDE5";
const another = "NodeID-GWPcbFJZFfZreETSoWjPimr846mXEKCtu";
const unknownId = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";
const unknownSubnet = "282EgPewdSik4G9uV3TvsgW1zzHueapYuSQtJEA2q5fSPRoSL";
const unknownVm = "srEXiWaHuhNyGwPUi444Tu47ZEDwxTWrbQiuD7FmgSAQ6X7Dy";
/** A node whose health checks with these names fail. */
const failingChecks = (failing: Readonly<Record<string, object>>): Situation => ({
  alter({ method }, result: { checks: Record<string, object> }) {
    if (method !== "health.health") return result;
    const failed = Object.entries(failing).map(([name, check]) => [
      name,
      { timestamp: "2026-11-21T11:59:00Z", duration: 4000, ...result.checks[name], ...check },
    ]);
    return { healthy: false, checks: { ...result.checks, ...Object.fromEntries(failed) } };
  },
});
const result = (field: string, kind: "missing" | "mistyped") => ({ kind, field });

const situations: Readonly<Record<string, Situation>> = {
  "a watched node that validates nothing": { config: () => ({ watch: { node_ids: [stranger] } }) },
  "two watched nodes that validate nothing": { config: () => ({ watch: { node_ids: [stranger, another] } }) },
  "a watched node that is not on its subnet": {
    config: ({ chain }) => ({
      watch: { node_ids: [{ id: chain.names.nodeId(7), subnet_ids: [chain.subnets.all()[1]?.id, unknownId] }] },
    }),
  },
  "a subnet that does not exist": { config: () => ({ watch: { subnet_ids: [unknownId] } }) },
  "a blockchain in place of a subnet": {
    config: ({ chain }) => ({ watch: { subnet_ids: [chain.subnets.all()[0]?.chain] } }),
  },
  "a subnet in place of a blockchain": {
    config: ({ chain }) => ({ watch: { blockchain_ids: [chain.subnets.all()[0]?.id] } }),
  },
  "a blockchain that does not exist": { config: () => ({ watch: { blockchain_ids: [unknownId] } }) },
  "an L1 validator that does not exist": { config: () => ({ watch: { validation_ids: [unknownId] } }) },
  "addresses of another network": {
    simulator: { network: "fuji" },
    config: () => ({ watch: { addresses: ["P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"] } }),
  },
  "an address of an EVM chain that the node does not run": {
    config: ({ chain }) => ({
      watch: {
        evm_addresses: [{ id: "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC", chain: chain.subnets.l1s()[0]?.chain }],
      },
    }),
  },
  "the info API off": {
    simulator: {
      faults: (
        [
          "info.getNodeID",
          "info.getNodeVersion",
          "info.getNetworkID",
          "info.getNetworkName",
          "info.getNodeIP",
          "info.isBootstrapped",
          "info.uptime",
          "info.upgrades",
        ] as const
      ).map((method) => ({ method, fault: { kind: "api-off" } as const })),
    },
  },
  "the health API off": { simulator: { faults: [{ method: "health.health", fault: { kind: "api-off" } }] } },
  "further nodes, each with its own": {
    simulator: { index: false },
    config: ({ chain }, url) => ({
      node: undefined,
      watch: { blockchain_ids: [chain.subnets.all()[0]?.chain] },
      nodes: {
        "mainnet-1": { url, collectors: { "x-fee": { enabled: true } } },
        "mainnet-2": {
          url: url.replace("127.0.0.1", "localhost"),
          watch: { blockchain_ids: [chain.subnets.all()[0]?.chain] },
        },
      },
    }),
  },
  "a block from the future": {
    alter: ({ method }, result) =>
      method === "platform.getTimestamp" ? { timestamp: "2026-11-21T13:00:00Z" } : result,
  },
  "a chain whose virtual machine is missing": failingChecks({
    [unknownId]: {
      error: `failed to create chain on subnet ${unknownSubnet}: error while getting vmFactory: "${unknownVm}" was not found`,
    },
    bootstrapped: { message: [unknownSubnet], error: "subnets not bootstrapped" },
  }),
  "a watched chain whose virtual machine is missing": {
    ...failingChecks({
      [unknownId]: {
        error: `failed to create chain on subnet ${unknownSubnet}: error while getting vmFactory: "${unknownVm}" was not found`,
      },
    }),
    config: () => ({ watch: { subnet_ids: [{ id: unknownSubnet, alias: "our L1" }] } }),
  },
  "a chain of Ethereum that does not serve its blocks": {
    simulator: { faults: [{ method: "eth.getHeaderByNumber", fault: { kind: "method-unknown" } }] },
  },
  "a chain that cannot be created": failingChecks({
    [unknownId]: { error: `failed to create chain on subnet ${unknownSubnet}: error while creating vm: exit status 1` },
    bootstrapped: { message: [unknownSubnet, primaryNetwork], error: "subnets not bootstrapped" },
  }),
  "a full set that takes 8 seconds": {
    simulator: { faults: [{ method: "platform.getCurrentValidators", fault: { kind: "busy", ms: 8000 } }] },
  },
  "a full set that never comes": {
    simulator: { faults: [{ method: "platform.getCurrentValidators", fault: { kind: "hang" } }] },
    config: () => ({
      collectors: {
        "p-validators": { timeout: "200ms" },
        "watched-validators": { enabled: false },
        rewards: { enabled: false },
      },
    }),
  },
  "a P-Chain that never answers": {
    simulator: {
      faults: (["platform.getHeight", "platform.getTimestamp", "platform.getProposedHeight"] as const).map(
        (method) => ({ method, fault: { kind: "error", message: "database closed" } as const }),
      ),
    },
  },
  "an answer that is not as it should be": {
    simulator: { faults: [{ method: "platform.getFeeState", fault: result("price", "missing") }] },
  },
  "too many series": {
    simulator: { validators: 40 },
    config: () => ({ validators: { detail: "all" }, series_limit: 300 }),
  },
  "nearly too many series": {
    config: () => ({ validators: { detail: "all" }, series_limit: 320 }),
  },
  "a watched primary network": {
    config: ({ chain }) => ({ watch: { node_ids: [{ id: chain.names.nodeId(3), subnet_ids: [primaryNetwork] }] } }),
  },
};

/** Situations without a problem and without a note. */
const harmless: Readonly<Record<string, Situation>> = {
  "a node of a version without numbers": {
    alter: ({ method }, result: object) =>
      method === "info.getNodeVersion" ? { ...result, version: "built by hand" } : result,
  },
  "a proposed height at the limit": {
    alter({ method }, result) {
      if (method === "platform.getProposedHeight") return { height: "17" };
      return method === "platform.getHeight" ? { height: "81" } : result;
    },
  },
  "a quiet P-Chain on Fuji": {
    simulator: { scenario: "quiet", blockEvery: 86_400, maxBlockGap: 86_400 },
    meanwhile: (_simulator, time) => time.pass(1200),
  },
  "an old P-Chain on a network of one's own": {
    simulator: { blocksFor: 60, network: "local" },
    meanwhile: (_simulator, time) => time.pass(3 * 86_400),
  },
};

const time = createTime();
const shared = await startNode({ now: time.now, pause: time.pause }, afterAll);

/** Returns the problems and notes of the doctor. Situations that do not change the node share one. */
async function examine({ simulator: options, config, alter, meanwhile }: Situation) {
  const front = alter && { alter };
  if (!options && !meanwhile) {
    const url = await startFront([shared.url], time, front);
    return troublesOf({ node: { url }, ...config?.(shared.simulator, url) }, time);
  }
  const own = createTime();
  const { simulator, url } = await startPatient(own, options, front);
  meanwhile?.(simulator, own);
  return troublesOf({ node: { url }, ...config?.(simulator, url) }, own);
}

test.each(Object.entries(situations))("%s: the output matches the golden file", async (name, situation) => {
  const file = name.toLowerCase().replace(/\W+/g, "-");
  await expect(textOf(await examine(situation))).toMatchFileSnapshot(join("golden/situations", `${file}.txt`));
});

test.each(Object.entries(harmless))("%s: there is no problem and no note", async (_name, situation) => {
  expect((await examine(situation)).flatMap(({ findings }) => findings)).toEqual([]);
});
