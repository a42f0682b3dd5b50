/** All node faults at once: one exporter with one node per fault, and nodes without a fault as controls. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { collectors } from "../../../src/collectors/all.ts";
import { maxIdleConnectionMs } from "../../../src/node-api/transport.ts";
import { scaled } from "../../support/limits.ts";
import type { Watched } from "../support/expected.ts";
import { type Exporter, garbageCollector, startExporter } from "../support/exporter.ts";
import { type Data, type NodeFault, usualCollectors } from "./catalog.ts";
import { createFront, type Front } from "./front.ts";
import { type NodeName, resets } from "./misbehavior.ts";
import { type Nodes, startNodes } from "./nodes.ts";
import { difference, expectedValues, falsehood, type Page, readPage, rejection, type Values } from "./page.ts";
import type { Cells } from "./properties.ts";

const interval = 10;
/** Seconds: longer than the interval of a collector on a slow machine, so that data is not dropped between two runs. */
const staleAfter = 40;
/** Seconds: long enough for stale data to be dropped, and for a retry. */
const lasts = 45;
/** Maximum seconds until every page is as expected. */
const longest = scaled(180_000) / 1000;
const pollEvery = 1000;
/** Milliseconds from node to node, so that they do not all restart at once. */
const apart = 20;
/** Connections that a node resets while it restarts. */
const resetsOfRestart = 4;
const controls = 3;

type Subject = {
  readonly name: string;
  readonly fault: NodeFault | undefined;
  readonly front: Front;
  readonly collectors: readonly string[];
  /** The first problems. */
  readonly wrong: { page?: string; values?: string };
};
type State = { readonly page: Page; readonly problem: string | undefined };
/** Returns the problem of a page, if any. `isSettled`: the previous page had none. */
type ProblemOf = (subject: Subject, page: Page, isSettled: boolean) => string | undefined;

const slug = (name: string) => name.replace(/[^A-Za-z0-9]+/g, "-").slice(0, 60);
/** Returns whether a collector loses data. Two collectors can have the same metric. */
function losesData(data: Data, { name, metrics }: (typeof collectors)[number]): boolean {
  if (data.is !== "partly gone") return metrics.some((metric) => loses(data, metric.name));
  return data.loses.some((lost) => lost === name || metrics.some((metric) => lost.startsWith(metric.name)));
}
/** Returns the settings of the collectors. stale_after is short for those that lose data, so that the loss is visible. */
const quick = (enabled: readonly string[], timeout: string, fault: NodeFault | undefined) =>
  Object.fromEntries(
    collectors.map((one) => {
      const { name } = one;
      const isShort = fault && losesData(fault.data, one);
      const stale = isShort && { stale_after: `${staleAfter}s` };
      return [name, { enabled: enabled.includes(name), interval: `${interval}s`, timeout, ...stale }];
    }),
  );

function configOf({ fault, front, collectors }: Subject, { validators }: Nodes) {
  const timeout = fault?.timeout ?? "30s";
  return {
    url: `http://127.0.0.1:${front.port}`,
    watch: { own: false, node_ids: validators },
    collectors: quick(collectors, timeout, fault),
  };
}

/** Returns only the families of these collectors. */
function only(all: Values, names: readonly string[]): Values {
  const metrics = new Set(
    collectors.filter(({ name }) => names.includes(name)).flatMap(({ metrics }) => metrics.map(({ name }) => name)),
  );
  return new Map([...all].filter(([series]) => metrics.has(series.split("{")[0] ?? "")));
}
/** Returns whether a series is of a collector or has a prefix. */
function isOf(series: string, names: readonly string[]) {
  const [family = ""] = series.split("{");
  return names.some(
    (name) =>
      series.startsWith(name) ||
      collectors.some((one) => one.name === name && one.metrics.some((metric) => metric.name === family)),
  );
}

/** Returns whether a family loses any series. */
const loses = (data: Data, family: string) =>
  data.is === "gone" ||
  (data.is === "partly gone" && (isOf(family, data.loses) || data.loses.some((series) => series.startsWith(family))));

/** Returns the expected values, or undefined if only the permitted values are known. */
function leftOf(data: Data, good: Values, of: (node: NodeName) => Values): Values | undefined {
  switch (data.is) {
    case "gone":
      return new Map();
    case "partly gone":
      return new Map([
        ...[...good].filter(([series]) => !isOf(series, data.loses)),
        ...Object.entries(data.values ?? {}),
      ]);
    case "values of that node":
      return of(data.node);
    case "values of either node":
    case "there at times":
      return undefined;
  }
}

const series = (own: Values, pattern: RegExp) => [...own].filter(([name]) => pattern.test(name));
const sum = (values: readonly (readonly [string, number])[]) => values.reduce((total, [, value]) => total + value, 0);
/** Returns the failed calls by reason. */
function reasonsOf({ own }: Page): ReadonlyMap<string, number> {
  const counted = new Map<string, number>();
  for (const [name, value] of series(own, /^avax_exporter_rpc_request_failures_total/)) {
    const reason = /reason="(\w+)"/.exec(name)?.[1] ?? "";
    counted.set(reason, (counted.get(reason) ?? 0) + value);
  }
  return counted;
}
const unsuccessful = ({ own }: Page) =>
  series(own, /^avax_exporter_collector_success/).flatMap(([name, value]) => (value === 1 ? [] : [name]));
