/** The exporter of nodes with missing features: these are no failures, and no values are invented. */
import { afterEach, expect, test } from "vitest";
import { expectAgreement, flagsOf } from "./support/agreement.ts";
import { type AvalancheNode, checked, startNode } from "./support/avalanche-node.ts";
import type { Watched } from "./support/expected.ts";
import { type Exporter, everySecond, type Page, ready, startExporter } from "./support/exporter.ts";
import { genesis, idOf } from "./support/identities.ts";
import { populate, populateBeforeEtna } from "./support/populate.ts";
import type { Release } from "./support/programs.ts";

let node: AvalancheNode;
let exporter: Exporter | undefined;
afterEach(async () => {
  await exporter?.stop();
  await node?.stop();
});

async function start(release: Release, flags: readonly string[] = []) {
  exporter = undefined;
  node = await startNode({ release, flags });
  await checked(node);
}
async function observe(watched: Watched, flags: readonly string[] = []): Promise<Page> {
  exporter = await startExporter([`--node.url=${node.url}`, ...flagsOf(watched), ...flags, ...everySecond]);
  await ready(exporter);
  await expectAgreement(node, exporter, watched);
  return exporter.page();
}

const failures = ({ names, value }: Page) =>
  names.filter(
    (name) => /^avax_exporter_(collector_failures_total|node_identity_changes_total)/.test(name) && value(name) !== 0,
  );
/** The collectors that the node does not support. */
const unavailable = ({ names }: Page) =>
  names.flatMap((name) => /^avax_exporter_collector_unavailable\{collector="(.*?)",/.exec(name)?.[1] ?? []);
const verdict = (page: Page) => ({
  up: page.value("avax_up"),
  failures: failures(page),
  unavailable: unavailable(page).sort(),
});

const unknown = idOf("unknown");
type State = Awaited<ReturnType<typeof populateBeforeEtna>>;

/** Everything but what is L1. */
const allOf = ({ permissioned, primary, addresses }: State) =>
  ({
    nodes: [{ id: primary.self }, { id: primary.other }, { id: primary.absent }],
    subnets: [{ id: permissioned.subnetId }],
    validationIds: [unknown],
    addresses: [addresses.p, addresses.x],
    detail: "all",
  }) satisfies Watched;

test("v1.12.2 has the whole catalog but epochs", async () => {
  await start("v1.12.2");
  const state = await populate(node, 3_600n);
  const all = allOf(state);
  const page = await observe({
    ...all,
    subnets: [...all.subnets, { id: state.l1.subnetId }],
    validationIds: [state.l1.healthy.validationId, unknown],
  });
  expect(verdict(page)).toEqual({ up: 1, failures: [], unavailable: ["epochs"] });
});

test("v1.11.13, with a network older than Etna, has everything except epochs, fees and L1s", async () => {
  await start("v1.11.13");
  const page = await observe(allOf(await populateBeforeEtna(node)));
  expect(verdict(page)).toEqual({
    up: 1,
    failures: [],
    unavailable: ["epochs", "p-fee", "p-validator-fee", "p-validator-fee-config", "x-fee"],
  });
  const made = page.names.filter((name) =>
    /^avax_(pchain_gas|pchain_(validator_)?fee|xchain_.*fee|l1_validator_b)/.test(name),
  );
  expect(made).toEqual([]);
  expect(page.text).not.toMatch(/NaN|Inf$/m);
});

test("a fresh node without the index exports everything else", async () => {
  await start("v1.14.0", ["--index-enabled=false"]);
  const some = { nodes: [{ id: genesis.first }], detail: "all" } as const;
  const page = await observe(some);
  expect(verdict(page)).toEqual({ up: 1, failures: [], unavailable: ["index"] });
});
