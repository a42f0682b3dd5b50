/** Colors of texts on a terminal. */
import { isatty } from "node:tty";
import { styleText } from "node:util";
import type { Tone } from "../facts/states.ts";
import type { Io } from "./io.ts";

const styles = {
  bad: "red",
  warn: "yellow",
  wait: "cyan",
  none: "gray",
  ok: "green",
  code: "cyan",
  title: "bold",
} as const;

/** Returns whether the user allows colors on terminals. */
export const allowsColor = ({ env }: Io): boolean => !env["NO_COLOR"] && env["TERM"] !== "dumb";

/** Returns whether standard output has colors. */
export const hasColorOf = (io: Io): boolean => isatty(1) && allowsColor(io);

export const paint = (text: string, style: Tone | "code" | "title", hasColor = true): string =>
  hasColor ? styleText(styles[style], text, { validateStream: false }) : text;
