import { Writable } from "node:stream";
import { type Logger, pino } from "pino";
import type { Config } from "../config/schema.ts";
import type { Io } from "./io.ts";

/** Creates the logger. It writes to standard error, because `once` prints metrics to standard output. */
export async function createLog({ level, format }: Config["log"], io: Io): Promise<Logger> {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  if ((format ?? (io.isTerminal ? "pretty" : "json")) === "json") return pino(options, { write: io.err });
  const { default: pretty } = await import("pino-pretty");
  const destination = new Writable({
    write(text: Buffer, _encoding, done) {
      io.err(text.toString());
      done();
    },
  });
  const stream = pretty({
    colorize: io.isTerminal && !io.env["NO_COLOR"],
    translateTime: "SYS:HH:MM:ss",
    messageFormat: "{if collector}{collector}: {end}{msg}{if error}: {error}{end}",
    ignore: "collector,cause,error",
    singleLine: true,
    sync: true,
    destination,
  });
  return pino(options, stream);
}
