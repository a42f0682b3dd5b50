/** Rules as plain data: source of the rule files for Prometheus and of the chart. */
import type { DashboardLink } from "../links.ts";
import type { Source } from "../promql.ts";

/** Severities, the most severe first. */
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
  readonly tiers: { readonly [S in Severity]?: Tier<P> };
  /** Keeps the alert firing while its condition alternates or its data is absent for a while. */
  readonly keepFiringFor?: string;
  /** Condition of a tier. The rule of the tier excludes alerts for which a more severe tier holds. */
  readonly expr: (parameters: Written<P>, severity: Severity) => string;
  readonly summary: string;
  readonly description: string;
  readonly dashboard: DashboardLink;
};
/** Alert without the type of its parameters, so that a list of alerts needs no `any`. */
export type Alert = Omit<AlertDefinition<Parameters>, "expr"> & {
  readonly expr: (parameters: Written<Parameters>, severity: Severity) => string;
};

export const alert = <const P extends Parameters>(definition: AlertDefinition<P>): Alert =>
  definition as unknown as Alert;

/** Recording rule. Recorded series have no target labels, except those of which `labels` has them. */
export type Recording<Label extends string = string> = Source<Label> & { readonly expr: string };

/** Group of alerts. Groups with a title are optional: each has a file and a switch of its own. */
export type AlertGroup = {
  readonly name: string;
  readonly alerts: readonly Alert[];
  readonly recordings?: readonly Recording[];
};
