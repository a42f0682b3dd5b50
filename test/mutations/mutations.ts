/** Faults in the source that a test must find. Each replaces a text that occurs once. */
export type Mutation = {
  readonly name: string;
  /** Paths from the root of the repository. */
  readonly file: string;
  readonly search: string;
  readonly replacement: string;
  /** Test files of which one must fail. */
  readonly tests: readonly string[];
};

const afterRun = { file: "src/exporter/after-run.ts", tests: ["test/exporter/after-run.test.ts"] };
const runner = { file: "src/exporter/runner.ts", tests: ["test/exporter/runner.test.ts"] };
const lockQueue = { file: "src/rpc/lock-queue.ts", tests: ["test/rpc/lock-queue.test.ts"] };
const exporter = { file: "src/exporter/exporter.ts", tests: ["test/exporter/exporter.test.ts"] };
const classify = { file: "src/rpc/classify.ts", tests: ["test/rpc/client.test.ts"] };
const ownership = {
  file: "src/collectors/shared/ownership.ts",
  tests: ["test/collectors/shared/ownership.test.ts"],
};

export const mutations: readonly Mutation[] = [
  {
    name: "the interval shrinks after a connection error",
    ...afterRun,
    search: 'reason === "timeout" || reason === "connect"',
    replacement: 'reason === "timeout"',
  },
  {
    name: "a run is finished before its samples are published",
    ...runner,
    search: "const { run, state: after, delay } = finish();",
    replacement:
      "const run = { ...collected, minInterval: undefined, startedAt, endedAt: clock.now() }; const { state: after, delay } = afterRun(state, run, first);",
  },
  { name: "stopping a runner does not wait", ...runner, search: "await running;", replacement: "void running;" },
  {
    name: "the listener of a waiting call stays",
    ...lockQueue,
    search: "using _onStop",
    replacement: "const _onStop",
  },
  {
    name: "the listener of a request stays",
    file: "src/rpc/transport.ts",
    tests: ["test/rpc/sockets.test.ts"],
    search: '() => signal.removeEventListener("abort", onAbort)',
    replacement: "() => {}",
  },
  {
    name: "two nodes start 5 s apart",
    ...exporter,
    search: "startStaggerMs = 50;",
    replacement: "startStaggerMs = 5000;",
  },
  {
    name: "a lag of exactly the maximum is a problem",
    file: "src/doctor/checks/chains.ts",
    tests: ["test/doctor/situations.test.ts"],
    search: "lag > maxLag",
    replacement: "lag >= maxLag",
  },
  {
    name: "a failed reload removes nodes",
    ...exporter,
    search: "const before = new Map(targets);",
    replacement: "const before = targets;",
  },
  {
    name: "the backoff does not grow",
    ...afterRun,
    search: "2 ** (consecutiveFailures - 1)",
    replacement: "1 ** (consecutiveFailures - 1)",
  },
  {
    name: "the backoff has no maximum",
    ...afterRun,
    search: "Math.min(delay, Math.max(interval, maxBackoffMs))",
    replacement: "delay",
  },
  { name: "the next run has no minimum pause", ...afterRun, search: "delay / 10);", replacement: "0);" },
  {
    name: "data of throttled collectors is dropped early",
    ...afterRun,
    search: "isThrottled || status.kind",
    replacement: "status.kind",
  },
  {
    name: "Retry-After has no maximum",
    ...afterRun,
    search: "Math.min(Math.max(...delays), maxRetryAfterMs)",
    replacement: "Math.max(...delays)",
  },
  {
    name: "a run that succeeds keeps a wake-up",
    ...runner,
    search: "if (!after.canRunEarly) waking = new AbortController();",
    replacement: "",
  },
  {
    name: "a failed run of heavy calls keeps a wake-up",
    ...runner,
    search: "if (!after.canRunEarly) waking",
    replacement: 'if (after.status.kind === "ok") waking',
  },
  {
    name: "heavy calls run before light ones",
    ...lockQueue,
    search: "({ isHeavy }) => !isHeavy",
    replacement: "({ isHeavy }) => isHeavy",
  },
  {
    name: "an aborted call that was not sent needs a recovery",
    ...lockQueue,
    search: "(isSent && signal.aborted)",
    replacement: "signal.aborted",
  },
  {
    name: "an unresponsive chain is probed without backoff",
    ...lockQueue,
    search: "Math.min(2 * pauseMs, maxBackoffMs)",
    replacement: "pauseMs",
  },
  {
    name: "404 of every API is a disabled API",
    ...classify,
    search: "status === 404 && !method.endpoint.isAlwaysServed",
    replacement: "status === 404",
  },
  {
    name: "Retry-After is in milliseconds",
    ...classify,
    search: "return 1000 * Number(header)",
    replacement: "return Number(header)",
  },
  {
    name: "a heavy call that times out makes the node unreachable",
    file: "src/exporter/target.ts",
    tests: ["test/exporter/target.test.ts"],
    search: "if (!isHeavyTimeout(record)) {",
    replacement: "{",
  },
  {
    name: "the superminority begins at exactly a third",
    file: "src/collectors/shared/validators.ts",
    tests: ["test/collectors/shared/validators.test.ts"],
    search: "held * 3n > total",
    replacement: "held * 3n >= total",
  },
  {
    name: "a validator of an L1 has two owners",
    ...ownership,
    search: "if (set) return set;",
    replacement: "",
  },
];

/** Returns the text of the file with the mutation. Throws if its text does not occur exactly once. */
export function mutate(text: string, { name, file, search, replacement }: Mutation): string {
  const [before, after, ...more] = text.split(search);
  if (before === undefined || after === undefined || more.length > 0)
    throw new Error(`mutation "${name}": expected the text once in ${file}: ${search}; correct it`);
  return before + replacement + after;
}
