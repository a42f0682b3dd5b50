#!/usr/bin/env node
/** The process: arguments, signals and exit code. */
import { runProgram } from "./cli/program.ts";

const stop = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stop.abort());

process.exitCode = await runProgram(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  terminal: process.stderr.isTTY,
  stop: stop.signal,
});
