import { isatty } from "node:tty";
import { styleText } from "node:util";
import type { Tone } from "../../engine/states.ts";

/** Process environment of a command: variables, streams and signals. */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether standard error is a terminal. */
  readonly isTerminal: boolean;
  /** Time without a result after which a command shows what it waits for; undefined: never. */
  readonly noticeAfterMs?: number;
  /** Aborted when the program has to end. */
  readonly stop: AbortSignal;
  /** Aborts `stop`. */
  readonly end: () => void;
  /** Calls the listener on each SIGHUP, and immediately if one was received earlier. */
  readonly onReload: (listener: () => void) => void;
  /** Calls the listener with an uncaught error, before the program ends. */
  readonly onCrash: (listener: (error: unknown) => void) => void;
};

export const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;
export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

/** Invalid usage, which ends the command. The message has one line for each error. */
export class UsageError extends Error {}
/** A failure that ends the command. */
export class CommandError extends Error {}

/** Prints the errors, one line each. Returns the exit code, by default that of invalid usage. */
export function printErrors(io: Io, errors: readonly string[], code: ExitCode = exitCodes.usage): ExitCode {
  for (const error of errors) io.err(`${error}\n`);
  return code;
}

/** Prints on standard error that the command waits, if the work takes long. */
export async function awaitWithNotice<T>(io: Io, whom: string, work: Promise<T>): Promise<T> {
  if (io.noticeAfterMs === undefined) return work;
  const timer = setTimeout(() => io.err(`waiting for ${whom}\n`), io.noticeAfterMs);
  return work.finally(() => clearTimeout(timer));
}

/** Colors of states on a terminal. */
const colors = { bad: "red", warn: "yellow", wait: "cyan", none: "gray", ok: "green" } as const;

/** Returns whether the user allows colors on terminals. */
export const allowsColor = ({ env }: Io): boolean => !env["NO_COLOR"] && env["TERM"] !== "dumb";

/** Returns whether standard output has colors. */
export const hasColorOf = (io: Io): boolean => isatty(1) && allowsColor(io);

export const paint = (text: string, tone: Tone, hasColor: boolean): string =>
  hasColor ? styleText(colors[tone], text, { validateStream: false }) : text;