const callsOf = ({ own }: Page) => sum(series(own, /^avax_exporter_rpc_duration_seconds_count/));

/** Starts all faults. The caller ends them with `stop`. */
export async function startNodeFaults(faults: readonly NodeFault[]) {
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-faults-"));
  const nodes = await startNodes("other", "fuji", "halted");
  const all = [...faults, ...Array<undefined>(controls).fill(undefined)];
  const subjects = await Promise.all(all.map((fault, i) => subjectOf(nodes, fault, i)));
  const file = join(folder, "exporter.yml");
  const config = Object.fromEntries(subjects.map((subject) => [subject.name, configOf(subject, nodes)]));
  await writeFile(file, JSON.stringify({ nodes: config })); // is YAML too
  const exporter = await startExporter([`--config.file=${file}`], [], garbageCollector);
  return {
    ...createRun(nodes, subjects, exporter),
    async stop() {
      for (const { front } of subjects) front.close();
      await nodes.stop();
      await rm(folder, { recursive: true });
    },
  };
}

async function subjectOf({ ask }: Nodes, fault: NodeFault | undefined, i: number): Promise<Subject> {
  return {
    name: fault ? slug(fault.name) : `control-${i}`,
    fault,
    front: await createFront({ ask, keepsAlive: !fault || fault.does.kind === "call" }),
    collectors: fault?.collectors ?? usualCollectors,
    wrong: {},
  };
}

