/** The text format 0.0.4. */
import type { AnyMetric, LabelArgs, ValueOf } from "./metric.ts";

/** Writes one sample of a declared metric. */
export type Emit<M extends AnyMetric> = <T extends M>(
  metric: T,
  value: ValueOf<T>,
  ...labels: LabelArgs<T>
) => undefined;

export const header = (name: string, type: string, help: string) =>
  `# HELP ${name} ${help.replaceAll("\\", "\\\\").replaceAll("\n", "\\n")}\n# TYPE ${name} ${type}\n`;
