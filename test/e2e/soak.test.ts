/** Two simulated days: the second leaves no more behind than the first. */
import { fork } from "node:child_process";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { collectors } from "../../src/collectors/all.ts";
import { temporaryFolder } from "../support/folder.ts";
import { listeningUrl } from "../support/listening.ts";
import { eventually, run } from "./support/programs.ts";
import type { Weight } from "./support/weigh.ts";

const turnsOfDay = 40;
const turn = "36m";

/** Starts a process, because the simulated node remembers every block. Its clock moves only by `advance`: on a busy
 *  machine a day takes longer, and the node still answers. */
async function startSimulator(scenario: string) {
  const flags = ["--port=0", `--scenario=${scenario}`, "--time-scale=0", "--control"];
  const node = run("node", ["src/main.ts", "simulate", ...flags]);
  onTestFinished(() => void node.stop("SIGKILL"));
  const url = await eventually("a simulated node", async () => listeningUrl(node.output()));
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ advance: turn });
  async function advance() {
    const response = await fetch(`${url}/control/time`, { method: "POST", headers, body });
    if (!response.ok) throw new Error(await response.text());
    await response.text();
  }
  return { url, advance };
}

const everySecondBut = (...off: readonly string[]) =>
  Object.fromEntries(collectors.map(({ name }) => [name, { enabled: !off.includes(name), interval: "1s" }]));
const all = everySecondBut();
const none = everySecondBut(...Object.keys(all));
/** The simulated node works for these on every block of the day. */
const cheap = everySecondBut("index", "health");

async function startExporter(file: string) {
  const preload = new URL("./support/weigh.ts", import.meta.url).href;
  const exporter = fork("src/main.ts", [`--config.file=${file}`, "--web.listen-address=127.0.0.1:0"], {
    execArgv: ["--expose-gc", "--import", preload],
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  onTestFinished(() => void exporter.kill("SIGKILL"));
  let log = "";
  exporter.stderr?.on("data", (chunk) => (log += chunk));
  const url = await eventually("a listening exporter", async () => listeningUrl(log));
  const scrape = async (path: string) => {
    const response = await fetch(url + path);
    return { status: response.status, text: await response.text() };
  };
  return {
    scrape,
    log: () => log,
    async configure(nodes: object) {
      await writeFile(file, JSON.stringify({ nodes, validators: { detail: "all" } }));
      exporter.kill("SIGHUP");
    },
    async weigh(): Promise<Weight> {
      exporter.send("weigh");
      const [weight] = await once(exporter, "message");
      return weight;
    },
    async stop(): Promise<number> {
      exporter.kill("SIGTERM");
      const [code] = await once(exporter, "exit");
      return code;
    },
  };
}

test("the second of two days leaves no more memory, timers, sockets and files than the first", async () => {
  const [healthy, flaky] = await Promise.all([startSimulator("healthy"), startSimulator("flaky")]);
  const nodes = {
    healthy: { url: healthy.url, collectors: all },
    flaky: { url: flaky.url, collectors: cheap },
    gone: { url: "http://127.0.0.1:1", collectors: all },
  };
  const idle = { idle: { url: healthy.url, collectors: none } };
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, JSON.stringify({ nodes: idle }));
  const { scrape, configure, weigh, log, stop } = await startExporter(file);
  const paths = ["/metrics", "/", "/sd", ...Object.keys(nodes).map((name) => `/probe?target=${name}`)];
  let changes = 0;

  /** Scrapes all the time; at each fifth turn two of the nodes go, and two come. */
  async function passDay() {
    for (let turns = 0; turns < turnsOfDay; turns++) {
      if (turns % 5 === 0) {
        changes++;
        const [a, b] = [flaky, healthy].map(({ url }) => ({
          url: url.replace("127.0.0.1", "localhost"),
          collectors: cheap,
        }));
        const passing = { [`a-${changes}`]: a, [`b-${changes}`]: b };
        await configure({ ...nodes, ...passing });
      }
      await Promise.all([healthy.advance(), flaky.advance(), ...paths.map(scrape), setTimeout(100)]);
    }
    await configure(nodes);
  }
  /** Returns the minimum of several measurements: work in progress needs memory for a moment. */
  async function minimumHeap() {
    const heaps: number[] = [];
    while (heaps.length < 8) heaps.push(await setTimeout(100).then(async () => (await weigh()).heap));
    return Math.min(...heaps);
  }
  async function handlesAtRest() {
    await configure(idle);
    const seen: object[] = [];
    return eventually("the same handles for two seconds", async () => {
      const { files, resources } = await weigh();
      const now = { files, resources };
      seen.push(now);
      return (seen.length >= 20 && seen.slice(-20).every((one) => isDeepStrictEqual(one, now)) && now) || undefined;
    });
  }

  await passDay();
  await eventually("values of the node", async () => {
    expect((await scrape("/probe?target=healthy")).text).toContain("\navax_pchain_height{");
    return true;
  });
  const heap = await minimumHeap();
  const handles = await handlesAtRest();
  await passDay();
  await eventually("as much memory", async () => (await minimumHeap()) < 1.05 * heap || undefined);
  await eventually("the same handles", async () => isDeepStrictEqual(await handlesAtRest(), handles) || undefined);
  expect(log()).not.toContain("MaxListenersExceeded");
  expect(await stop()).toBe(0);
});
