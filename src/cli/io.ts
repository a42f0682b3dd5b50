/** The surroundings of a command: environment, streams and signals. */
export type Io = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Whether a person reads what goes to `err`. */
  readonly isTerminal: boolean;
  /** Aborted when the program is asked to end. */
  readonly stop: AbortSignal;
  /** Asks the program to end. */
  readonly end: () => void;
  /** Calls the listener at each SIGHUP, and at once if one has come already. */
  readonly onReload: (listener: () => void) => void;
  /** Calls the listener with what nobody has caught, before the program ends. */
  readonly onCrash: (listener: (error: unknown) => void) => void;
};

/** Exit codes. */
export const exit = { ok: 0, failed: 1, usage: 2 } as const;
export type Exit = (typeof exit)[keyof typeof exit];

/** Prints the errors, one line each. Returns the exit code, by default that of wrong input. */
export function printErrors(io: Io, errors: readonly string[], code: Exit = exit.usage): Exit {
  for (const error of errors) io.err(`${error}\n`);
  return code;
}

/** For a command about the one node of node.url. */
export const noSingleNodeMessage = "node.url is not set: this command needs a single node; pass --node.url";
