/** Responses of real nodes: test/fixtures/avalanchego-<version>/[<situation>/]<method>[.<what>].json, each a whole HTTP body;
 *  .txt if the response is not JSON; without an envelope if `get` marks a GET. The requests are in
 *  requests.json. Situations: `fresh` and `local-startup`, just started; `five-nodes`, one of five validators;
 *  `bootstrapping-fuji` and `without-peers`, not done bootstrapping; `partial-sync`, without X- and C-Chain;
 *  `no-index-no-admin`, those APIs disabled; `evm-l1`, a validator of an L1 of Subnet-EVM with two others. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, extname, join, matchesGlob } from "node:path";
import { expect, test } from "vitest";
import * as z from "zod";
import { parseJson } from "../../src/lib/text.ts";
import { contract, isMethodName, methodOf, pathOf, type RpcMethodName } from "../../src/node-api/contract.ts";
import { emptyNodeId } from "../../src/node-api/ids.ts";
import type { ExpectedError } from "../../src/node-api/method.ts";
import { fromStatus } from "../../src/node-api/response.ts";

const folder = join(import.meta.dirname, "../fixtures");
const prefix = "avalanchego-";
const index = "requests.json";
const requests = z.record(
  z.string(),
  z.object({ path: z.string(), params: z.unknown().optional(), status: z.number().default(200) }),
);
const body = z.union([
  z.object({
    jsonrpc: z.literal("2.0"),
    result: z.unknown().optional(),
    error: z.object({ message: z.string() }).optional(),
  }),
  z.looseObject({ healthy: z.boolean() }).transform((result) => ({ result, error: undefined })),
]);

function nameOf(file: string): RpcMethodName {
  const name = basename(file).split(".", 2).join(".");
  if (!isMethodName(name)) throw new Error(`${file}: no such method`);
  return name;
}

const read = (version: string, file: string) => readFileSync(join(folder, prefix + version, file), "utf8");
const requestsOf = (version: string) => requests.parse(parseJson(read(version, index)));
const filesOf = (version: string) =>
  readdirSync(join(folder, prefix + version), { recursive: true, encoding: "utf8" }).filter(
    (file) => extname(file) !== "" && file !== index,
  );

const defaultRequest = { path: "", params: undefined, status: 200 };
function recordedFrom(version: string) {
  const requestByFile = requestsOf(version);
  return filesOf(version).map((path) => {
    const type = extname(path);
    const file = path.slice(0, -type.length);
    return {
      version,
      file,
      type,
      name: nameOf(file),
      text: read(version, path),
      ...(requestByFile[path] ?? defaultRequest),
    };
  });
}

const versions = readdirSync(folder).flatMap((entry) => (entry.startsWith(prefix) ? [entry.slice(prefix.length)] : []));
const recorded = versions.flatMap(recordedFrom);
const texts = recorded.filter(({ type }) => type === ".txt");
const jsons = recorded
  .filter(({ type }) => type === ".json")
  .map(({ text, ...rest }) => ({ ...rest, ...body.parse(parseJson(text)) }));
const answers = jsons.filter(({ error }) => !error);
const errors = jsons.flatMap(({ error, ...rest }) => (error ? [{ ...rest, message: error.message }] : []));
const asked = recorded.filter(({ params }) => params);
const titled = <T extends { version: string; file: string }>(list: readonly T[]) =>
  list.map((one) => [`${one.version} ${one.file}`, one] as const);
const answer = (version: string, file: string) => {
  const found = answers.find((one) => one.version === version && one.file === file);
  return found && methodOf(found.name).result.parse(found.result);
};

/** Errors that are states, by the file's name. */
const states: Readonly<Partial<Record<ExpectedError, readonly string[]>>> = {
  empty_index: ["index.getLastAccepted.*", "index.getContainerRange.{empty,C-block,X-tx,X-vtx}"],
  not_validator: ["info.uptime"],
  not_found: [
    "*.{unknown,unknown-*,alias-unknown,future,beyond,nope}",
    "index.getIndex.unknown.*",
    "index.getIndex.inner-block-id",
    "index.getContainerByIndex.{empty,C-block,X-tx,X-vtx}",
    "info.isBootstrapped.l1Chain",
    "platform.getBlock.proposervm-id",
    "platform.getTx.processing",
    "platform.getSubnet.{primary,omitted}",
    "platform.{getCurrentSupply,getMinStake,getStakingAssetID}.{l1,permissioned,subnet,subnet-error}",
    "avm.getAssetDescription.non-asset-tx",
  ],
  not_manager: ["eth.call.reverted"],
};
const isIn = (patterns: readonly string[], file: string) =>
  patterns.some((pattern) => matchesGlob(basename(file), pattern));
