#!/usr/bin/env -S node --disable-sigusr1
/** Entry point: connects arguments, signals, streams and exit code with the program. */

// lookups of names that hang hold threads of this pool, at most half of them; it starts with its first work, after this line
process.env["UV_THREADPOOL_SIZE"] ??= "32";

// signals can arrive while the program is still being loaded
const stop = new AbortController();
const end = () => stop.abort();
// handled repeatedly: npm forwards signals that the terminal has already sent
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, end);
let isReloadDue = false;
let reload = () => {
  isReloadDue = true;
};
process.on("SIGHUP", () => reload());
process.on("SIGUSR1", () => {}); // without a listener or --disable-sigusr1, Node.js starts its debugger

/** Time for reads and lookups in progress at the end. */
const maxEndMs = 1000;

/** Ends the process by a signal if a read of a file or a lookup of a name hangs: Node.js would wait for its thread, also in exit().
 *  Service managers count SIGTERM as a clean end, and SIGKILL as a failure. */
function endHanging(signal: "SIGTERM" | "SIGKILL") {
  if (!process.getActiveResourcesInfo().some((name) => /^(FSReq|GetAddrInfoReq)/.test(name))) return;
  process.removeAllListeners("SIGTERM");
  process.kill(process.pid, signal);
  if (signal === "SIGKILL") process.abort(); // in a container, the system ignores signals of the first process to itself
}

const { runProgram } = await import("./app/cli/program.ts");

// a full disk for the log must not stop the exporter
process.stderr.on("error", () => {});
let written = true;
process.stdout.on("error", ({ code, message }: NodeJS.ErrnoException) => {
  written = code === "EPIPE"; // the reader closed the pipe: no error
  if (!written) process.stderr.write(`standard output: ${message}\n`);
});

const code = await runProgram(process.argv.slice(2), {
  env: process.env,
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  isTerminal: process.stderr.isTTY,
  noticeAfterMs: 1000,
  stop: stop.signal,
  end,
  onReload: (listener) => {
    reload = listener;
    if (isReloadDue) listener();
  },
  onCrash: (listener) =>
    void process.on("uncaughtException", (error) => {
      listener(error);
      endHanging("SIGKILL");
      process.exit(1);
    }),
});
process.on("exit", () => {
  process.exitCode = written ? code : 1;
});
// a command that ends on its own waits, so that its exit status is right
if (stop.signal.aborted) setTimeout(endHanging, maxEndMs, "SIGTERM").unref();
else stop.signal.addEventListener("abort", () => endHanging("SIGTERM"));
