/** Rules as plain data: source of the rule files for Prometheus, of the chart, and of the command `rules`. */
import type { DashboardLink } from "./links.ts";

/** Severities, the most severe first. */
export const severities = ["critical", "warning", "info"] as const;
export type Severity = (typeof severities)[number];
export type Parameters = Readonly<Record<string, number | string>>;

/** A rule of an alert. Several tiers can fire together: the inhibition rules of Alertmanager leave the most severe one. */
export type Tier<P extends Parameters> = {
  readonly for: string;
  /** In place of that of the alert. */
  readonly keepFiringFor?: string;
  readonly parameters: P;
};
/** A template of Prometheus, or one per severity: a template does not know the severity of its rule. */
type Text = string | ((severity: Severity) => string);
export type Alert<P extends Parameters = Parameters> = {
  readonly name: string;
  readonly tiers: { readonly [S in Severity]?: Tier<P> };
  /** Keeps the alert firing while its condition alternates or its data is absent for a while. */
  readonly keepFiringFor?: string;
  /** Returns the condition of a tier: a fact compared with a threshold. The parameters are texts: numbers, or placeholders of the chart. */
  readonly expr: (parameters: { readonly [N in keyof P]: string }, severity: Severity) => string;
  readonly summary: Text;
  readonly description: Text;
  readonly dashboard: DashboardLink;
};

/** Checks the parameters of an alert, and returns it without their type, so that a list of alerts needs no `any`. */
export const alert = <const P extends Parameters>(definition: Alert<P>): Alert => definition as unknown as Alert;

/** Group of alerts. The optional groups have a file and a switch of their own. */
export type AlertGroup = {
  readonly name: string;
  readonly alerts: readonly Alert[];
};
