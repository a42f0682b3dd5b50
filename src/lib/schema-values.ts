/** Schemas of values that are written as text: codecs, so that they can be converted back to text. */
import * as z from "zod";
import { formatDuration, maxDurationMs, parseDuration } from "./duration.ts";

/** Creates a codec for text; `what` describes the expected value. `reportIssue` adds a message and ends decoding. */
export function textCodec<T>(
  what: string,
  decode: (text: string, reportIssue: (why: string) => never) => T,
  encode: (value: T) => string = String,
) {
  return z.codec(z.string(`expected ${what}`), z.custom<T>(), {
    decode: (text, payload) =>
      decode(text, (message) => {
        payload.issues.push({ code: "custom", message, input: text });
        return z.NEVER;
      }),
    encode,
  });
}

const durationExample = "a duration such as 15s or 1m30s";
export const duration = (minMs: number) =>
  textCodec<number>(
    durationExample,
    (text, reportIssue) => {
      const ms = parseDuration(text);
      if (ms === undefined) return reportIssue(`"${text}" is not ${durationExample}`);
      if (ms < minMs) return reportIssue(`"${text}" is too short: at least ${formatDuration(minMs)}`);
      if (ms > maxDurationMs) return reportIssue(`"${text}" is too long: at most ${formatDuration(maxDurationMs)}`);
      return ms;
    },
    formatDuration,
  ).meta({ placeholder: "DURATION" });

export const headerText = z
  .string()
  .regex(/^[\t -~\u0080-\u00ff]*$/, "contains a character that is not allowed in a header");
