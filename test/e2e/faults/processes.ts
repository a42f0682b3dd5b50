/** Faults of the exporter's process: each in a separate process, with a healthy node. */
import { renameSync, writeFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { collectors } from "../../../src/collectors/all.ts";
import { freePort } from "../../support/ports.ts";
import type { Watched } from "../support/expected.ts";
import { eventually, faketime, type Running, run } from "../support/programs.ts";
import type { ProcessFaultName } from "./catalog.ts";
import { createFront, type Front } from "./front.ts";
import { notListening } from "./misbehavior.ts";
import { type Nodes, startNodes } from "./nodes.ts";
import { difference, expectedValues, falsehood, type Page, readPage, rejection, type Values } from "./page.ts";
import type { Cells } from "./properties.ts";

/** Seconds. */
const interval = 2;
const usual = ["p-height", "p-supply", "p-validators", "watched-validators", "x-height", "index", "node", "upgrades"];

type Around = {
  readonly env?: Readonly<Record<string, string>>;
  readonly output?: string;
  /** A command that starts the exporter. */
  readonly through?: readonly string[];
  readonly flags?: readonly string[];
  /** Seconds. */
  readonly staleAfter?: number;
};
type Scene = {
  readonly nodes: Nodes;
  readonly front: Front;
  readonly folder: string;
  readonly config: string;
  /** Configures and starts the exporter, and waits for a good page. */
  readonly start: (around?: Around) => Promise<Subject>;
  /** Returns all current values of the node. */
  readonly truth: () => Promise<Values>;
};
type Subject = Running & { readonly url: string; readonly port: number };

const ours = new Set(
  collectors.filter(({ name }) => usual.includes(name)).flatMap(({ metrics }) => metrics.map(({ name }) => name)),
);

async function inScene(play: (scene: Scene) => Promise<Cells>): Promise<Cells> {
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-faults-"));
  const nodes = await startNodes();
  const watched: Watched = { nodes: nodes.validators.map((id) => ({ id })), detail: "all" };
  const front = await createFront({ ask: nodes.ask, keepsAlive: false });
  const config = join(folder, "exporter.yml");
  const truth = async () => {
    const all = await expectedValues(nodes.directly("first"), watched);
    return new Map([...all].filter(([series]) => ours.has(series.split("{")[0] ?? "")));
  };
  const configured = (staleAfter: number | undefined) => ({
    node: { url: `http://127.0.0.1:${front.port}` },
    watch: { own: false, node_ids: nodes.validators },
    validators: { detail: "all" },
    collectors: Object.fromEntries(
      collectors.map(({ name }) => [
        name,
        {
          enabled: usual.includes(name),
          interval: `${interval}s`,
          ...(staleAfter !== undefined && { stale_after: `${staleAfter}s` }),
        },
      ]),
    ),
  });
  async function start({ through = [], flags = [], staleAfter, ...around }: Around = {}): Promise<Subject> {
    await writeFile(config, JSON.stringify(configured(staleAfter))); // is YAML too
    const port = await freePort();
    const listen = `--web.listen-address=127.0.0.1:${port}`;
    const line = [...through, "node", "src/main.ts", `--config.file=${config}`, listen, ...flags];
    const subject = { ...run(line[0] ?? "", line.slice(1), around), port, url: `http://127.0.0.1:${port}` };
    await isGood(subject, await truth());
    return subject;
  }
  try {
    return await play({ nodes, front, folder, config, start, truth });
  } finally {
    front.close();
    await nodes.stop();
    await rm(folder, { recursive: true });
  }
}

const pageOf = ({ url }: Subject) => readPage(`${url}/metrics`);
const isGood = (subject: Subject, truth: Values) =>
  eventually("a good page", async () => {
    const page = await pageOf(subject);
    const problem = difference(page.data, truth);
    if (problem !== undefined) throw new Error(problem);
    return page;
  });
const seriesIn = (own: Values, family: string) => [...own].filter(([series]) => series.startsWith(`${family}{`));
/** Returns the number of light calls under the lock of the P-Chain, of which p-height makes two in each run. */
const calls = ({ own }: Page) => own.get('avax_exporter_rpc_duration_seconds_count{lock="p",cost="light"}') ?? 0;
/** Returns whether all collectors succeed, and p-height has run this many times since the first page. */
function haveRun(times: number) {
  let first: number | undefined;
  return (page: Page) => {
    first ??= calls(page);
    return areAll(1, page) && calls(page) - first > 2 * times;
  };
}
const areAll = (success: 0 | 1, { own }: Page) =>
  seriesIn(own, "avax_exporter_collector_success").every(([, value]) => value === success);
/** Returns the seconds by which the clock of the exporter is ahead. */
async function clockAhead({ url }: Subject): Promise<number> {
  const { headers } = await fetch(`${url}/-/healthy`);
  return (Date.parse(headers.get("date") ?? "") - Date.now()) / 1000;
}
/** Ends the exporter as an operator does. */
async function ended(subject: Subject): Promise<string | undefined> {
  if (subject.process.exitCode !== null) return `it ended with ${subject.process.exitCode}`;
  const code = await subject.stop();
  const line = subject
    .output()
    .split("\n")
    .find((line) => /UnhandledPromise|"level":"fatal"|please report/.test(line));
  return line ?? (code === 0 ? undefined : `it ended with ${code}`);
}

/** Polls the page until `isOver` returns true. Returns the first problem of each kind, and the last page. */
async function during(subject: Subject, truths: readonly Values[], what: string, isOver: (page: Page) => boolean) {
  let wrong: { readonly page?: string; readonly values?: string } = {};
  const look = async () => {
    try {
      const page = await pageOf(subject);
      const values = falsehood(page.data, truths);
      wrong = { ...(values !== undefined && { values }), ...wrong };
      return isOver(page) ? page : undefined;
    } catch (error) {
      wrong = { page: String(error), ...wrong };
      throw error;
    }
  };
  const last = await eventually(what, look);
  return { wrong, last };
}
const pageCell = async (wrong: string | undefined, page: Page) => wrong ?? (await rejection(page));

/** Sets the clock of a process by a file, as an offset in seconds. If `monotonic` is true, the monotonic clock moves as well. */
function fakedClock(folder: string, { monotonic }: { readonly monotonic: boolean }) {
  const file = join(folder, "clock");
  // replaced as a whole, because the process reads the file at any time
  const set = (seconds: number) => {
    writeFileSync(`${file}.new`, `${seconds < 0 ? "" : "+"}${seconds}s`);
    renameSync(`${file}.new`, file);
  };
  set(0);
  const env = {
    LD_PRELOAD: faketime(),
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_NO_CACHE: "1",
    FAKETIME_DONT_FAKE_MONOTONIC: monotonic ? "0" : "1",
  };
  return { set, env };
}

const clock = () =>
  inScene(async ({ folder, start, truth }) => {
    const { set, env } = fakedClock(folder, { monotonic: false });
    const subject = await start({ env });
    const now = await truth();
    const moved = async (seconds: number) => {
      const begin = performance.now();
      const before = await pageOf(subject);
      set(seconds);
      await eventually(
        "the other clock",
        async () => Math.abs((await clockAhead(subject)) - seconds) < 60 || undefined,
      );
      const { wrong, last } = await during(subject, [now], "runs by the other clock", haveRun(3));
      const ran = (calls(last) - calls(before)) / 2;
      const most = 2 + (2 * (performance.now() - begin)) / 1000 / interval;
      const values = wrong.values ?? difference(last.data, now);
      return { page: wrong.page, values: values ?? (ran <= most ? undefined : `${ran} runs`), last };
    };
    const forward = await moved(3600);
    const back = await moved(-3600);
    return {
      page: await pageCell(forward.page ?? back.page, back.last),
      values: forward.values ?? back.values,
      alive: await ended(subject),
    };
  });

const suspended = () =>
  inScene(async ({ folder, front, nodes, start, truth }) => {
    const staleAfter = 120;
    const { set, env } = fakedClock(folder, { monotonic: true });
    const subject = await start({ env, staleAfter });
    const pid = subject.process.pid ?? 0;
    const before = await truth();
    await front.misbehave(notListening);
    // no call is in progress when the process stops, and the page has the earlier data
    const { last } = await during(subject, [before], "failed runs", (page) => areAll(0, page));
    process.kill(pid, "SIGSTOP");
    nodes.step();
    const now = await truth();
    set(600);
    process.kill(pid, "SIGCONT");
    const first = await eventually("a first page", () => pageOf(subject)); // old connections have been idle for too long
    await front.behave();
    await eventually("a run of each collector", async () => {
      const page = await pageOf(subject);
      return (areAll(1, page) && page.data.has("avax_pchain_height")) || undefined;
    });
    const old = falsehood(first.data, [now]);
    return {
      page: await pageCell(undefined, first),
      values:
        difference(last.data, before) ??
        (old && falsehood(first.data, [before]) === undefined ? `of before: ${old}` : old),
      alive: await ended(subject),
    };
  });

const files = () =>
  inScene(async ({ start, truth }) => {
    const subject = await start({ through: ["sh", "-c", 'ulimit -n 64; exec "$@"', "sh"] });
    const now = await truth();
    const before = await pageOf(subject);
    const taken = Array.from({ length: 200 }, () => connect(subject.port, "127.0.0.1").on("error", () => {}));
    await eventually("a call without a file", async () => /node unreachable/.test(subject.output()) || undefined);
    for (const socket of taken) socket.destroy();
    const page = await isGood(subject, now);
    // scrapes within a second share a page
    const failures = await eventually("a counted failure", async () => {
      const counted = seriesIn((await pageOf(subject)).own, "avax_exporter_rpc_request_failures_total");
      const more = counted.filter(([name, value]) => value > (before.own.get(name) ?? 0));
      return more.length > 0 ? more.map(([name]) => name) : undefined;
    });
    const open = "process_open_fds";
    const isBack = await eventually("files that are closed", async () => {
      const { own } = await pageOf(subject);
      return (own.get(open) ?? 0) <= (before.own.get(open) ?? 0) + 5 || undefined;
    }).then(() => undefined, String);
    return {
      page: await pageCell(undefined, page),
      values: falsehood(page.data, [now]),
      reason: failures.find((name) => !name.includes('reason="connect"')),
      alive: await ended(subject),
      resources: isBack,
    };
  });

export const processRuns: Readonly<Record<ProcessFaultName, () => Promise<Cells>>> = {
  clock,
  suspended,
  files,
};
