/** The exporter of a real node with data of every kind: the complete catalog is compared with the node's responses. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ofPrometheus } from "../../src/tools/packaging/programs.ts";
import { temporaryFolder } from "../support/folder.ts";
import { scaled } from "../support/limits.ts";
import { expectAgreement, flagsOf, watchOf } from "./support/agreement.ts";
import { type AvalancheNode, startNode } from "./support/avalanche-node.ts";
import type { Watched } from "./support/expected.ts";
import { type Exporter, everySecond, oftenSettings, type Page, ready, startExporter } from "./support/exporter.ts";
import { genesis, idOf } from "./support/identities.ts";
import { type Populated, populate } from "./support/populate.ts";
import { eventually } from "./support/programs.ts";
import { disable, topUp, transfer } from "./support/transactions.ts";

/** From the conversion to the end of the nearly empty validator's balance. */
const shortSeconds = 60n;
const unknown = idOf("unknown");

let node: AvalancheNode;
let state: Populated;
let watched: Watched;
let exporter: Exporter;

beforeAll(async () => {
  node = await startNode();
  state = await populate(node, shortSeconds);
  const { permissioned, l1, primary, addresses } = state;
  watched = {
    nodes: [{ id: primary.self }, { id: primary.other }, { id: primary.absent }, { id: genesis.first }],
    subnets: [{ id: permissioned.subnetId }, { id: l1.subnetId }],
    validationIds: [l1.healthy.validationId, unknown],
    addresses: [addresses.p, addresses.x, addresses.c, addresses.payer],
    evmAddresses: ["0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC"],
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
const l1Labels = () => `{subnet_id="${state.l1.subnetId}"}`;
const ofShort = (end: string) => {
  const { subnetId, short } = state.l1;
  return `avax_l1_validator_${end}{subnet_id="${subnetId}",validation_id="${short.validationId}",node_id="${short.nodeId}"}`;
};
const exhaustion = "balance_exhaustion_timestamp_seconds";

/** The time at which the balance runs out by the node's values, and the times that the exporter has reported so far. */
let predicted: number;
const reported: (number | undefined)[] = [];
let first: Page;
const listen = async () => {
  const page = await exporter.page();
  reported.push(page.value(ofShort(exhaustion)));
  return page;
};

test("the balance of the nearly empty validator runs out at the time of the fee state plus balance ÷ fee", async () => {
  const { balance } = await p("platform.getL1Validator", { validationID: state.l1.short.validationId });
  const { timestamp, price } = await p("platform.getValidatorFeeState");
  predicted = Date.parse(timestamp) / 1000 + Number(balance) / Number(price);
  first = await listen();
  expect(first.value(ofShort(exhaustion))).toBe(predicted);
});

test("the page has exactly the catalog's series of all watched items, and each value is the node's", async () => {
  await expectAgreement(node, exporter, watched);
});

test("each address has what other chains have exported to it", async () => {
  const page = await exporter.page();
  const { p: onP, x: onX, c: onC } = state.addresses;
  const exported = (address: string, chain: string, source: string) =>
    page.value(`avax_address_exported_avax{address="${address}",chain="${chain}",source_chain="${source}"}`);
  expect([exported(onP, "P", "X"), exported(onP, "P", "C")]).toEqual([19.000000005, 23.000000007]);
  expect([exported(onX, "X", "P"), exported(onX, "X", "C")]).toEqual([30.000000003, 29]);
  expect([exported(onC, "C", "P"), exported(onC, "C", "X")]).toEqual([31.000000009, 37]);
});

test("a transaction moves the page to the node's next block", async () => {
  const { height } = await p("platform.getHeight");
  await transfer(state.wallet, state.wallet.output(1n, new Uint8Array(20)));
  await expectAgreement(node, exporter, watched);
  const page = await listen();
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
  await listen();
});

test("validations are exported individually if their L1 is not tracked", async () => {
  const { healthy, short, inactive } = state.l1;
  const some = { validationIds: [healthy.validationId, short.validationId, inactive.validationId, unknown] };
  const second = await startExporter([`--node.url=${node.url}`, ...flagsOf(some), ...everySecond]);
  onTestFinished(async () => void (await second.stop()));
  await expectAgreement(node, second, some);
  await listen();
});

test("the node evicts the nearly empty validator at the exact second that every page has predicted", async () => {
  const validation = { validationID: state.l1.short.validationId };
  await eventually(
    "the eviction",
    async () => {
      await listen();
      return (await p("platform.getL1Validator", validation)).balance === "0" || undefined;
    },
    scaled(120_000),
  );
  const { timestamp } = await p("platform.getTimestamp");
  expect(Date.parse(timestamp) / 1000).toBe(predicted);
  await expectAgreement(node, exporter, watched);
  const reportedUntilThen = reported.slice(0, reported.lastIndexOf(predicted) + 1);
  expect(reportedUntilThen.length).toBeGreaterThan(10);
  expect(new Set(reportedUntilThen)).toEqual(new Set([predicted]));
  expectInactive(first, await exporter.page());
});

function expectInactive(before: Page, after: Page) {
  expect(["balance_avax", "active", exhaustion].map((end) => after.value(ofShort(end)))).toEqual([0, 0, undefined]);
  expect(after.value(ofShort("weight"))).toBe(before.value(ofShort("weight")));
  const fall = (name: string) => Number(before.value(name + l1Labels())) - Number(after.value(name + l1Labels()));
  expect([fall("avax_l1_validators_active"), fall("avax_validators_weight")]).toEqual([1, 0]);
}

test("a top-up makes it active again", async () => {
  await topUp(state.wallet, state.l1.short.validationId, 1_000n);
  await expectAgreement(node, exporter, watched);
  const page = await exporter.page();
  const { timestamp } = await p("platform.getTimestamp");
  expect(["active", exhaustion].map((end) => page.value(ofShort(end)))).toEqual([
    1,
    Date.parse(timestamp) / 1000 + 1_000,
  ]);
});

test("a validator that its owner disables is inactive, its balance paid back", async () => {
  const { healthy, subnetId } = state.l1;
  await disable(state.wallet, healthy.validationId);
  await expectAgreement(node, exporter, watched);
  const page = await exporter.page();
  const labels = `{subnet_id="${subnetId}",validation_id="${healthy.validationId}",node_id="${healthy.nodeId}"}`;
  expect(page.value(`avax_l1_validator_active${labels}`)).toBe(0);
  expect(page.value(`avax_l1_validators_active${l1Labels()}`)).toBe(2); // the topped up one and the legacy one
});
