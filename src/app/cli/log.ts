import { type Logger, pino } from "pino";
import type { Config } from "../config/schema.ts";
import { allowsColor, type Io } from "./io.ts";

/** Creates the logger. It writes to standard error, because `once` prints metrics to standard output. */
export async function createLog({ level, format: wanted }: Config["log"], io: Io): Promise<Logger> {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
  };
  if ((wanted ?? (io.isTerminal ? "pretty" : "json")) === "json") return pino(options, { write: io.err });
  const { prettyFactory } = await import("pino-pretty");
  const format = prettyFactory({
    colorize: io.isTerminal && allowsColor(io),
    translateTime: "SYS:HH:MM:ss",
    messageFormat: "{if collector}{collector}: {end}{msg}{if error}: {error}{end}{if fix}; {fix}{end}",
    ignore: "collector,error,fix",
    singleLine: true,
  });
  return pino(options, { write: (line) => io.err(format(line)) });
}
