#!/usr/bin/env -S node --max-semi-space-size=4
/** The process: arguments, signals, streams and exit code. */
import { enableCompileCache } from "node:module";
import { compileCacheFolder } from "./cli/compile-cache.ts";

// signals can come while the program is still being loaded
const stop = new AbortController();
const end = () => stop.abort();
// more than once: npm passes on what the terminal has sent already
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
let isReloadDue = false;
let reload = () => {
  isReloadDue = true;
};
process.on("SIGHUP", () => reload());
process.on("SIGUSR1", () => {}); // without a listener Node.js opens its debugger

const cache = compileCacheFolder(process.env, process.getuid?.());
if (cache !== undefined) enableCompileCache(cache); // of modules that are imported from here on
const { runProgram } = await import("./cli/program.ts");

// a full disk under the log is no reason to stop watching
process.stderr.on("error", () => {});
let written = true;
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  written = code === "EPIPE"; // whoever read it has seen enough
  if (!written) process.stderr.write(`standard output: ${message}\n`);
});

const code = await runProgram(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  stop: stop.signal,
  end,
  onReload: (listener) => {
    reload = listener;
    if (isReloadDue) listener();
  },
  onCrash: (listener) =>
    void process.on("uncaughtException", (error) => {
      listener(error);
      process.exit(1);
    }),
});
process.on("exit", () => {
  process.exitCode = written ? code : 1;
});
