import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Settings } from "../../src/collectors/collector.ts";
import * as m from "../../src/collectors/peers.ts";
import { higherVersionShare, peers } from "../../src/collectors/peers.ts";
import { parseJson } from "../../src/lib/text.ts";
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { exampleResults } from "../support/example-results.ts";
import {
  type Answers,
  createRuns,
  failedError,
  runOnce,
  samples,
  samplesOf,
  settings,
} from "../support/run-collector.ts";

type Peer = {
  readonly nodeID: string;
  readonly version?: string;
  readonly upgradeTime?: number | bigint;
  readonly observedUptime?: string;
};
const peer = ({ version = "1.15.0", ...more }: Peer) => ({
  ip: "10.0.0.1:9651",
  publicIP: "10.0.0.1:9651",
  lastSent: "2026-11-21T06:12:03Z",
  lastReceived: "2026-11-21T06:12:03Z",
  observedUptime: "100",
  trackedSubnets: [],
  benched: [],
  ...more,
  version: `avalanchego/${version}`,
});
const avax = (count: number) => `${count}000000000`;
const answers = (all: readonly Peer[], stakes: Readonly<Record<string, number>>): Answers => ({
  "info.peers": { numPeers: String(all.length), peers: all.map(peer) },
  "platform.getValidatorsAt": Object.fromEntries(
    Object.entries(stakes).map(([nodeId, count]) => [nodeId, { publicKey: null, weight: avax(count) }]),
  ),
});
const [a, b, c, d] = ["NodeID-a", "NodeID-b", "NodeID-c", "NodeID-d"] as const;
const linesOf = async (given: Answers, options: Settings = settings()) =>
  samples((await runOnce(peers, given, { settings: options })).text);

test("peers are counted by version; their stake is that of the validators among them", async () => {
  const all = [
    { nodeID: a, version: "1.15.0" },
    { nodeID: b, version: "1.15.0" },
    { nodeID: c, version: "1.14.2" },
  ];
  const lines = await linesOf(answers(all, { [a]: 2000, [c]: 5000, [d]: 9000 }));
  expect(lines.filter((line) => /^avax_peers(_stake_avax)?\{/.test(line))).toEqual([
    'avax_peers{version="avalanchego/1.15.0"} 2',
    'avax_peers{version="avalanchego/1.14.2"} 1',
    'avax_peers_stake_avax{version="avalanchego/1.14.2"} 5000',
    'avax_peers_stake_avax{version="avalanchego/1.15.0"} 2000',
  ]);
});

test.each([
  ["avalanchego/1.14.9", 0.75],
  ["avalanchego/1.15.0", 0.5],
  ["avalanchego/1.15.10", 0],
  ["unknown", undefined],
])("the share of the stake with a higher version than %s is %s", (own, share) => {
  const versions = ["avalanchego/1.14.9", "avalanchego/1.15.0", "avalanchego/1.15.2", "avalanchego/1.15.10"];
  expect(
    higherVersionShare(
      versions.map((version) => ({ version, weight: 2n ** 62n })),
      own,
    ),
  ).toBe(share);
});

test("without connected stake there is no share with a higher version, and a failed call leaves the rest", async () => {
  const ratioIn = (lines: readonly string[]) => lines.filter((line) => line.startsWith("avax_peers_higher_version"));
  expect(higherVersionShare([{ version: "avalanchego/1.15.0", weight: 0n }], "avalanchego/1.14.0")).toBeUndefined();
  const some = answers([{ nodeID: a }], { [a]: 1 });
  const newest = { "info.getNodeVersion": { ...exampleResults["info.getNodeVersion"], version: "avalanchego/1.14.0" } };
  expect(ratioIn(await linesOf({ ...some, ...newest }))).toEqual(["avax_peers_higher_version_stake_ratio 1"]);
  const { text, ended } = await runOnce(peers, { ...some, "info.getNodeVersion": failedError() });
  expect([ended.failed.length, ratioIn(samples(text))]).toEqual([1, []]);
  expect(text).toContain("avax_peers_stake_avax{");
});

describe("a node whose peers announce arbitrary versions", () => {
  const many = Array.from({ length: 500 }, (_, i) => ({
    nodeID: `NodeID-${i}`,
    version: i < 100 ? "1.15.0" : `1.15.${i}`,
  }));
  const stakes = Object.fromEntries(many.map(({ nodeID }, i) => [nodeID, 1000 - i]));

  test("exports few series, whose sum is complete", async () => {
    const lines = await linesOf(answers(many, stakes));
    const valuesOf = (name: string) =>
      lines.filter((line) => line.startsWith(`${name}{`)).map((line) => Number(line.split(" ").at(-1)));
    const sum = (values: readonly number[]) => values.reduce((all, value) => all + value, 0);
    const total = sum(Object.values(stakes));
    expect(valuesOf("avax_peers")).toEqual([100, 1, 1, 1, 397]);
    expect(valuesOf("avax_peers_stake_avax")).toHaveLength(5);
    expect(sum(valuesOf("avax_peers_stake_avax"))).toBe(total);
  });

  test("exports no series twice if a version is named other, or a peer is listed twice", async () => {
    const all = [...many, { nodeID: a }, { nodeID: a }].map(peer);
    const given = { ...answers(many, stakes), "info.peers": { numPeers: "1", peers: all } };
    all.push({ ...peer({ nodeID: b }), version: "other" });
    const watching = settings({ watch: { node_ids: [{ id: a, alias: "", subnet_ids: [primaryNetwork] }] } });
    const keys = (await linesOf(given, watching)).map((line) => line.slice(0, line.lastIndexOf(" ")));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => key.includes('version="other"'))).toHaveLength(2);
  });
});

