/** Notifications about three validators of mainnet, with real programs: a minute passes in three seconds. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { expect, test } from "vitest";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { drain } from "../../../src/simulator/scenario-events.ts";
import { createSimulator, type Simulator, type SimulatorOptions } from "../../../src/simulator/simulator.ts";
import { reconnect } from "../../../src/simulator/stakers.ts";
import { fastClock } from "../../../src/tools/support/clock.ts";
import { type OnEnd, startExporter, startServer } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { startReceiver } from "../support/alertmanager.ts";
import { jobOf, startFasterAlertmanager, startFasterPrometheus } from "../support/faster-rules.ts";

const factor = 20;
const minute = 60_000;
type Labels = Readonly<Record<string, string>>;

/** Starts the nodes, an exporter of each, Prometheus and Alertmanager. The event begins at `eventAt` minutes. */
async function startWorld(eventAt: number, onEnd: OnEnd) {
  const folder = await temporaryFolder(onEnd);
  const began = Date.now();
  const now = () => began + factor * (Date.now() - began);
  const minutesAfter = (at = 0) => (factor * (at - began)) / minute - eventAt;
  const simulators = new Map<number, Simulator>();

  async function startNode(number: number, options: SimulatorOptions = {}) {
    const given = { number, now, start: new Date(began), network: "mainnet", kinds: ["l1"] } as const;
    const simulator = createSimulator({ ...given, ...options });
    simulator.chain.advance(new Date(now()));
    simulators.set(number, simulator);
    onEnd(simulator.close);
    const url = await simulator.listen();
    return { url, watch: demoWatchOf(simulator.chain), stop: simulator.close };
  }
  async function observe({ url, watch }: Awaited<ReturnType<typeof startNode>>) {
    const { exporter } = await startExporter({ node: { url }, watch }, onEnd, { ...fastClock(factor), date: now });
    const started = await startServer(exporter, {}, onEnd);
    return { port: started.port, stop: () => Promise.all([started.server.close(), exporter.stop()]) };
  }
  const nodes = [await startNode(0), await startNode(1), await startNode(2)] as const;
  const exporters = [await observe(nodes[0]), await observe(nodes[1]), await observe(nodes[2])] as const;
  const file = join(folder, "targets.json");
  const setTargets = (...targets: readonly { readonly port: number }[]) =>
    writeFile(file, JSON.stringify(targets.flatMap((one) => jobOf(one).static_configs)));
  await setTargets(...exporters);
  const receiver = await startReceiver();
  const alertmanager = await startFasterAlertmanager(receiver.url, factor);
  const jobs = [{ file_sd_configs: [{ files: [file] }] }];
  const prometheus = await startFasterPrometheus({ folder, jobs, alertmanager: alertmanager.address, factor });

  /** Alerts that Alertmanager would notify of if it looked at their group now. */
  const exposed: { readonly at: number; readonly labels: Labels }[] = [];
  const longerThanGroupWait = (1.5 * minute) / factor;
  const watching = setInterval(async () => {
    const at = Date.now();
    for (const { labels, status, startsAt } of await alertmanager.held().catch(() => []))
      if (status.state === "active" && at - Date.parse(startsAt) > longerThanGroupWait) exposed.push({ at, labels });
  }, 500);
  onEnd(async () => {
    clearInterval(watching);
    await Promise.all([prometheus.stop(), alertmanager.stop()]);
    receiver.close();
  });

  return {
    ...{ nodes, exporters, startNode, observe, setTargets },
    /** Resolves so many minutes after the event. */
    wait: (minutes: number) => setTimeout(Math.max(0, began + ((eventAt + minutes) * minute) / factor - Date.now())),
    /** Connects or disconnects these validators, as these nodes see it. */
    connect(isConnected: boolean, isConcerned: (validator: number, observer: number) => boolean) {
      for (const [observer, { chain }] of simulators)
        for (const one of chain.primary.validators.filter(({ node }) => node !== observer))
          if (isConcerned(one.node, observer)) reconnect(one, isConnected, Math.floor(now() / 1000));
    },
    /** Reduces the balances of a share of the L1 validators, so that they run out from an hour later on. */
    drain(share: number) {
      for (const { chain } of simulators.values())
        drain(chain.l1s, share, chain.network.validatorFee.minPrice, { first: 3600, last: 3660 });
    },
    /** Halts all chains, or only the C-Chain, on these nodes. Returns a function that continues them. */
    halt({ of = [0, 1, 2], isOnlyC = false }) {
      const from = now();
      const ends = of.map((number) => {
        const { chain } = simulators.get(number) as Simulator;
        const { c, x, blocks } = chain;
        const { nextAt } = blocks;
        chain.c = (at) => c(Math.min(at, from));
        if (!isOnlyC) chain.x = (at) => x(Math.min(at, from));
        if (!isOnlyC) blocks.nextAt = () => Number.POSITIVE_INFINITY;
        return () => [Object.assign(chain, { c, x }), Object.assign(blocks, { nextAt })];
      });
      return () => ends.map((end) => end());
    },
    /** Prints the notifications in order. Returns those, and alerts that would have been notified at another minute. */
    notified(title: string) {
      const of = <T extends { readonly labels: Labels }>(all: readonly T[], isWatchdog = false) =>
        all.filter(({ labels }) => (labels["alertname"] === "AvaxWatchdog") === isWatchdog);
      const nameOf = ({ labels }: { readonly labels: Labels }) => `${labels["alertname"]} ${labels["severity"]}`;
      const show = (at?: number) => minutesAfter(at).toFixed(1).padStart(6);
      const came = of(receiver.notified).map((one) => ({ ...one, name: `${nameOf(one)} ${one.status}` }));
      const isLong = (all: typeof exposed) => minutesAfter(all.at(-1)?.at) - minutesAfter(all[0]?.at) > 1;
      const could = [...Map.groupBy(of(exposed), (one) => `${nameOf(one)} firing`)].filter(([, all]) => isLong(all));
      const lines = came.map(({ at, name, annotations }) => `${show(at)} ${name}: ${annotations["summary"]}\n`);
      for (const [name, all] of could)
        lines.push(`${show(all[0]?.at)} to${show(all.at(-1)?.at)} not inhibited: ${name}\n`);
      process.stdout.write([`${title}. By minutes after that:\n`, ...lines, `${show(Date.now())} end\n`].join(""));
      // the others would have arrived, too
      expect(minutesAfter(Date.now()) - minutesAfter(of(receiver.notified, true).at(-1)?.at)).toBeLessThan(10);
      return [...new Set([...could.map(([name]) => name), ...came.map(({ name }) => name)])].toSorted();
    },
  };
}
type World = Awaited<ReturnType<typeof startWorld>>;

