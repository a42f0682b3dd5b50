/** The program as users start it. */
import { expect, test } from "vitest";
import { freePort } from "../support/ports.ts";
import { startExporter } from "./support/exporter.ts";
import { eventually, run } from "./support/programs.ts";

test("npm run demo shows a page of a living node, and Ctrl-C ends it with 0", async () => {
  const port = await freePort();
  const demo = run("npm", ["run", "demo", "--", `--web.listen-address=127.0.0.1:${port}`]);
  const page = () => fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
  const heightOf = (text: string) => Number(/^avax_pchain_height\{.*\} (\d+)$/m.exec(text)?.[1] ?? "NaN");
  const first = await eventually("a first height", async () => heightOf(await page()) || undefined);
  await eventually("a later height", async () => heightOf(await page()) > first || undefined);
  expect(demo.output()).toContain(`http://127.0.0.1:${port}/metrics`);
  expect(await demo.stop("SIGINT")).toBe(0);
});

test("with an unreachable node the exporter runs, reports it, and exits with 0", async () => {
  const exporter = await startExporter(["--node.url=http://127.0.0.1:1"]);
  const page = await eventually("a first run", async () => {
    const page = await exporter.page();
    return page.value('avax_exporter_collector_success{collector="p-height"}') === 0 ? page : undefined;
  });
  expect(page.text).not.toMatch(/^avax_(p|x)chain/m);
  expect([page.value("avax_up"), page.value("avax_node_reachable")]).toEqual([0, 0]);
  expect(await exporter.stop()).toBe(0);
  expect(exporter.output()).toContain("connection refused");
});

test("a second exporter on the same port exits with 1", async () => {
  const exporter = await startExporter(["--node.url=http://127.0.0.1:1"]);
  const second = run("node", ["src/main.ts", `--web.listen-address=127.0.0.1:${exporter.port}`]);
  await eventually("the end", async () => second.process.exitCode ?? undefined);
  expect([second.process.exitCode, second.output()]).toEqual([1, expect.stringContaining("address already in use")]);
  await exporter.stop();
});

test("an invalid configuration exits with 2 and prints a line for each error", async () => {
  const exporter = run("node", ["src/main.ts", "--node.url=ftp://x", "--watch.node-id=NodeID-x"]);
  await eventually("the end", async () => exporter.process.exitCode ?? undefined);
  expect([exporter.process.exitCode, exporter.output().trimEnd().split("\n").length]).toEqual([2, 2]);
});
