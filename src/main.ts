#!/usr/bin/env node
/** The process: arguments, signals, streams and exit code. */
import { enableCompileCache } from "node:module";

enableCompileCache(); // of what is imported from here on
const { runProgram } = await import("./cli/program.ts");

const stop = new AbortController();
// more than once: npm passes on what the terminal has sent already
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());

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
  terminal: process.stderr.isTTY,
  stop: stop.signal,
  onReload: (listener) => void process.on("SIGHUP", listener),
  onCrash: (listener) =>
    void process.on("uncaughtException", (error) => {
      listener(error);
      process.exit(1);
    }),
});
process.on("exit", () => {
  process.exitCode = written ? code : 1;
});
