/** Names and files that hang: the nodes that need them fail, and no others. */
import { execFileSync } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createSimulator } from "../../../src/simulator/simulator.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { eventually } from "../support/programs.ts";
import { startExporter } from "./support.ts";

/** More than the threads of the pool of Node.js. */
const count = 10;
const good = ["good1", "good2", "good3", "good4"];

async function setUp() {
  const folder = await temporaryFolder();
  const [library, flag] = [join(folder, "hang.so"), join(folder, "hang")];
  execFileSync("gcc", ["-shared", "-fPIC", "-o", library, join(import.meta.dirname, "hang.c")]);
  await mkdir(join(folder, "hung"));
  const simulator = createSimulator();
  onTestFinished(simulator.close);
  const { port } = new URL(await simulator.listen());
  const node = (name: string) => ({ url: `http://${name}.test:${port}`, host_header: "localhost" });
  /** Starts the exporter. The names of ten of its nodes hang, or their files. */
  async function start(of: "name" | "file") {
    const hanging = async (i: number) => {
      if (of === "name") return node(`hung${i}`);
      const file = join(folder, "hung", `${i}`);
      await writeFile(file, "secret");
      return { ...node(`bad${i}`), authorization: { credentials_file: file } };
    };
    const bad = await Promise.all(Array.from({ length: count }, async (_, i) => [`bad${i}`, await hanging(i)]));
    const file = join(folder, "config.yml");
    const nodes = Object.fromEntries([...bad, ...good.map((name) => [name, node(name)])]);
    await writeFile(file, JSON.stringify({ nodes }));
    const exporter = await startExporter([`--config.file=${file}`], {
      ...{ LD_PRELOAD: library, HANG: flag },
      NODE_OPTIONS: "--import=data:text/javascript,process.on('SIGUSR2',()=>{throw(0)})",
    });
    /** Waits until the nodes with names of this kind are in a state, and reads the causes of their failures. */
    const until = (kind: string, isUp: boolean, cause = "") =>
      eventually(`${kind} nodes: up ${isUp} ${cause}`, async () => {
        const status = (await (await fetch(`${exporter.url}/status.json`)).json()) as { nodes: readonly Status[] };
        const some = status.nodes.filter(({ name }) => name.startsWith(kind));
        return some.every(({ up, collection }) => up === isUp && (collection.cause ?? "").includes(cause)) || undefined;
      });
    return { until, stop: exporter.stop };
  }
  return { start, hang: () => writeFile(flag, "") };
}
type Status = { readonly name: string; readonly up: boolean; readonly collection: { readonly cause: string | null } };

test("ten names that hang take no other node down, and the process ends", async () => {
  const { start, hang } = await setUp();
  await hang();
  const { until, stop } = await start("name");
  await until("good", true);
  await until("bad", false, "the lookup of the host name did not end");
  await until("good", true);
  expect(await stop()).toBe("SIGTERM");
});

test.each([
  ["SIGTERM", "SIGTERM"],
  ["SIGUSR2", "SIGKILL"], // a crash, which is no clean end
] as const)("ten files that hang take no other node down, and the process ends: %s", async (signal, end) => {
  const { start, hang } = await setUp();
  const { until, stop } = await start("file");
  await until("", true);
  await hang();
  await until("bad", false, "its file system does not respond");
  await until("good", true);
  expect(await stop(signal)).toBe(end);
});
