/** Advice for the problems that the page shows. Code stands between backticks. */
import { advice } from "../../node/advice.ts";

export const remedies = {
  ...advice,
  load_balancer: "point the exporter at one node instead",
  series_limit: "raise `series_limit`, or track less",
} as const;

/** Headings of the README. */
export const chapterOf = (problem: keyof typeof remedies) =>
  problem === "series_limit" ? "how-many-series" : "troubleshooting";
