/** Commands with a configuration of several nodes. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { onlyCollectors, startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { runToEnd } from "../../support/program.ts";
import { serve } from "../../support/server.ts";

async function fileWith(config: object): Promise<string> {
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, stringify(config));
  return `--config.file=${file}`;
}

/** Starts a node that requires a token. */
const startLocked = () =>
  serve(({ headers }, response) => {
    if (headers.authorization !== "Bearer open-sesame") response.writeHead(401).end();
    else response.end('{"jsonrpc":"2.0","id":1,"result":{"height":7}}');
  });

test("call --target uses the credentials of that node", async () => {
  const [{ url }, other] = await Promise.all([startLocked(), startNode()]);
  const file = await fileWith({
    nodes: { locked: { url, authorization: { credentials: "open-sesame" } }, other: { url: other.url } },
  });
  const { code, out, err } = await runToEnd(["call", "platform.getHeight", file, "--target", "locked"]);
  expect([code, JSON.parse(out), err]).toEqual([0, { height: 7 }, ""]);
});

test("once --target uses the settings of that node", async () => {
  const [a, b] = await Promise.all([startNode(), startNode()]);
  const nodes = { a: { url: a.url, collectors: onlyCollectors("p-fee") }, b: { url: b.url } };
  const { code, out } = await runToEnd(["once", await fileWith({ nodes }), "--target=a"]);
  expect([code, out.match(/^avax_exporter_collector_success\{.*/gm), b.calls]).toEqual([
    0,
    ['avax_exporter_collector_success{collector="p-fee"} 1'],
    [],
  ]);
});

test("doctor examines every node, or only the target", async () => {
  const [a, b] = await Promise.all([startNode(), startNode()]);
  const file = await fileWith({ nodes: { a: { url: a.url }, b: { url: b.url } } });
  const examined = async (...words: string[]) => {
    const { out } = await runToEnd(["doctor", "--format=json", "--web.listen-address=127.0.0.1:0", file, ...words]);
    return JSON.parse(out).nodes.map(({ name }: { name: string }) => name);
  };
  expect([await examined(), await examined("--target", "b")]).toEqual([["a", "b"], ["b"]]);
});

test("commands for one node need no target if there is only one", async () => {
  const { url } = await startNode();
  const { code } = await runToEnd(["call", "platform.getHeight", await fileWith({ nodes: { only: { url } } })]);
  expect(code).toBe(0);
});

test("commands for one node use node.url if there is no target", async () => {
  const [own, additional] = await Promise.all([startNode(), startNode()]);
  const file = await fileWith({ nodes: { a: { url: additional.url }, b: { url: `${additional.url}/b` } } });
  const { code } = await runToEnd(["call", "platform.getHeight", file, `--node.url=${own.url}`]);
  expect([code, own.calls, additional.calls]).toEqual([0, ["platform.getHeight"], []]);
});

const url = "http://127.0.0.1:1";
const nodes = { "fuji-1": { url }, "mainnet-1": { url: `${url}/2` } };

test.each([
  [{ nodes }, [], "several nodes are configured; choose one with --target: fuji-1, mainnet-1"],
  [{ nodes }, ["--target=fuji1"], '--target: unknown node "fuji1"; did you mean fuji-1?'],
  [{ nodes }, ["--target=constructor"], '--target: unknown node "constructor"; allowed: fuji-1, mainnet-1'],
  [{ node: { url } }, ["--target=a"], "--target: the configuration has no nodes; set nodes in the configuration file"],
  [
    { nodes },
    ["--target=fuji-1", `--node.url=${url}`],
    "--node.url: cannot be combined with --target; change the node in the configuration file",
  ],
])("once and call with %j refuse %j", async (config, words, message) => {
  const file = await fileWith(config);
  const refused = { code: 2, out: "", err: `${message}\n` };
  expect(await runToEnd(["once", file, ...words])).toEqual(refused);
  expect(await runToEnd(["call", "platform.getHeight", file, ...words])).toEqual(refused);
});
