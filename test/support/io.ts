/** The world of a command, for what is tested beneath it: what it would have said. */
import type { Io } from "../../src/cli/io.ts";

export function createIo({ env = {}, terminal = false }: Partial<Pick<Io, "env" | "terminal">> = {}) {
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
    terminal,
    stop: new AbortController().signal,
    end: () => {},
    onReload: () => {},
    onCrash: () => {},
  };
  return { io, out: () => out, err: () => err };
}
