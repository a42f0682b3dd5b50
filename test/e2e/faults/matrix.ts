/** All node faults at once: one exporter with one node per fault, and nodes without a fault as controls. */
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { inspect } from "node:util";
import { collectors } from "../../../src/collectors/all.ts";
import { validatorEnd, validatorStart } from "../../../src/metrics/validators.ts";
import { maxIdleConnectionMs } from "../../../src/rpc/transport.ts";
import { createAuthority, type KeyPair } from "../../support/certificates.ts";
import { scaled } from "../../support/limits.ts";
import { askedAt } from "../support/avalanche-node.ts";
import type { Watched } from "../support/expected.ts";
import { type Exporter, garbageCollector, startExporter } from "../support/exporter.ts";
import { type Data, type NodeFault, usualCollectors } from "./catalog.ts";
import { type Certificates, createFront, type Front } from "./front.ts";
import { type NodeName, resets } from "./misbehavior.ts";
import { type Nodes, startNodes } from "./nodes.ts";
import { difference, expectedValues, falsehood, type Page, readPage, rejection, type Values } from "./page.ts";
import { type Cell, type Cells, cellOf, holds } from "./properties.ts";

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
  readonly watched: Watched;
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

function configOf({ fault, front, collectors, watched }: Subject, ca: string) {
  const timeout = fault?.timeout ?? "30s";
  return {
    url: `${fault?.secure ? "https" : "http"}://127.0.0.1:${front.port}`,
    ...(fault?.secure && { tls_config: { ca_file: ca } }),
    watch: { own: false, node_ids: watched.nodes?.map(({ id }) => id) },
    validators: { detail: watched.detail ?? "watched" },
    collectors: quick(collectors, timeout, fault),
  };
}