describe("watched validators", () => {
  const node_ids = [
    { id: a, alias: "ours", subnet_ids: [primaryNetwork, "l1"] },
    { id: d, alias: "", subnet_ids: [primaryNetwork] },
  ];
  test("have last contact and benched chains on each of their subnets while they are connected", async () => {
    const all = [{ ...peer({ nodeID: a }), benched: ["P", "C"] }, peer({ nodeID: b })];
    const given = { ...answers([], {}), "info.peers": { numPeers: "2", peers: all } };
    const lines = await linesOf(given, settings({ watch: { node_ids } }));
    const on = (subnet: string) => `subnet_id="${subnet}",node_id="${a}",alias="ours"`;
    expect(lines.filter((line) => line.includes(d))).toEqual([]);
    const names = /^avax_validator_(last_contact_timestamp_seconds|benched_chains)\{/;
    expect(lines.filter((line) => names.test(line))).toEqual([
      `avax_validator_last_contact_timestamp_seconds{${on(primaryNetwork)}} 1795241523`,
      `avax_validator_last_contact_timestamp_seconds{${on("l1")}} 1795241523`,
      `avax_validator_benched_chains{${on(primaryNetwork)}} 2`,
      `avax_validator_benched_chains{${on("l1")}} 2`,
    ]);
  });
});

describe("the nodes of validators", () => {
  const node_ids = [{ id: a, alias: "ours", subnet_ids: [primaryNetwork, "l1"] }];
  const member = (node_id: string, subnet_id = "l1") => ({ subnet_id, node_id, alias: "", isWatched: false });
  const all = [
    { ...peer({ nodeID: a, version: "1.14.0" }), trackedSubnets: [primaryNetwork] },
    { ...peer({ nodeID: b }), trackedSubnets: [primaryNetwork, "l1"] },
  ];
  const given = (stakes: Readonly<Record<string, number>>, of = all) => ({
    ...answers([], stakes),
    "info.peers": { numPeers: String(of.length), peers: of },
  });
  const linesOfNodes = async (given: Answers, members: readonly ReturnType<typeof member>[] = []) => {
    const { text } = await runOnce(peers, given, { settings: settings({ watch: { node_ids } }), members });
    return samples(text).filter((line) => /^avax_validator_(peer_info|tracks_subnet)\{/.test(line));
  };
  const ours = (subnet: string) => `subnet_id="${subnet}",node_id="${a}",alias="ours",version="avalanchego/1.14.0"`;

  test("have their versions, and track their L1 or not, if they are connected", async () => {
    expect((await linesOfNodes(given({ [a]: 1, [b]: 1 }), [member(a), member(b), member(c)])).toSorted()).toEqual([
      `avax_validator_peer_info{${ours(primaryNetwork)},outdated="false"} 1`,
      `avax_validator_peer_info{${ours("l1")},outdated="false"} 1`,
      `avax_validator_peer_info{subnet_id="l1",node_id="${b}",version="avalanchego/1.15.0"} 1`,
      `avax_validator_tracks_subnet{subnet_id="l1",node_id="${a}",alias="ours"} 0`,
      `avax_validator_tracks_subnet{subnet_id="l1",node_id="${b}"} 1`,
    ]);
  });

  test.each([
    [1, 1, false],
    [1, 2, true],
    [2, 1, false],
  ])("are outdated if most of the stake has a higher version: stake of %i against %i", async (own, others, is) => {
    expect(await linesOfNodes(given({ [a]: own, [b]: others }))).toContain(
      `avax_validator_peer_info{${ours("l1")},outdated="${is}"} 1`,
    );
  });

  test("have the four most frequent versions, and those of watched ones", async () => {
    const many = Array.from({ length: 40 }, (_, i) => peer({ nodeID: `NodeID-${i}`, version: `1.15.${i % 8}` }));
    const lines = await linesOfNodes(
      given({}, [...many, ...all]),
      many.map(({ nodeID }) => member(nodeID)),
    );
    const versions = lines.flatMap((line) => /version="(?:avalanchego\/)?([^"]+)"/.exec(line)?.[1] ?? []);
    expect([...new Set(versions)].toSorted()).toEqual(["1.14.0", "1.15.0", "1.15.1", "1.15.2", "1.15.3", "other"]);
  });

  test("that are watched have their last contact while the weights cannot be read, but no version", async () => {
    const unread = { ...given({}), "platform.getValidatorsAt": failedError() };
    const { text } = await runOnce(peers, unread, { settings: settings({ watch: { node_ids } }) });
    expect(text).toContain("avax_validator_last_contact_timestamp_seconds{");
    expect(text).not.toContain("avax_validator_peer_info{");
  });

  test("are dropped by the series limit, except those of watched validators", async () => {
    const options = { settings: settings({ watch: { node_ids } }), members: [member(b)], limit: 1 };
    const { text, ended } = await runOnce(peers, given({}), options);
    expect([text.includes(`node_id="${a}"`), text.includes(`node_id="${b}"`), ended.dropped]).toEqual([true, false, 2]);
  });
});

test("peers are counted while the weights cannot be read, and the next run tries again", async () => {
  const run = createRuns(peers);
  const given = answers([{ nodeID: a }], { [a]: 2000 });
  const first = await run({ ...given, "platform.getValidatorsAt": failedError() });
  expect(samplesOf(first.text, m.peersByVersion, m.peersStake)).toEqual(['avax_peers{version="avalanchego/1.15.0"} 1']);
  expect(first.ended.failed).toHaveLength(1);
  expect(samplesOf((await run(given)).text, m.peersByVersion, m.peersStake)).toHaveLength(2);
});

test.each(["avalanchego-1.14.0/five-nodes"])("%s: four peers of one version", async (file) => {
  const text = readFileSync(join(import.meta.dirname, "../fixtures", file, "info.peers.json"), "utf8");
  const { result } = parseJson(text) as { readonly result: object };
  const { text: page } = await runOnce(peers, { ...answers([], {}), "info.peers": result });
  expect(samplesOf(page, m.peersByVersion)).toEqual(['avax_peers{version="avalanchego/1.14.0"} 4']);
});

describe("the uptime of the node as the stake observes it", () => {
  const stakes = { "NodeID-self": 1000, [a]: 2000, [b]: 3000, [c]: 3000, [d]: 2000 };
  const uptimeLines = async (given: Answers) =>
    (await linesOf(given)).filter((line) => /^avax_node_(observed|unobserved|insufficient)/.test(line));

  test("are quantiles of the reports; the stake without a report counts for none of them", async () => {
    const all = [
      { nodeID: a, observedUptime: "75" },
      { nodeID: b, observedUptime: "85" },
      { nodeID: c, observedUptime: "99" },
      { nodeID: "NodeID-no-validator", observedUptime: "1" },
    ];
    expect(await uptimeLines(answers(all, stakes))).toEqual([
      'avax_node_observed_uptime_ratio{stake_share="0.5"} 0.85',
      'avax_node_observed_uptime_ratio{stake_share="0.33"} 0.85',
      'avax_node_observed_uptime_ratio{stake_share="0.2"} 0.75',
      "avax_node_unobserved_stake_ratio 0.2",
      'avax_node_insufficient_uptime_stake_ratio{required="0.8"} 0.2',
      'avax_node_insufficient_uptime_stake_ratio{required="0.9"} 0.5',
    ]);
  });

  test("a peer that has not reported since its connection has no connection here", async () => {
    const all = [
      { nodeID: a, observedUptime: "0" },
      { nodeID: b, observedUptime: "99" },
    ];
    const lines = await uptimeLines(answers(all, stakes));
    expect(lines).toContain("avax_node_unobserved_stake_ratio 0.7");
    expect(lines).toContain('avax_node_observed_uptime_ratio{stake_share="0.2"} 0.99');
  });

  test("is absent for a node that is no validator", async () => {
    const { "NodeID-self": _own, ...others } = stakes;
    expect(await uptimeLines(answers([{ nodeID: a, observedUptime: "99" }], others))).toEqual([]);
  });

  test("without any report there is no quantile, and all stake is unobserved", async () => {
    expect(await uptimeLines(answers([], stakes))).toEqual([
      "avax_node_unobserved_stake_ratio 1",
      'avax_node_insufficient_uptime_stake_ratio{required="0.8"} 0',
      'avax_node_insufficient_uptime_stake_ratio{required="0.9"} 0',
    ]);
  });

  test("is read again soon until there is a report", async () => {
    const next = createRuns(peers);
    expect((await next(answers([], stakes))).isIncomplete).toBe(true);
    expect((await next(answers([{ nodeID: a, observedUptime: "99" }], stakes))).isIncomplete).toBe(false);
  });

  test("is its own for a validator with all of the stake", async () => {
    const lines = await uptimeLines(answers([], { "NodeID-self": 1000 }));
    expect(lines).toContain('avax_node_observed_uptime_ratio{stake_share="0.5"} 1');
    expect(lines).toContain("avax_node_unobserved_stake_ratio 0");
  });
});