function createRun(nodes: Nodes, subjects: readonly Subject[], exporter: Exporter) {
  const faulty = subjects.filter(({ fault }) => fault);
  /** Values of each node, from the first state of its clock to the current one. */
  const history = new Map<NodeName, Values[]>();
  const watched: Watched = { nodes: nodes.validators.map((id) => ({ id })) };

  const valuesOf = (node: NodeName, { collectors }: Subject) =>
    (history.get(node) ?? []).map((values) => only(values, collectors));
  const now = (node: NodeName, subject: Subject) => valuesOf(node, subject).at(-1) ?? new Map();
  const nodesOf = ({ fault }: Subject): readonly NodeName[] => {
    if (fault?.data.is === "values of that node") return ["first", fault.data.node];
    return fault?.data.is === "values of either node" ? fault.data.nodes : ["first"];
  };

  async function learn() {
    for (const node of new Set(subjects.flatMap(nodesOf)))
      history.set(node, [...(history.get(node) ?? []), await expectedValues(nodes.directly(node), watched)]);
  }

  /** All values that the response may contain. */
  function truths(subject: Subject): Values[] {
    const { data } = subject.fault ?? {};
    const replaced = data?.is === "partly gone" ? new Map(Object.entries(data.values ?? {})) : new Map();
    return [...nodesOf(subject).flatMap((node) => valuesOf(node, subject)), replaced];
  }

  /** Returns a description of values of two nodes in one response. */
  function mixture(subject: Subject, data: Values): string | undefined {
    const { data: left } = subject.fault ?? {};
    if (left?.is !== "values of that node" || !left.apart) return undefined;
    const errors = nodesOf(subject).map((node) => falsehood(data, valuesOf(node, subject)));
    return errors.includes(undefined) ? undefined : `of two nodes at once: ${errors[0]}`;
  }

  async function look(subject: Subject): Promise<Page | undefined> {
    try {
      const page = await readPage(`${exporter.url}/probe?target=${subject.name}`);
      const wrong = falsehood(page.data, truths(subject)) ?? mixture(subject, page.data);
      if (wrong !== undefined) subject.wrong.values ??= wrong;
      return page;
    } catch (error) {
      subject.wrong.page ??= inspect(error); // with its cause
      return undefined;
    }
  }

  /** Polls all pages for the minimum time and until no page has a problem. */
  async function watch(minSeconds: number, problemOf: ProblemOf) {
    const begin = performance.now();
    const since = () => (performance.now() - begin) / 1000;
    const states = new Map<Subject, State>();
    const settled = new Set<Subject>();
    for (;;) {
      for (const subject of subjects) {
        const page = await look(subject);
        if (!page) continue;
        const problem = problemOf(subject, page, settled.has(subject));
        states.set(subject, { page, problem });
        if (problem === undefined) settled.add(subject);
        else settled.delete(subject);
      }
      if (since() > longest || (since() > minSeconds && settled.size === subjects.length)) return { states, settled };
      await setTimeout(pollEvery); // between two polls
    }
  }

  const good = (subject: Subject, page: Page) =>
    difference(page.data, now("first", subject)) ??
    unsuccessful(page)[0] ??
    (page.own.get("avax_up") === 1 ? undefined : "avax_up is 0");

  /** On a slow machine, data can exceed the short stale_after. After the first success, the collectors must not fail. */
  const outsideFault: ProblemOf = (subject, page, isSettled) => {
    return isSettled ? unsuccessful(page)[0] : good(subject, page);
  };

  function inFault(subject: Subject, page: Page, before: Page | undefined): string | undefined {
    const { fault } = subject;
    if (!fault) return good(subject, page);
    const left = leftOf(fault.data, now("first", subject), (node) => now(node, subject));
    const up = fault.data.is === "gone" ? 0 : page.own.get("avax_up");
    return (
      (left && difference(page.data, left)) ??
      (page.own.get("avax_up") === up ? undefined : `avax_up is not ${up}`) ??
      wrongReason(fault, page, before)
    );
  }
  function wrongReason({ shows }: NodeFault, page: Page, before: Page | undefined): string | undefined {
    const earlier = before && reasonsOf(before);
    const counted = [...reasonsOf(page)].filter(([reason, times]) => times > (earlier?.get(reason) ?? 0));
    const shown = counted.map(([reason]) => reason).toSorted();
    const expected = shows.toSorted();
    return `${shown}` === `${expected}` ? undefined : `${shown.join() || "none"}, not ${expected.join() || "none"}`;
  }

  /** Ends a fault immediately, or with a restart of the node. */
  const end = ({ fault, front }: Subject) =>
    fault?.restarts ? front.misbehave(resets(resetsOfRestart, front.behave)) : front.behave();

  async function resources() {
    exporter.process.kill("SIGUSR2"); // the heap without garbage
    const { own } = await readPage(`${exporter.url}/metrics`);
    return { sockets: own.get("process_open_fds") ?? 0, heap: own.get("nodejs_heap_size_used_bytes") ?? 0 };
  }
  let before = { sockets: 0, heap: 0 };
  /** Returns a description of resources that have not returned to their initial level when idle connections are closed. */
  async function unreturned(): Promise<string | undefined> {
    const { sockets, heap } = before;
    const end = performance.now() + maxIdleConnectionMs + 30_000;
    for (;;) {
      const now = await resources();
      const wrong =
        now.sockets > sockets + 20
          ? `${now.sockets} open files, ${sockets} before`
          : now.heap > heap + 50e6
            ? `${now.heap} bytes of heap, ${heap} before`
            : undefined;
      if (wrong === undefined || performance.now() > end) return wrong;
      await setTimeout(pollEvery); // between two polls
    }
  }
  function wrongInLog({ name }: Subject): string | undefined {
    if (exporter.process.exitCode !== null) return `the exporter has ended: ${exporter.output().slice(-2000)}`;
    const lines = exporter.output().split("\n");
    return lines.find(
      (line) =>
        /UnhandledPromise|Warning|"level":"fatal"/.test(line) || (/bug/.test(line) && line.includes(`"${name}"`)),
    );
  }

  async function results(): Promise<ReadonlyMap<string, Cells>> {
    await learn();
    const begun = await watch(0, outsideFault);
    before = await resources();
    nodes.step();
    await learn();
    for (const { fault, front } of faulty) {
      if (fault) await front.misbehave(fault.does);
      await setTimeout(apart); // from node to node
    }
    const during = await watch(lasts, (subject, page) => inFault(subject, page, begun.states.get(subject)?.page));
    nodes.step();
    await learn();
    for (const subject of faulty) {
      await end(subject);
      await setTimeout(apart); // from node to node
    }
    const after = await watch(0, outsideFault);
    const rejected = new Map<Subject, string | undefined>();
    for (const [subject, { page }] of during.states) rejected.set(subject, await rejection(page));
    return new Map(faulty.map((subject) => [subject.fault?.name ?? "", cells(subject)]));

    function others(): string | undefined {
      return subjects.flatMap((subject) => {
        if (subject.fault) return [];
        const { page, values } = subject.wrong;
        const state = during.states.get(subject);
        const [first, last] = [begun.states.get(subject)?.page, state?.page];
        const stood =
          first && last && callsOf(last) - callsOf(first) < subject.collectors.length
            ? "collector runs have stalled"
            : undefined;
        return [page ?? values ?? state?.problem ?? stood ?? []].flat();
      })[0];
    }
    function cells(subject: Subject): Cells {
      const { wrong } = subject;
      const problem = begun.states.get(subject)?.problem ?? during.states.get(subject)?.problem;
      const isReason = problem !== undefined && /^[a-z_,]+, not [a-z_,]+$/.test(problem);
      return {
        page: wrong.page ?? rejected.get(subject),
        values: wrong.values ?? (isReason ? undefined : problem),
        reason: isReason ? problem : undefined,
        others: others(),
        recovers: after.settled.has(subject) ? undefined : (after.states.get(subject)?.problem ?? "no page"),
        alive: wrongInLog(subject),
      };
    }
  }
  return { results, unreturned };
}
