/** What a rule is, as plain data: the files for Prometheus and the chart are both written from it. */
import type { Collector } from "../../../src/collectors/collector.ts";
import type { DashboardFile } from "../links.ts";
import type { Source } from "../promql.ts";

export const severities = ["critical", "warning", "info"] as const;
export type Severity = (typeof severities)[number];
export type Parameters = Readonly<Record<string, number | string>>;
/** As they stand in the expression: numbers as text, or what a chart puts in their place. */
type Written<P extends Parameters> = { readonly [N in keyof P]: string };

/** One alert of one severity. */
export type Tier<P extends Parameters> = {
  readonly for: string;
  readonly parameters: P;
};
export type AlertDefinition<P extends Parameters> = {
  readonly name: string;
  /** Who reads what it is about: it is given two rounds at least. Nothing where it is about the exporter itself. */
  readonly collectors: readonly Pick<Collector, "name" | "interval">[];
  readonly tiers: { readonly [S in Severity]?: Tier<P> };
  /** Where it comes and goes, or what it is about may be unknown for a while. */
  readonly keepFiringFor?: string;
  readonly expr: (parameters: Written<P>) => string;
  readonly summary: string;
  readonly description: string;
  readonly dashboard: DashboardFile;
};
/** With its parameters closed over, so that a list of them needs no `any`. */
export type Alert = Omit<AlertDefinition<Parameters>, "expr"> & {
  readonly expr: (parameters: Written<Parameters>) => string;
};

export const alert = <const P extends Parameters>(definition: AlertDefinition<P>): Alert =>
  definition as unknown as Alert;

/** A rule that keeps what it finds under a name of its own. */
export type Recording<Label extends string = string> = Source<Label> & { readonly expr: string };

export type AlertGroup = { readonly name: string; readonly alerts: readonly Alert[] };
