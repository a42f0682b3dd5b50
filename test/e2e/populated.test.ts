/** The exporter of a real node with data of every kind: the complete catalog is compared with the node's responses. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { expectAgreement, flagsOf, watchOf } from "./support/agreement.ts";
import { type AvalancheNode, servesC, startNode } from "./support/avalanche-node.ts";
import type { Watched } from "./support/expected.ts";
import { type Exporter, everySecond, oftenSettings, ready, startExporter } from "./support/exporter.ts";
import { genesis, idOf } from "./support/identities.ts";
import { everyUpgrade } from "./support/own-network.ts";
import { type Populated, populate } from "./support/populate.ts";
import { transfer } from "./support/transactions.ts";

/** Longer than the tests take: no L1 validator becomes inactive meanwhile. */
const shortSeconds = 3600n;
const unknown = idOf("unknown");

let node: AvalancheNode;
/** Whether the node serves the C-Chain. */
let hasC: boolean;
let state: Populated;
let watched: Watched;
let exporter: Exporter;

beforeAll(async () => {
  node = await startNode({ flags: await everyUpgrade() });
  hasC = await servesC(node);
  state = await populate(node, shortSeconds);
  const { permissioned, l1, primary, addresses } = state;
  watched = {
    nodes: [{ id: primary.self }, { id: primary.other }, { id: primary.absent }, { id: genesis.first }],
    subnets: [{ id: permissioned.subnetId }, { id: l1.subnetId }],
    validationIds: [l1.healthy.validationId, unknown],
    addresses: [addresses.p, addresses.x, addresses.payer, ...(hasC ? [addresses.c] : [])],
    evmAddresses: hasC ? ["0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"] : [],
    detail: "all",
  };
  exporter = await startExporter([`--node.url=${node.url}`, ...flagsOf(watched), ...everySecond]);
  await ready(exporter);
});
afterAll(async () => {
  await exporter?.stop();
  await node?.stop();
});

const p = (method: string, params = {}) => node.ask("/ext/bc/P", method, params);

test("the page has exactly the catalog's series of all watched items, and each value is the node's", async () => {
  await expectAgreement(node, exporter, watched);
});

test("each address has what other chains have exported to it", async () => {
  const page = await exporter.page();
  const { p: onP, x: onX, c: onC } = state.addresses;
  const exported = (address: string, chain: string, source: string) =>
    page.value(`avax_address_exported_avax{address="${address}",chain="${chain}",source_chain="${source}"}`);
  expect([exported(onP, "P", "X"), exported(onP, "P", "C")]).toEqual([19.000000005, hasC ? 23.000000007 : 0]);
  expect([exported(onX, "X", "P"), exported(onX, "X", "C")]).toEqual([30.000000003, hasC ? 29 : 0]);
  if (!hasC) return;
  expect([exported(onC, "C", "P"), exported(onC, "C", "X")]).toEqual([31.000000009, 37]);
});

test("a transaction moves the page to the node's next block", async () => {
  const { height } = await p("platform.getHeight");
  await transfer(state.wallet, state.wallet.output(1n, new Uint8Array(20)));
  await expectAgreement(node, exporter, watched);
  const page = await exporter.page();
  expect(page.value("avax_pchain_height")).toBe(Number(height) + 1);
});

test("a file can select the watched items and their subnets; other items have no series", async () => {
  const { permissioned, l1, primary } = state;
  const some: Watched = {
    nodes: [
      { id: primary.self, alias: "ours" },
      { id: permissioned.nodeId, subnetId: permissioned.subnetId, alias: "theirs" },
      { id: l1.legacy, subnetId: l1.subnetId, alias: "legacy" },
      { id: primary.absent, subnetId: permissioned.subnetId },
    ],
    subnets: [{ id: l1.subnetId, alias: "our L1" }],
    validationIds: [l1.inactive.validationId],
  };
  const file = join(await temporaryFolder(), "exporter.yml");
  await writeFile(file, JSON.stringify({ watch: watchOf(some), ...oftenSettings })); // is YAML too
  const second = await startExporter([`--node.url=${node.url}`, `--config.file=${file}`]);
  onTestFinished(async () => void (await second.stop()));
  await expectAgreement(node, second, some);
});

test("validations are exported individually if their L1 is not tracked", async () => {
  const { healthy, short, inactive } = state.l1;
  const some = { validationIds: [healthy.validationId, short.validationId, inactive.validationId, unknown] };
  const second = await startExporter([`--node.url=${node.url}`, ...flagsOf(some), ...everySecond]);
  onTestFinished(async () => void (await second.stop()));
  await expectAgreement(node, second, some);
});
