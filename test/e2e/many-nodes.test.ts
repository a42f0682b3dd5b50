/** Two hundred nodes in one exporter. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { type Child, startChild } from "../bench/child.ts";
import type { Calls, Node, Nodes } from "../bench/nodes-process.ts";
import { parseExposition } from "../support/exposition.ts";
import { temporaryFolder } from "../support/folder.ts";
import { scaled } from "../support/limits.ts";
import { startExporter } from "./support/exporter.ts";
import { eventually } from "./support/programs.ts";

const many = 200;
/** On a busy machine a heavy call must not time out: it is repeated only after its interval. */
const timeout = "2m";
const withOwnTimeout = collectors.filter((collector) => collector.timeout !== undefined).map(({ name }) => name);
/** Milliseconds until all collectors of a node have succeeded. */
const startLimit = scaled(120_000);

type Status = { readonly nodes: readonly { readonly name: string; readonly collection: { readonly state: string } }[] };
type Group = { readonly labels: { readonly __param_target: string } };

type Named = Node & { readonly name: string };
const namesOf = (nodes: readonly Named[]) => nodes.map(({ name }) => name);
const idsOf = (nodes: readonly Named[]) => nodes.map(({ id }) => id);

/** An exporter of all but the last of the nodes. */
async function startMany() {
  const program = new URL("../bench/nodes-process.ts", import.meta.url);
  const child: Child<Nodes, object, Calls> = await startChild(program, { count: many + 1 });
  onTestFinished(() => child[Symbol.dispose]());
  const simulated = child.ready.nodes.map((node, i) => ({ ...node, name: `node-${1000 + i}` }));
  const file = join(await temporaryFolder(), "config.yml");
  const options = { timeout, collectors: Object.fromEntries(withOwnTimeout.map((name) => [name, { timeout }])) };
  const configure = (nodes: readonly Named[]) =>
    writeFile(
      file,
      JSON.stringify({ nodes: Object.fromEntries(nodes.map(({ name, url }) => [name, { url, ...options }])) }),
    );
  await configure(simulated.slice(0, many));
  const { url, process, stop } = await startExporter([`--config.file=${file}`]);
  const get = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, body: Buffer.from(await response.arrayBuffer()) };
  };
  const listed = async () => {
    const { body } = await get("/sd");
    return (JSON.parse(body.toString()) as readonly Group[]).map(({ labels }) => labels.__param_target);
  };
  /** Who the page is about, once all collectors have succeeded. */
  const identity = (name: string) =>
    eventually(
      `a whole page of ${name}`,
      async () => {
        const page = parseExposition((await get(`/probe?target=${name}`)).body);
        const { nodes } = JSON.parse((await get("/status.json")).body.toString()) as Status;
        const isOk = nodes.find((node) => node.name === name)?.collection.state === "ok";
        if (!isOk || !families.every((family) => page.has(family))) return undefined;
        return page.get("avax_node_info")?.samples[0]?.labels["node_id"];
      },
      startLimit,
    );
  const identities = async (nodes: readonly Named[]) => {
    const ids: string[] = [];
    for (const { name } of nodes) ids.push(await identity(name));
    return ids;
  };
  const reload = () => process.kill("SIGHUP");
  const calls = () => child.ask({});
  return { simulated, configure, get, listed, identities, reload, calls, stop };
}
const families = [
  "avax_up",
  "avax_pchain_height",
  "avax_validators",
  "avax_xchain_height",
  "avax_index_last_accepted_index",
];

test("each of two hundred nodes has its own page; a reload takes away a hundred and brings one", async () => {
  const { simulated, configure, get, listed, identities, reload, calls, stop } = await startMany();
  const first = simulated.slice(0, many);
  expect(await listed()).toEqual(namesOf(first));
  expect(await identities(first)).toEqual(idsOf(first));

  const next = simulated.slice(many / 2);
  await configure(next);
  reload();
  await eventually("the nodes that stay", async () => (await listed()).length === next.length || undefined);
  expect(await listed()).toEqual(namesOf(next));
  expect(await identities(next)).toEqual(idsOf(next));
  expect((await get(`/probe?target=${simulated[0]?.name}`)).status).toBe(404);
  const ofGone = async () => (await calls()).slice(0, many / 2);
  await eventually("silence at those that went", async () => {
    const before = await ofGone();
    await setTimeout(1000); // as long as a poll looks for calls
    return isDeepStrictEqual(await ofGone(), before) || undefined;
  });
  expect(await stop()).toBe(0);
});
