/** Expected page of a node, derived only from its raw responses and the catalog of metrics, without code of the exporter. */
import type { AnyMetric } from "../../../src/engine/metric.ts";
import { entities, factMetrics } from "../../../src/entities/all.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import type { Asked } from "./avalanche-node.ts";
import { gas, heights, indices, money, validatorFees } from "./expected/chains.ts";
import { epochs, signingShares } from "./expected/epochs.ts";
import { evm, evmBalances, evmUpgrades } from "./expected/evm.ts";
import { activeTotals, type Fees, feesOf, l1Validator, owners, ownKeys, validationOf } from "./expected/l1.ts";
import { l1Manager } from "./expected/l1-manager.ts";
import { l1Uptimes } from "./expected/l1-uptimes.ts";
import { balances, exported, health, nodeItself } from "./expected/node.ts";
import { notTracking, peers, upgrades, validatorNodes } from "./expected/peers.ts";
import { type Sample, sample } from "./expected/sample.ts";
import { subnetChains } from "./expected/subnet-chains.ts";
import {
  type Context,
  delegationsUntil,
  type Entry,
  entriesOf,
  heliconOf,
  subnet,
  subnetInfo,
  totals,
  validator,
} from "./expected/validators.ts";
import type { Page } from "./exporter.ts";

/** Watched items of the exporter. */
export type Watched = {
  /** The queried node too, which is then one of `nodes` on each subnet that it validates. */
  readonly own?: boolean;
  readonly nodes?: readonly { readonly id: string; readonly subnetId?: string; readonly alias?: string }[];
  readonly subnets?: readonly { readonly id: string; readonly alias?: string }[];
  readonly validationIds?: readonly string[];
  readonly addresses?: readonly string[];
  /** On the C-Chain. */
  readonly evmAddresses?: readonly string[];
  readonly detail?: "watched" | "all";
  /** The contracts that manage the validators of the subnets. */
  readonly managers?: boolean;
};

/** Every data series with its value. */
export async function expectedSeries(node: Asked, watched: Watched): Promise<ReadonlyMap<string, number>> {
  const { addresses = [], evmAddresses = [] } = watched;
  const samples = [
    await heights(node),
    await indices(node),
    await gas(node),
    await validatorFees(node),
    await money(node),
    await nodeItself(node),
    await health(node, watched.subnets ?? [], watched.nodes ?? []),
    await evm(node, onC),
    watchesSubnets(watched) ? await epochs(node, onC) : [],
    await subnetChains(node, watched.subnets ?? []),
    await ofL1Chains(node, watched),
    await upgrades(node),
    await peers(node, watched.nodes ?? []),
    await validatorNodes(node, await shownIn(node, watched)),
    await sets(node, watched),
    await balances(node, addresses),
    await exported(node, addresses),
    await evmBalances(node, evmAddresses),
  ].flat();
  return new Map([...samples, ...(await ownView(node, samples))]);
}

/** The queried node as the stake sees it, if it is watched: whether it is connected to enough of the stake, and the median of its uptime. */
async function ownView(node: Asked, samples: readonly Sample[]): Promise<Sample[]> {
  const { nodeID } = await node.ask("/ext/info", "info.getNodeID");
  const name = `avax_validator_present{subnet_id="${primaryNetwork}",node_id="${nodeID}"`;
  const [present, isPresent] = samples.find(([series]) => series.startsWith(name)) ?? [];
  if (!present || isPresent !== 1) return [];
  const valueWith = (start: string) => samples.find(([series]) => series.startsWith(start))?.[1];
  const connected = valueWith('avax_chain_connected_weight_ratio{chain="P"');
  const uptime = valueWith('avax_node_observed_uptime_ratio{stake_share="0.5"');
  const of = (fact: string, value: number): Sample => [present.replace("_present", fact), value];
  return [
    ...(connected === undefined ? [] : [of("_connected", connected >= 0.75 ? 1 : 0)]),
    ...(connected === undefined || connected < 0.75 || uptime === undefined
      ? []
      : [of("_uptime_ratio", Math.min(uptime + 0.005, 1))]),
  ];
}

/** Collectors of L1s run only if an L1, a subnet or a validator of one is watched. */
const watchesSubnets = ({ subnets = [], validationIds = [], nodes = [] }: Watched) =>
  subnets.length + validationIds.length > 0 || nodes.some((one) => subnetOf(one) !== primaryNetwork);

const onC = { chain: "C", subnet_id: primaryNetwork, alias: "" };

