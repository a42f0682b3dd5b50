/** Fakes the environment of a command and captures its output. */
import type { Io } from "../../src/app/cli/io.ts";

export function createIo({ env = {}, isTerminal = false }: Partial<Pick<Io, "env" | "isTerminal">> = {}) {
  let out = "";
  let err = "";
  const io: Io = {
    env,
    out: (text) => {
      out += text;
    },
    err: (text) => {
      err += text;
    },
    isTerminal,
    stop: new AbortController().signal,
    end: () => {},
    onReload: () => {},
    onCrash: () => {},
  };
  return { io, out: () => out, err: () => err };
}
