/** Nodes that misbehave, against the real program over real sockets, with a request every 50 ms at the same time. */
import { join } from "node:path";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { createSimulator } from "../../../src/simulator/simulator.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { scaled } from "../../support/limits.ts";
import { everyCollector } from "../support/exporter.ts";
import { eventually, run } from "../support/programs.ts";
import { type HostileAnswer, hostileAnswers } from "./hostile-node.ts";
import { answeredOf, report, scrape, scrapeDuring, startExporter } from "./support.ts";

let upstream: string;
beforeAll(async () => {
  const simulator = createSimulator();
  upstream = await simulator.listen();
  return simulator.close;
});

/** Timeout of the chart's probes. */
const probeTimeoutMs = scaled(3000);

async function withstand(kind: HostileAnswer) {
  const node = run("node", [join(import.meta.dirname, "hostile-node.ts"), kind, upstream]);
  onTestFinished(async () => void (await node.stop("SIGKILL")));
  const url = await eventually("a hostile node", async () => /http:\S+/.exec(node.output())?.[0]);
  const file = everyCollector(await temporaryFolder(), { interval: "3s" });
  const all = ["--validators.detail=all"];
  const exporter = await startExporter([`--node.url=${url}`, ...all, file]);
  onTestFinished(async () => void (await exporter.stop()));
  // a process that has just started is slow, independent of the node's response
  await eventually("first runs", async () => (await scrape(`${exporter.url}/-/ready`)).status === 200 || undefined);
  const probes = await scrapeDuring(`${exporter.url}/-/healthy`, 6000, {}, 50, probeTimeoutMs);
  const page = await scrape(`${exporter.url}/metrics`);
  report({ case: "/-/healthy every 50 ms", attacker: kind, scrapes: probes, peakMemory: exporter.peakMemory() });
  expect(page.status).toBe(200);
  expect(answeredOf(probes)).toBe(probes.length);
  expect(exporter.peakMemory()).toBeLessThan(400);
}

const ofEveryMethod: HostileAnswer = "an error message of 24 MB, of every method";
test("a node whose every response is an error message of 24 MB stalls nothing, and little memory is needed", () =>
  withstand(ofEveryMethod));

test.each((Object.keys(hostileAnswers) as HostileAnswer[]).filter((kind) => kind !== ofEveryMethod))(
  "a node's response stalls nothing and needs little memory: %s",
  { tags: ["night"] },
  withstand,
);
