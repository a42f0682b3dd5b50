import { expect, test } from "vitest";
import { printPages } from "../../../src/app/cli/call.ts";
import { contract, methodOf, type RpcMethodName } from "../../../src/node-api/contract.ts";
import { NodeError } from "../../../src/node-api/errors.ts";
import type { Pagination } from "../../../src/node-api/method.ts";
import { startNode } from "../../support/exporter.ts";
import { createIo } from "../../support/io.ts";
import { runToEnd } from "../../support/program.ts";
import { serve } from "../../support/server.ts";

test("call METHOD --help begins with the method", async () => {
  const { out } = await runToEnd(["call", "platform.getFeeState", "--help"]);
  expect(out).toMatch(/^platform\.getFeeState: Gas/);
  expect(out).toContain("it does not advance while the chain is idle");
});

test("call without an API of the node prints what to set at the node and what it means, and no collector", async () => {
  const { url } = await startNode({ index: false });
  const { code, err } = await runToEnd(["call", "index.getLastAccepted", "--index=P/block", `--node.url=${url}`]);
  expect(code).toBe(1);
  expect(err).toContain(
    "the node does not serve this API; start the node with --index-enabled=true --index-allow-incomplete=true: without",
  );
  expect(err).not.toContain("collector");
  const { out } = await runToEnd(["call", "index.getLastAccepted", "--help"]);
  expect(out).toMatch(/ needs +--index-enabled: without --index-allow-incomplete=true, a node /);
});

test("call lists every method with its effect and path", async () => {
  const { out } = await runToEnd(["call", "--list"]);
  const lines = out.trimEnd().split("\n");
  expect(lines.length).toBe(Object.keys(contract).length);
  expect(out).toMatch(/platform\.issueTx +write /);
  expect(out).toMatch(/index\.getIndex +read .*\/ext\/index\/\{index\}/);
});

test("call prints the result of the node with all digits", async () => {
  const result = '{"jsonrpc":"2.0","id":1,"result":{"height":18446744073709551615}}';
  const { port } = await serve((_request, response) => response.end(result));
  const { code, out } = await runToEnd(["call", "platform.getHeight", `--node.url=http://127.0.0.1:${port}`]);
  expect([code, out]).toEqual([0, '{\n  "height": 18446744073709551615\n}\n']);
});

test("call prints the node's error and exits with 1", async () => {
  const { code, out, err } = await runToEnd([
    "call",
    "index.getLastAccepted",
    "--index=X/tx",
    `--node.url=${(await startNode()).url}`,
  ]);
  expect([code, out, err]).toEqual([
    1,
    "",
    "index.getLastAccepted at /ext/index/X/tx: no containers have been accepted\n",
  ]);
});

test.each([
  [["admin.alias", "{}"], "admin.alias modifies the node or the chain; pass --allow-write"],
  [["platform.issueTx", '{"tx":"0x00"}'], "platform.issueTx modifies the node or the chain; pass --allow-write"],
  [[], "METHOD is missing"],
  [["platform.getHieght"], "did you mean platform.getHeight?"],
  [["getCurrentValidators"], "did you mean platform.getCurrentValidators or validators.getCurrentValidators?"],
  [["nonsense"], "nonsense: unknown method; call --list lists all methods"],
  [["platform.getHeight", "{"], "PARAMS: invalid JSON"],
  [["platform.getSubnet", "{}"], 'PARAMS: subnetID: is missing\nPARAMS: example: \'{"subnetID":"'],
  [["platform.getTotalStake", '{"subnetId":"x"}'], "PARAMS: subnetId: unknown parameter; did you mean subnetID?"],
  [["platform.getHeight", "[]"], "PARAMS: expected keys and values, not a list"],
  [["platform.getHeight", "--chain=X"], "--chain: platform.getHeight takes no chain"],
  [["platform.getSubnet", '{"subnetID":"2DeHa7"}'], 'PARAMS: subnetID: "2DeHa7" is too short for an ID'],
  [["index.getLastAccepted"], "--index is missing; allowed: P/block"],
  [["index.getLastAccepted", "--index=P/vtx"], '--index: unknown index "P/vtx"; allowed: P/block'],
])("call %j is refused before anything is sent", async (words, message) => {
  let asked = false;
  const { port } = await serve(() => {
    asked = true;
  });
  const { code, out, err } = await runToEnd(["call", ...words, `--node.url=http://127.0.0.1:${port}`]);
  expect([code, out, asked]).toEqual([2, "", false]);
  expect(err).toContain(message);
});

test("a write is sent if it is allowed by name", async () => {
  const { url, calls } = await startNode();
  const params = '{"endpoint":"bc/X","alias":"myx"}';
  const { code } = await runToEnd(["call", "admin.alias", params, "--allow-write", `--node.url=${url}`]);
  expect([code, calls]).toEqual([0, ["admin.alias"]]);
});

