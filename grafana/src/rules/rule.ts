/** Rules as plain data: source of the rule files for Prometheus and of the chart. */
import type { Collector } from "../../../src/collectors/collector.ts";
import type { DashboardFile } from "../links.ts";
import type { Source } from "../promql.ts";

export const severities = ["critical", "warning", "info"] as const;
export type Severity = (typeof severities)[number];
export type Parameters = Readonly<Record<string, number | string>>;
/** Parameters as text for the expression: numbers, or placeholders of the chart. */
type Written<P extends Parameters> = { readonly [N in keyof P]: string };

/** An alert of one severity. */
export type Tier<P extends Parameters> = {
  readonly for: string;
  readonly parameters: P;
};
export type AlertDefinition<P extends Parameters> = {
  readonly name: string;
  /** Collectors of the data: `for` covers at least two of their intervals. Empty for alerts about the exporter itself. */
  readonly collectors: readonly Pick<Collector, "name" | "interval">[];
  readonly tiers: { readonly [S in Severity]?: Tier<P> };
  /** Keeps the alert firing while its condition alternates or its data is absent for a while. */
  readonly keepFiringFor?: string;
  readonly expr: (parameters: Written<P>) => string;
  readonly summary: string;
  readonly description: string;
  readonly dashboard: DashboardFile;
};
/** Alert without the type of its parameters, so that a list of alerts needs no `any`. */
export type Alert = Omit<AlertDefinition<Parameters>, "expr"> & {
  readonly expr: (parameters: Written<Parameters>) => string;
};

export const alert = <const P extends Parameters>(definition: AlertDefinition<P>): Alert =>
  definition as unknown as Alert;

/** Recording rule. */
export type Recording<Label extends string = string> = Source<Label> & { readonly expr: string };

export type AlertGroup = { readonly name: string; readonly alerts: readonly Alert[] };
