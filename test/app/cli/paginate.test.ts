import { expect, test } from "vitest";
import { printPages } from "../../../src/app/cli/call.ts";
import { methodOf, type RpcMethodName } from "../../../src/node-api/contract.ts";
import { NodeError } from "../../../src/node-api/errors.ts";
import type { Pagination } from "../../../src/node-api/method.ts";
import { startNode } from "../../support/exporter.ts";
import { createIo } from "../../support/io.ts";
import { runToEnd } from "../../support/program.ts";

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
