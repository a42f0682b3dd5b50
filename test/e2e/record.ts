/** Records the response of a new AvalancheGo node to a method that reads: `npm run record -- METHOD [PARAMS]`. PARAMS is JSON; by
 *  default it is the example of the contract. Writes test/fixtures/avalanchego-<version>/fresh/<method>.json and the request. */
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { isMethodName, methodOf, pathOf } from "../../src/node-api/contract.ts";
import { requestOf } from "../../src/node-api/evm.ts";
import { startNode } from "./support/avalanche-node.ts";
import { release } from "./support/programs.ts";

const [name = "", given] = process.argv.slice(2);
if (!isMethodName(name) || methodOf(name).effect !== "read")
  throw new Error(`"${name}" is not a method of the contract that reads: add it to src/node-api first`);
const method = methodOf(name);
const params = given ?? JSON.stringify(method.exampleParams ?? {});
const path = pathOf(method);

const folder = join(import.meta.dirname, "../fixtures", `avalanchego-${release}`);
const file = `fresh/${name}.json`;
const node = await startNode();
try {
  const response = await fetch(node.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, ...requestOf(name, JSON.parse(params)) }),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${name}: ${response.status} ${text.trim()}`);
  await writeFile(join(folder, file), text);
} finally {
  await node.stop();
}

const key = JSON.stringify(file);
const index = join(folder, "requests.json");
const lines = (await readFile(index, "utf8")).split("\n").filter((line) => line.startsWith('"'));
const requests = lines.map((line) => line.replace(/,$/, "")).filter((line) => !line.startsWith(`${key}:`));
const request = `${key}: {"path": ${JSON.stringify(path)}, "params": ${params.replaceAll(/(?<=[:,])(?=["{[\dtfn])/g, " ")}}`;
const sorted = [...requests, request].sort();
await writeFile(index, `{\n${sorted.join(",\n")}\n}\n`);
process.stdout.write(`${join(folder, file)}\n`);
