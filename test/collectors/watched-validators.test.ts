import { expect, test } from "vitest";
import { l1HasDeactivationOwner, l1OwnersDigest } from "../../src/collectors/kinds/l1-validators.ts";
import { validatorEnd, validatorStart } from "../../src/collectors/kinds/validators.ts";
import { watchedValidators } from "../../src/collectors/watched-validators.ts";
import { entities } from "../../src/entities/all.ts";
import { NodeError } from "../../src/node-api/errors.ts";
import { emptyNodeId, primaryNetwork } from "../../src/node-api/ids.ts";
import {
  type Answers,
  createRuns,
  failedError,
  named,
  runOnce,
  samples,
  samplesOf,
  settings,
  unavailableError,
} from "../support/run-collector.ts";

const subnet = "2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof";
const staker = {
  txID: "tx",
  nodeID: "NodeID-a",
  weight: "7",
  startTime: "1735689600",
  uptime: "99.5",
  connected: true,
};
const member = { txID: "tx", nodeID: "NodeID-a", weight: "20", startTime: "1735689600", endTime: "1767225600" };
const l1Validator = {
  nodeID: "NodeID-a",
  weight: "30",
  startTime: "1734034648",
  validationID: "v",
  minNonce: "0",
  balance: "512",
};

type Outcome = Awaited<ReturnType<typeof runOnce>>;
/** Returns the page with the facts about whether the validators are in the set, and about the last period of those that are not. */
const pageOf = ({ text, facts }: Outcome) =>
  `${text}${samplesOf(facts, entities.validator.metric("present"), validatorStart, validatorEnd).join("\n")}`;

type Asked = { readonly subnetID?: string; readonly nodeIDs: readonly string[] };
type Options = {
  tracked?: string;
  validation?: string;
  self?: string;
  limit?: number;
  watched: Readonly<Record<string, readonly string[]>>;
};

