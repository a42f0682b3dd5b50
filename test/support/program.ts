/** Runs the program in this process and captures output and exit code. */
import { onTestFinished } from "vitest";
import { runProgram } from "../../src/app/cli/program.ts";
import { withoutNetwork } from "./exposition.ts";

type Env = Readonly<Record<string, string>>;

/** Starts the program; `stop` and `reload` have the effect of signals. */
export function startProgram(argv: readonly string[], env: Env = {}) {
  const stop = new AbortController();
  const reload = new EventTarget();
  let out = "";
  let err = "";
  const code = runProgram(argv, {
    env,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal: false,
    stop: stop.signal,
    end: () => stop.abort(),
    onReload: (listener) => reload.addEventListener("reload", listener),
    onCrash: () => {}, // the test's own process continues
  });
  onTestFinished(async () => {
    stop.abort();
    await code;
  });
  return {
    code,
    stop: () => stop.abort(),
    reload: () => reload.dispatchEvent(new Event("reload")),
    out: () => out,
    err: () => err,
  };
}

/** Runs the program to its end. Metrics in its output have no label `network`. */
export async function runToEnd(argv: readonly string[], env?: Env) {
  const program = startProgram(argv, env);
  const code = await program.code;
  return { code, out: withoutNetwork(program.out()), err: program.err() };
}