// the rules of conformance check the results
test("call with the example of its help prints a result, or one line with the reason", async () => {
  const { simulator, url } = await startNode({ scenario: "l1-validator-offline" });
  const l1Chain = simulator.chain.subnets.l1s()[0]?.chain;
  for (const name of Object.keys(contract) as RpcMethodName[]) {
    const { effect, endpoint, exampleParams } = methodOf(name);
    const chain = endpoint.selector?.of === "chain" && !endpoint.selector.default ? [`--chain=${l1Chain}`] : [];
    const place = endpoint.selector?.of === "index" ? ["--index=P/block"] : chain;
    const write = effect === "write" ? ["--allow-write"] : [];
    const args = [JSON.stringify(exampleParams), `--node.url=${url}`, ...place, ...write];
    const { code, out, err } = await runToEnd(["call", name, ...args]);
    const ended = code === 0 ? { code, err: "" } : { code: 1, err: expect.stringMatching(/^\S+ at \/ext\/\S+: .+\n$/) };
    expect({ name, code, err }).toEqual({ name, ...ended });
    expect([name, out === ""]).toEqual([name, code !== 0]);
  }
});

const range = "index.getContainerRange";
const utxos = "platform.getUTXOs";
const last = "mKGLe78dXqvnqNsANKotoPfS8XVPKxD78oeezQnAY4nkB15vU";

type Given = { readonly name: RpcMethodName; readonly params?: object };

/** Returns the output for these responses, in order. */
async function print({ name, params = {} }: Given, answers: readonly unknown[]) {
  const asked: unknown[] = [];
  const left = [...answers];
  const callWire = async (_call: object, _method: RpcMethodName, given: unknown) => {
    asked.push(given);
    const answer = left.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const { io, out } = createIo();
  await printPages(io, { callWire }, { name, params, selector: undefined }, methodOf(name).pagination as Pagination);
  return { asked, lines: out().split("\n").slice(0, -1) };
}
const utxoPage = (list: readonly string[], utxo = last) => ({
  numFetched: String(list.length),
  utxos: list,
  endIndex: { address: "P-local1", utxo },
  encoding: "hex",
});

test("each page is requested from the end of the previous one, and overlapping entries are printed once", async () => {
  const { asked, lines } = await print({ name: utxos, params: { limit: 2 } }, [
    utxoPage(["0x01", "0x02"]),
    utxoPage(["0x02", "0x03"], "other"),
    utxoPage(["0x04"]),
  ]);
  expect(lines).toEqual(['"0x01"', '"0x02"', '"0x03"', '"0x04"']);
  expect(asked).toEqual([
    { limit: 2 },
    { limit: 2, startIndex: { address: "P-local1", utxo: last } },
    { limit: 2, startIndex: { address: "P-local1", utxo: "other" } },
  ]);
});

test.each([0, 5000])(
  "with a limit of %i the node returns up to 1024 UTXOs, and a full page has a next one",
  async (limit) => {
    const full = Array.from({ length: 1024 }, (_, i) => `0x${i.toString(16).padStart(4, "0")}`);
    const { asked, lines } = await print({ name: utxos, params: { limit } }, [utxoPage(full), utxoPage(["0xffff"])]);
    expect([asked.length, lines.length]).toEqual([2, 1025]);
  },
);

test("pagination stops at a node that repeats the same end", async () => {
  const { lines } = await print({ name: utxos, params: { limit: 1 } }, [utxoPage(["0x01"]), utxoPage(["0x01"])]);
  expect(lines).toEqual(['"0x01"']);
});

test("a range continues after the last entry, and ends with the last page, even if it is full", async () => {
  const beyond = new NodeError("start index (2) > last accepted index (1)", { code: "not_found" });
  const { asked, lines } = await print({ name: range, params: { numToFetch: 2 } }, [
    { containers: [{ index: "0" }, { index: 9007199254740993n }] },
    beyond,
  ]);
  expect(lines).toEqual(['{"index":"0"}', '{"index":9007199254740993}']);
  expect(asked).toEqual([
    { startIndex: 0, numToFetch: 2 },
    { startIndex: "2", numToFetch: 2 },
  ]);
});

test("a rejected first page is an error", async () => {
  const empty = new NodeError("no containers have been accepted", { code: "empty_index" });
  await expect(print({ name: range }, [empty])).rejects.toBe(empty);
});

test("call --all prints every container of an index once, one per line", async () => {
  const { url } = await startNode({ timeScale: 0 });
  const at = ["--index", "P/block", "--node.url", url];
  const { code, out, err } = await runToEnd(["call", range, '{"numToFetch":100}', "--all", ...at]);
  expect([code, err]).toEqual([0, ""]);
  const indices = out
    .trim()
    .split("\n")
    .map((line) => Number(JSON.parse(line).index));
  expect(indices).toEqual(indices.map((_, i) => i));
  const { out: one } = await runToEnd(["call", "index.getLastAccepted", ...at]);
  expect(indices.at(-1)).toBe(Number(JSON.parse(one).index));
});

test("--all of a method that is not paginated names the paginated methods", async () => {
  const { code, err } = await runToEnd(["call", "platform.getHeight", "--all"]);
  expect(code).toBe(2);
  expect(err).toBe(
    "--all: platform.getHeight is not paginated; paginated methods: platform.getUTXOs, avm.getUTXOs, avax.getUTXOs, index.getContainerRange\n",
  );
});