function certificatesIn(folder: string): { readonly certificates: Certificates; readonly ca: string } {
  const authority = createAuthority(folder);
  const read = ({ cert, key }: KeyPair) => ({ cert: readFileSync(cert), key: readFileSync(key) });
  return {
    ca: authority.cert,
    certificates: {
      good: read(authority.server("good")),
      expired: read(authority.server("expired", { expired: true })),
    },
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
  (data.is === "kept" && !isOf(family, data.keeps)) ||
  (data.is === "partly gone" && (isOf(family, data.loses) || data.loses.some((series) => series.startsWith(family))));

/** Returns the expected values, or undefined if only the permitted values are known. */
function leftOf(data: Data, good: Values, of: (node: NodeName) => Values, answered: Values): Values | undefined {
  switch (data.is) {
    case "whole":
      return good;
    case "gone":
      return new Map();
    case "partly gone":
      return new Map([
        ...[...good].filter(([series]) => !isOf(series, data.loses)),
        ...Object.entries(data.values ?? {}),
      ]);
    case "kept":
      return new Map([...good].filter(([series]) => isOf(series, data.keeps)));
    case "values of that node":
      return of(data.node);
    case "values as returned":
      return answered;
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

export async function runNodeFaults(faults: readonly NodeFault[]): Promise<ReadonlyMap<string, Cells>> {
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-faults-"));
  const nodes = await startNodes("other", "fuji", "halted");
  const { certificates, ca } = certificatesIn(folder);
  const subjects: Subject[] = [];
  try {
    for (const fault of [...faults, ...Array<undefined>(controls).fill(undefined)])
      subjects.push(await subjectOf(nodes, fault, subjects.length, fault?.secure && certificates));
    const file = join(folder, "exporter.yml");
    const config = Object.fromEntries(subjects.map((subject) => [subject.name, configOf(subject, ca)]));
    await writeFile(file, JSON.stringify({ nodes: config })); // is YAML too
    const exporter = await startExporter([`--config.file=${file}`], [], garbageCollector);
    return await createRun(nodes, subjects, exporter).results();
  } finally {
    for (const { front } of subjects) front.close();
    await nodes.stop();
    await rm(folder, { recursive: true });
  }
}

async function subjectOf(
  nodes: Nodes,
  fault: NodeFault | undefined,
  i: number,
  certificates: Certificates | undefined,
): Promise<Subject> {
  const all = fault?.everything && ({ detail: "all" } as const);
  return {
    name: fault ? slug(fault.name) : `control-${i}`,
    fault,
    front: await createFront({
      ask: nodes.ask,
      watched: nodes.validators,
      certificates,
      keepsAlive: !fault || fault.does.kind === "call",
    }),
    collectors: fault?.collectors ?? usualCollectors,
    watched: { nodes: nodes.validators.map((id) => ({ id })), ...all },
    wrong: {},
  };
}

function createRun(nodes: Nodes, subjects: readonly Subject[], exporter: Exporter) {
  const faulty = subjects.filter(({ fault }) => fault);
  /** Values of each node, from the first state of its clock to the current one. */
  const history = new Map<string, Values[]>();
  const answered = new Map<Subject, readonly Values[]>();

  const keyOf = (node: NodeName, { watched }: Subject) => `${node} ${watched.detail}`;
  const valuesOf = (node: NodeName, subject: Subject) =>
    (history.get(keyOf(node, subject)) ?? []).map((values) => only(values, subject.collectors));
  const now = (node: NodeName, subject: Subject) => valuesOf(node, subject).at(-1) ?? new Map();
  const nodesOf = ({ fault }: Subject): readonly NodeName[] => {
    if (fault?.data.is === "values of that node") return ["first", fault.data.node];
    return fault?.data.is === "values of either node" ? fault.data.nodes : ["first"];
  };

  async function learn() {
    const asked = new Map(subjects.flatMap((one) => nodesOf(one).map((node) => [keyOf(node, one), { node, one }])));
    for (const [key, { node, one }] of asked) {
      const values = await expectedValues(nodes.directly(node), one.watched);
      history.set(key, [...(history.get(key) ?? []), values]);
    }
  }
  /** Returns the period of each watched validator. It stays known after the validator has left the set. */
  const periodsOf = (subject: Subject): Values =>
    new Map(
      [...now("first", subject)].filter(
        ([series]) =>
          [validatorStart, validatorEnd].some(({ name }) => series.startsWith(`${name}{`)) &&
          subject.watched.nodes?.some(({ id }) => series.includes(id)),
      ),
    );
  async function learnFromFaulty() {
    for (const subject of faulty) {
      if (subject.fault?.data.is !== "values as returned") continue;
      const asked = askedAt(`http://127.0.0.1:${subject.front.port}`);
      const values = only(await expectedValues(asked, subject.watched), subject.collectors);
      answered.set(subject, [...answeredBy(subject), new Map([...periodsOf(subject), ...values])]);
    }
  }

  const answeredBy = (subject: Subject) => answered.get(subject) ?? [];
  /** All values that the response may contain. */
  function truths(subject: Subject): Values[] {
    const { data } = subject.fault ?? {};
    const replaced = data?.is === "partly gone" ? new Map(Object.entries(data.values ?? {})) : new Map();
    return [...nodesOf(subject).flatMap((node) => valuesOf(node, subject)), ...answeredBy(subject), replaced];
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
    const settled = new Map<Subject, number>();
    for (;;) {
      for (const subject of subjects) {
        const page = await look(subject);
        if (!page) continue;
        const problem = problemOf(subject, page, settled.has(subject));
        states.set(subject, { page, problem });
        if (problem !== undefined) settled.delete(subject);
        else if (!settled.has(subject)) settled.set(subject, performance.now());
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

  function inFault(subject: Subject, page: Page, isSettled: boolean, before: Page | undefined): string | undefined {
    const { fault } = subject;
    if (!fault) return good(subject, page);
    // partial data of a failed run may be dropped before the next run, because stale_after is so short
    if (isSettled && fault.data.is === "kept") return undefined;
    const left = leftOf(
      fault.data,
      now("first", subject),
      (node) => now(node, subject),
      answeredBy(subject).at(-1) ?? new Map(),
    );
    const up = { gone: 0, whole: 1 }[fault.data.is as string] ?? page.own.get("avax_up");
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
  async function end({ fault, front }: Subject, ended: () => void) {
    const behave = () => front.behave().then(ended);
    await (fault?.restarts ? front.misbehave(resets(resetsOfRestart, behave)) : behave());
  }

  async function resources() {
    exporter.process.kill("SIGUSR2"); // the heap without garbage
    const { own } = await readPage(`${exporter.url}/metrics`);
    return { sockets: own.get("process_open_fds") ?? 0, heap: own.get("nodejs_heap_size_used_bytes") ?? 0 };
  }
  async function resourcesAfter({ sockets, heap }: { readonly sockets: number; readonly heap: number }) {
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
    const before = await resources();
    nodes.step();
    await learn();
    for (const { fault, front } of faulty) {
      if (fault) await front.misbehave(fault.does);
      await setTimeout(apart); // from node to node
    }
    await learnFromFaulty();
    const during = await watch(lasts, (subject, page, isSettled) =>
      inFault(subject, page, isSettled, begun.states.get(subject)?.page),
    );
    nodes.step();
    await learn();
    await learnFromFaulty();
    const ends = new Map<Subject, number>();
    for (const subject of faulty) {
      await end(subject, () => ends.set(subject, performance.now()));
      await setTimeout(apart); // from node to node
    }
    const after = await watch(0, outsideFault);
    const rejected = new Map<Subject, string | undefined>();
    for (const [subject, { page }] of during.states) rejected.set(subject, await rejection(page));
    const unreturned = await resourcesAfter(before);
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
    function recovery(subject: Subject): Cell {
      const at = after.settled.get(subject);
      if (at === undefined) return { wrong: after.states.get(subject)?.problem ?? "no page" };
      return holds(`${((at - (ends.get(subject) ?? at)) / 1000).toFixed(1)} s`);
    }
    function cells(subject: Subject): Cells {
      const { wrong } = subject;
      const problem = begun.states.get(subject)?.problem ?? during.states.get(subject)?.problem;
      const isReason = problem !== undefined && /^[a-z_,]+, not [a-z_,]+$/.test(problem);
      return {
        page: cellOf(wrong.page ?? rejected.get(subject)),
        values: cellOf(wrong.values ?? (isReason ? undefined : problem)),
        reason: cellOf(isReason ? problem : undefined),
        others: cellOf(others()),
        recovers: recovery(subject),
        alive: cellOf(wrongInLog(subject)),
        resources: cellOf(unreturned),
      };
    }
  }
  return { results };
}