/** Runs the collector with these entries for the watched nodes and their subnets. */
async function run(entries: Readonly<Record<string, readonly object[]>>, options: Options, more: Answers = {}) {
  const asked: Asked[] = [];
  const { watched, tracked, validation, self, limit } = options;
  const answers: Answers = {
    "platform.getCurrentValidators"(params) {
      asked.push(params as Asked);
      return { validators: entries[(params as Asked).subnetID ?? primaryNetwork] ?? [] };
    },
    ...more,
  };
  const outcome = await runOnce(watchedValidators, answers, {
    settings: settings({
      watch: {
        node_ids: Object.entries(watched).map(([node, subnet_ids]) => ({
          id: `NodeID-${node}`,
          alias: `our ${node}`,
          subnet_ids: [...subnet_ids],
        })),
        subnet_ids: tracked ? [{ id: tracked, alias: "" }] : [],
        validation_ids: validation ? named(validation) : [],
      },
    }),
    ...(self && { self }),
    ...(limit && { limit }),
  });
  const text = pageOf(outcome);
  const names = new Set(samples(text).map((line) => line.replace(/\{.*/, "")));
  return { asked, text, ended: outcome.ended, names };
}
const onPrimary = [primaryNetwork];

test("a single node is requested together with the empty NodeID, several nodes without it, each subnet once", async () => {
  const { asked } = await run({}, { watched: { a: [primaryNetwork, subnet], b: [subnet] } });
  expect(asked).toEqual([
    { nodeIDs: ["NodeID-a", emptyNodeId] },
    { subnetID: subnet, nodeIDs: ["NodeID-a", "NodeID-b"] },
  ]);
});

test("other validators in a response are not exported, because another collector may export them", async () => {
  const { text } = await run(
    {
      [primaryNetwork]: [staker, { ...staker, nodeID: "NodeID-other" }],
      [subnet]: [{ ...member, nodeID: "NodeID-other" }],
    },
    { watched: { a: [primaryNetwork, subnet] } },
  );
  expect(text).toContain("NodeID-a");
  expect(text).not.toContain("NodeID-other");
});

test("a validator that is found is present 1 with all its samples; another one is only present 0", async () => {
  const { text, names } = await run({ [primaryNetwork]: [staker] }, { watched: { a: onPrimary, gone: onPrimary } });
  const present = text.match(/(?<=^avax_validator_present\{.*node_id="NodeID-)\w+",alias="our \w+"\} \d/gm);
  expect(present).toEqual(['a",alias="our a"} 1', 'gone",alias="our gone"} 0']);
  expect(text).toMatch(/^avax_validator_info\{.*alias="our a".*\} 1$/m);
  expect(names).toContain("avax_validator_uptime_ratio");
  expect(text.match(/NodeID-gone/g)?.length).toBe(1);
});

test("uptime and connection of the queried node are absent, because it always reports the best values for itself", async () => {
  const { names } = await run({ [primaryNetwork]: [staker] }, { watched: { a: onPrimary }, self: "NodeID-a" });
  expect([names.has("avax_validator_uptime_ratio"), names.has("avax_validator_connected")]).toEqual([false, false]);
  expect(names).toContain("avax_validator_weight");
});

const ownedBy = (threshold: number, ...addresses: readonly string[]) => ({
  locktime: "0",
  threshold: String(threshold),
  addresses,
});
/** Returns the digest of the owners, and whether there is a deactivation owner. */
async function ownersOf(owners: object) {
  const { text } = await run({ [subnet]: [{ ...l1Validator, ...owners }] }, { watched: { a: [subnet] } });
  return samplesOf(text, l1OwnersDigest, l1HasDeactivationOwner).map((line) => Number(line.split(" ").at(-1)));
}

test("the owners of an L1 validator have a digest, which differs for other owners", async () => {
  const [one, other, none] = [ownedBy(1, "P-a"), ownedBy(1, "P-b"), ownedBy(0)];
  const found = await Promise.all(
    [
      { remainingBalanceOwner: one, deactivationOwner: one },
      { remainingBalanceOwner: other, deactivationOwner: one },
      { remainingBalanceOwner: one, deactivationOwner: other },
      { remainingBalanceOwner: one, deactivationOwner: ownedBy(2, "P-a", "P-b") },
      { remainingBalanceOwner: one, deactivationOwner: none },
    ].map(ownersOf),
  );
  expect(found.map(([, hasOwner]) => hasOwner)).toEqual([1, 1, 1, 1, 0]);
  const digests = found.map(([digest]) => digest);
  expect(new Set(digests).size).toBe(found.length);
  expect(digests.every(Number.isSafeInteger)).toBe(true);
});

test("a node that does not provide the owners leaves them out", async () => {
  expect(await ownersOf({})).toEqual([]);
  expect(await ownersOf({ remainingBalanceOwner: ownedBy(1, "P-a") })).toEqual([]);
});

test("the series limit applies to an L1 in which one watched node is listed many times", async () => {
  const validations = Array.from({ length: 50 }, (_, i) => ({ ...l1Validator, validationID: `v${i}` }));
  const all = samples((await run({ [subnet]: validations }, { watched: { a: [subnet] } })).text);
  const seriesEach = all.filter((line) => line.includes('validation_id="v0"')).length;
  const limit = 1 + seriesEach;
  const { ended, text } = await run({ [subnet]: validations }, { watched: { a: [subnet] }, limit });
  expect([ended.dropped, samples(text).length]).toEqual([49 * seriesEach, limit]);
});

test("a node that is listed twice among the primary network's validators has no series twice", async () => {
  const twice = [staker, { ...staker, validationID: "v1" }, { ...staker, validationID: "v2" }];
  const { text } = await run({ [primaryNetwork]: twice }, { watched: { a: onPrimary } });
  const names = samples(text).map((line) => line.replace(/ .*/, ""));
  expect(names.length).toBe(new Set(names).size);
});

test.each([
  ["watch.node_ids", { node_ids: [{ id: "NodeID-a", alias: "", subnet_ids: [subnet] }] }],
  ["watch.subnet_ids", { own: true, subnet_ids: named(subnet) }],
])("a subnet of %s that does not exist is a failure that names it and the setting", async (key, watch) => {
  const answers = { "platform.getSubnet": unavailableError("not_found") };
  const { ended } = await runOnce(watchedValidators, answers, { settings: settings({ watch }) });
  expect(ended.failed.map(({ message }) => message)).toEqual([`${key}: ${subnet} is no subnet of this network`]);
});

test("a failed subnet does not affect the others", async () => {
  const { names, ended } = await run(
    {},
    { watched: { a: [primaryNetwork, subnet] } },
    {
      "platform.getCurrentValidators": (params) =>
        (params as Asked).subnetID === subnet ? failedError() : { validators: [staker] },
    },
  );
  expect([names.has("avax_validator_weight"), ended.failed.length]).toEqual([true, 1]);
});

const ownOnly = settings({ watch: { own: true } });
const valuesIn = (text: string) =>
  Object.fromEntries(
    samples(text).map((line) => [line.replace(/\{.*/, ""), Number(line.slice(line.lastIndexOf(" ") + 1))]),
  );

test("the queried node is watched without a setting, and its set is never requested as a whole", async () => {
  const asked: unknown[] = [];
  const outcome = await runOnce(
    watchedValidators,
    {
      "platform.getCurrentValidators"(params) {
        asked.push(params);
        return { validators: [staker] };
      },
    },
    { settings: ownOnly, self: staker.nodeID },
  );
  expect(asked).toEqual([{ nodeIDs: [staker.nodeID, emptyNodeId] }]);
  expect(valuesIn(pageOf(outcome))).toMatchObject({ avax_validator_present: 1, avax_validator_stake_avax: 7e-9 });
});

test("while the ID of the queried node is unknown, nothing is requested", async () => {
  let calls = 0;
  const answers: Answers = {
    "info.getNodeID": unavailableError("api_off"),
    "platform.getCurrentValidators"() {
      calls++;
      return { validators: [] };
    },
  };
  const outcome = await runOnce(watchedValidators, answers, { settings: ownOnly, self: null });
  expect([calls, samples(pageOf(outcome))]).toEqual([0, []]);
});

test("a run that cannot read the ID of the queried node has failed", async () => {
  const error = new NodeError("refused", { code: "refused" });
  const { ended } = await runOnce(watchedValidators, { "info.getNodeID": error }, { settings: ownOnly, self: null });
  expect(ended.failed).toEqual([error]);
});

test("an L1 validator that leaves the set keeps the start of its period, which has no end", async () => {
  const watch = { node_ids: [{ id: l1Validator.nodeID, alias: "ours", subnet_ids: [subnet] }] };
  const next = createRuns(watchedValidators, { settings: settings({ watch }) });
  await next({ "platform.getCurrentValidators": { validators: [l1Validator] } });
  const text = pageOf(await next({ "platform.getCurrentValidators": { validators: [] } }));
  expect(valuesIn(text)).toMatchObject({
    avax_validator_present: 0,
    avax_validator_start_timestamp_seconds: Number(l1Validator.startTime),
  });
  expect(valuesIn(text)).not.toHaveProperty("avax_validator_end_timestamp_seconds");
});

test.each([
  ["0xABcd", 1],
  ["0xabce", 0],
])("an own L1 validator with the registered key %s matches the key of the node: %d", async (publicKey, matches) => {
  const { text } = await runOnce(
    watchedValidators,
    {
      "platform.getCurrentValidators": { validators: [{ ...l1Validator, publicKey }] },
      "info.getNodeID": { nodeID: "NodeID-a", nodePOP: { publicKey: "0xabcd", proofOfPossession: "0xef" } },
    },
    {
      settings: settings({ watch: { own: true, node_ids: [{ id: "NodeID-a", alias: "ours", subnet_ids: [subnet] }] } }),
      self: "NodeID-a",
    },
  );
  expect(samples(text)).toContain(
    `avax_l1_validator_bls_key_matches{subnet_id="${subnet}",validation_id="v",node_id="NodeID-a",alias="ours"} ${matches}`,
  );
});

test("the key of another node's L1 validator is not compared", async () => {
  const { text } = await runOnce(
    watchedValidators,
    { "platform.getCurrentValidators": { validators: [{ ...l1Validator, publicKey: "0xabcd" }] } },
    {
      settings: settings({ watch: { own: true, node_ids: [{ id: "NodeID-a", alias: "", subnet_ids: [subnet] }] } }),
      self: "NodeID-b",
    },
  );
  expect(text).not.toContain("avax_l1_validator_bls_key_matches");
});