/** The chains of tracked subnets that the node runs: each has a health check of its name. */
async function ofL1Chains(node: Asked, { subnets = [], nodes = [] }: Watched): Promise<Sample[]> {
  const { checks } = await node.ask("/ext/health", "health.health");
  const samples: Sample[] = [];
  for (const { id: subnet_id, alias = "" } of subnets) {
    const { blockchainIDs } = await node.ask("/ext/bc/P", "platform.validates", { subnetID: subnet_id });
    for (const chain of blockchainIDs.filter((id: string) => id in checks)) {
      const labels = { chain, subnet_id, alias };
      const aliasOf = ({ nodeID }: { readonly nodeID: string }) =>
        nodes.find((one) => one.id === nodeID && subnetOf(one) === subnet_id)?.alias ?? "";
      samples.push(...(await epochs(node, labels)), ...(await l1Uptimes(node, labels, aliasOf)));
      samples.push(...(await signingShares(node, labels)), ...(await evmUpgrades(node, labels)));
    }
  }
  return samples;
}

async function sets(node: Asked, watched: Watched): Promise<Sample[]> {
  const { nodes = [], subnets = [], validationIds = [], detail = "watched" } = watched;
  const subnetIds = subnets.map(({ id }) => id);
  const { nodeID: self } = await node.ask("/ext/info", "info.getNodeID");
  const helicon = await heliconOf(node);
  const { networkName: network } = await node.ask("/ext/info", "info.getNetworkName");
  const fees = await feesOf(node);
  const samples: Sample[] = [subnetInfo({ subnet_id: primaryNetwork, kind: "primary" })];
  const subnetAlias = (subnetId: string) => subnets.find(({ id }) => id === subnetId)?.alias ?? "";
  const tracked = [primaryNetwork, ...subnetIds];
  for (const subnetId of new Set([...tracked, ...nodes.map(subnetOf)])) {
    const entries = await entriesOf(node, subnetId);
    const here = nodes.filter((one) => subnetOf(one) === subnetId);
    const alias = (nodeId: string) => here.find(({ id }) => id === nodeId)?.alias ?? "";
    const all = detail === "all" && tracked.includes(subnetId);
    samples.push(
      ...(tracked.includes(subnetId) ? totals(subnetId, subnetAlias(subnetId), entries) : []),
      ...here.flatMap(({ id, alias = "" }) => {
        const labels = { subnet_id: subnetId, node_id: id, alias };
        return [present(labels, entries), ...delegationsUntil(labels, entries, network)];
      }),
      ...oneByOne(
        subnetId,
        entries,
        { self, helicon, network, alias },
        (id) => all || here.some((one) => one.id === id),
      ),
    );
  }
  for (const one of subnets) {
    samples.push(...(await trackedSubnet(node, one, watched, fees)), ...(await notTracking(node, one)));
    const ownAlias = nodes.find(({ id, subnetId }) => id === self && subnetId === one.id)?.alias ?? "";
    if (watched.own) samples.push(...(await ownKeys(node, one.id, ownAlias)));
  }
  return [...samples, ...(await validations(node, validationIds, subnetIds, fees))];
}

/** The watched validators, and the L1 validators of the tracked L1s. */
async function shownIn(node: Asked, { nodes = [], subnets = [], validationIds = [] }: Watched) {
  const watched = nodes.map((one) => ({
    subnet_id: subnetOf(one),
    node_id: one.id,
    alias: one.alias ?? "",
    isWatched: true,
  }));
  const isKnown = (subnet: string, id: string) =>
    watched.some(({ subnet_id, node_id }) => subnet_id === subnet && node_id === id);
  const sets = subnets.map(async ({ id: subnet_id }) =>
    (await entriesOf(node, subnet_id))
      .filter(({ nodeID, validationID }) => validationID !== undefined && !isKnown(subnet_id, nodeID))
      .map(({ nodeID: node_id, validationID = "" }) => {
        return { subnet_id, node_id, alias: "", isWatched: validationIds.includes(validationID) };
      }),
  );
  return [...watched, ...(await Promise.all(sets)).flat()];
}

const subnetOf = ({ subnetId = primaryNetwork }: { readonly subnetId?: string }) => subnetId;

const present = (labels: Readonly<Record<"subnet_id" | "node_id" | "alias", string>>, entries: readonly Entry[]) =>
  sample(
    "avax_validator_present",
    entries.some(({ nodeID }) => nodeID === labels.node_id),
    labels,
  );

/** L1 validators have other series. */
const oneByOne = (subnetId: string, entries: readonly Entry[], context: Context, shown: (nodeId: string) => boolean) =>
  entries
    .filter(({ nodeID, validationID }) => validationID === undefined && shown(nodeID))
    .flatMap((entry) => validator(subnetId, entry, context));

