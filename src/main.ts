#!/usr/bin/env node
/** The process: arguments, signals and exit code. */
import { runProgram } from "./cli/program.ts";

const stop = new AbortController();
// more than once: npm passes on what the terminal has sent already
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => stop.abort());

process.exitCode = await runProgram(process.argv.slice(2), {
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