const page = (alert: string) => [`${alert} critical firing`];
const ended = (alert: string) => [`${alert} firing`, `${alert} resolved`];
const isFirst = (validator: number) => validator === 0;
/** These have a third of the stake. */
const isLate = (validator: number) => validator > 14;

async function move({ nodes, exporters, startNode, observe, setTargets, connect, wait }: World) {
  const [old, ...others] = exporters;
  await Promise.all([old.stop(), nodes[0].stop(), setTargets(...others)]);
  connect(false, isFirst);
  await wait(3);
  await setTargets(await observe(await startNode(0, { upFor: 0, bootstrapping: 75 * 60 })), ...others);
  connect(true, isFirst);
}
const stopExporters = ({ exporters }: World) => Promise.all(exporters.map(({ stop }) => stop()));
async function haltFor20({ halt, wait, connect }: World) {
  connect(false, isLate);
  const goOn = halt({});
  await wait(20);
  goOn();
  connect(true, isLate);
}
async function stopNode({ nodes, connect }: World) {
  await nodes[0].stop();
  connect(false, isFirst);
}
const stopBoth = (world: World) => Promise.all([stopNode(world), world.exporters[0].stop()]);
const haltFirst = ({ halt }: World) => halt({ of: [0] });
/** It is not resolved when the money has run out, but fires with another label. */
const drained = page("AvaxL1HaltAhead");
const halted = ended("AvaxNetworkUnhealthy critical");
const offline = ["AvaxExporterDown warning firing", ...page("AvaxValidatorOffline")];
type Event = [title: string, until: number, notified: string[], happen: (world: World) => unknown, at?: number];
// the longest first
test.concurrent.for<Event>([
  ["balances of L1s run out an hour later", 130, drained, ({ drain }) => drain(0.6), 5],
  ["a validator moves in 3 minutes, and bootstraps for 75", 120, ended("AvaxNodeBootstrapping warning"), move],
  ["a validator and its exporter stop", 45, offline, stopBoth, 65],
  ["all exporters stop", 45, page("AvaxExporterDown"), stopExporters, 65],
  ["a third of the stake is offline for 20 minutes", 70, halted, haltFor20],
  ["the node of a validator stops", 45, page("AvaxNodeUnreachable"), stopNode],
  ["one node accepts no blocks", 45, page("AvaxNodeOutOfSync"), haltFirst],
  ["the C-Chain halts", 45, page("AvaxChainHalted"), ({ halt }) => halt({ isOnlyC: true })],
])("%s", async ([title, until, notified, happen, at = 20], { onTestFinished }) => {
  const world = await startWorld(at, onTestFinished);
  await world.wait(0);
  await happen(world);
  await world.wait(until);
  expect(world.notified(title)).toEqual(notified);
});