async function trackedSubnet(
  node: Asked,
  { id: subnetId, alias = "" }: { readonly id: string; readonly alias?: string },
  { nodes = [], validationIds = [], managers = false }: Watched,
  fees: Fees | undefined,
): Promise<Sample[]> {
  const facts = await subnet(node, subnetId, alias);
  const entries = await entriesOf(node, subnetId);
  const isL1 = facts.some(([series]) => series.includes('kind="l1"'));
  if (!isL1 || !fees) return facts;
  const one = entries.filter(({ validationID }) => validationID !== undefined);
  const watchedAs = ({ nodeID }: Entry) =>
    nodes.find((watched) => watched.id === nodeID && subnetOf(watched) === subnetId);
  const aliasOf = (entry: Entry) => watchedAs(entry)?.alias ?? "";
  const ofEach = one.flatMap((entry) => l1Validator(subnetId, aliasOf(entry), entry, fees));
  const watched = one.filter((entry) => watchedAs(entry) || validationIds.includes(entry.validationID ?? ""));
  const ofWatched = await Promise.all(watched.map((entry) => owners(node, subnetId, aliasOf(entry), entry)));
  const ofManager = managers ? await l1Manager(node, subnetId, alias, entries) : [];
  return [...facts, ...activeTotals(subnetId, alias, entries, fees), ...ofEach, ...ofWatched.flat(), ...ofManager];
}

/** Those of a tracked L1 are exported with the L1. */
async function validations(
  node: Asked,
  validationIds: readonly string[],
  subnetIds: readonly string[],
  fees: Fees | undefined,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const validation_id of validationIds) {
    const entry = await validationOf(node, validation_id);
    samples.push(sample("avax_l1_validator_present", entry !== undefined, { validation_id }));
    if (entry && fees && !subnetIds.includes(entry.subnetID))
      samples.push(...l1Validator(entry.subnetID, "", entry, fees), ...(await owners(node, entry.subnetID, "", entry)));
  }
  return samples;
}

/** Uptimes change continuously. The health of an unhealthy node is read once a minute. */
const tolerances: readonly (readonly [series: RegExp, within: number])[] = [
  [/^avax_(validator_uptime|node_rewarding_stake)_ratio/, 0.001],
  [/^avax_chain_longest_processing_block_seconds/, 5],
  [/^avax_chain_last_accepted_height/, 20],
  [/^avax_l1_validator_uptime_ratio/, 0.05],
  [/^avax_validator_last_contact_timestamp_seconds/, 60],
];
function isClose(series: string, one: number, other: number): boolean {
  const within = tolerances.find(([pattern]) => pattern.test(series))?.[1] ?? 0;
  return Math.abs(one - other) <= within;
}

const own = /^avax_(up|node_reachable)$|^avax_exporter_/;
/** The exporter observes how a period ends, and when a height changes: no response of the node alone has it. */
const observed = /^avax_(validator_last_period_|chain_height_age_)/;
/** Facts that follow from single answers, which are expected here. */
const expectedFacts: readonly AnyMetric[] = [
  entities.node.metric("info"),
  entities.validator.metric("present"),
  entities.validator.metric("delegations_until_timestamp_seconds"),
  entities.l1.metric("validators_active"),
  entities.l1.metric("weight_active_ratio"),
  entities.l1.metric("signing_by_direction"),
  entities.l1.metric("weight_not_tracking_ratio"),
  entities.l1.metric("weight_active_forecast_ratio"),
  entities.l1.metric("manager_weight_difference"),
  entities.l1.metric("manager_churn_used_ratio"),
];
const facts = new Set(factMetrics.filter((metric) => !expectedFacts.includes(metric)).map(({ name }) => name));
const isData = (series: string) =>
  series.startsWith("avax_") && !own.test(series) && !observed.test(series) && !facts.has(series.split("{")[0] ?? "");

/** Returns whether a series has the last known period of a validator that is no longer in the set. */
function isFormerPeriod(series: string, page: Page): boolean {
  const present = series.replace(/^avax_validator_(start|end)_timestamp_seconds\{/, "avax_validator_present{");
  return present !== series && page.value(present) === 0;
}

/** Returns the differences between the page and the expected series. */
export function differences(page: Page, expected: ReadonlyMap<string, number>) {
  const shown = page.names.filter((series) => isData(series) && !isFormerPeriod(series, page));
  return {
    missing: [...expected.keys()].filter((series) => !shown.includes(series)),
    unexpected: shown.filter((series) => !expected.has(series)),
    wrong: shown.flatMap((series) => {
      const [value = Number.NaN, wanted] = [page.value(series), expected.get(series)];
      return wanted === undefined || isClose(series, value, wanted) ? [] : [{ series, value, wanted }];
    }),
  };
}
export const none = { missing: [], unexpected: [], wrong: [] };