const statesOf = (file: string) =>
  Object.entries(states).flatMap(([state, patterns]) => (isIn(patterns, file) ? [state] : []));

/** Parameters that only the node can reject: an address of another network, an unknown alias, too many items. */
const wrongForTheNode = [
  "platform.getBalance.bad-address",
  "platform.getBlockchainStatus.garbage",
  "platform.sampleValidators.too-large",
];
const isLacking = (message: string) => /^rpc: can't find (method|service)/.test(message);

test.each(versions)("%s: every request of requests.json has a recording", (version) => {
  const files = filesOf(version);
  expect(Object.keys(requestsOf(version)).filter((file) => !files.includes(file))).toEqual([]);
});

test.each(recorded.map(({ version, file, name, text }) => [`${version} ${file}`, name, text] as const))(
  "%s: the response is below the limit of its method",
  (_title, name, text) => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(methodOf(name).maxBodyBytes);
  },
);

test.each(titled(answers))("%s: the response is accepted", (_title, { name, result }) => {
  expect(() => methodOf(name).result.parse(result)).not.toThrow();
});

test.each(titled(answers.filter(({ params }) => params)))(
  "%s: the parameters of the request are accepted",
  (_title, { name, params }) => {
    expect(() => methodOf(name).params.parse(params)).not.toThrow();
  },
);

test.each(titled(asked))("%s: the request has the path of the method", (_title, { name, path }) => {
  const selector = path.match(/^\/ext\/(?:bc|index)\/(.+?)(?:\/(?:proposervm|rpc|validators))?$/)?.[1];
  expect(pathOf(methodOf(name), selector)).toBe(path);
});

test("every method that reads was recorded from 1.14.0", () => {
  const seen = new Set(answers.filter(({ version }) => version === "1.14.0").map(({ name }) => name));
  const reads = (Object.keys(contract) as RpcMethodName[]).filter((name) => methodOf(name).effect === "read");
  expect(reads.filter((name) => !seen.has(name))).toEqual([]);
});

test.each(titled(errors))("%s: an error is classified as a state if it is one", (_title, one) => {
  const refusals = Object.entries(methodOf(one.name).expectedErrors ?? {});
  const known = refusals.filter(([, text]) => text.test(one.message)).map(([refusal]) => refusal);
  expect(known).toEqual(statesOf(one.file));
});

test("every pattern of a state has a recording", () => {
  const patterns = Object.values(states).flat();
  expect(patterns.filter((pattern) => !errors.some(({ file }) => isIn([pattern], file)))).toEqual([]);
});

test("other requests that the node rejects are rejected before the call, if possible", () => {
  const refused = errors.filter(({ file, message }) => statesOf(file).length === 0 && !isLacking(message));
  const sent = refused.filter(({ name, params }) => methodOf(name).params.safeParse(params).success);
  expect(sent.map(({ file }) => file).sort()).toEqual(wrongForTheNode);
});

test.each(titled(texts))(
  "%s: a response that is not JSON is classified as a state",
  (_title, { name, status, text }) => {
    const call = { location: name, method: methodOf(name) };
    const { unavailable } = fromStatus({ status, headers: {} }, text, call);
    expect(unavailable).toBe(status === 503 ? "bootstrapping" : "api_off");
  },
);

test("the supply, beyond 2^53, is exact", () => {
  expect(answer("1.14.0", "fresh/platform.getCurrentSupply")).toEqual({ supply: 361196333750752149n, height: 0n });
});

test("inactive L1 validators are one entry without a key", () => {
  expect(answer("1.14.0", "platform.getValidatorsAt.l1")).toMatchObject({
    validators: { [emptyNodeId]: { publicKey: null, weight: 23n } },
  });
});
