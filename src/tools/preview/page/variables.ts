/** Resolves the variables of a dashboard and substitutes them in texts. */
import type { Variable } from "./model.ts";
import type { Prometheus } from "./prometheus.ts";

export type Value = {
  readonly variable: Variable;
  /** Text that Grafana shows. */
  readonly text: string;
  /** Chosen values. All selects every value, unless it has an own value. */
  readonly values: readonly string[];
  readonly raw: boolean;
};
export type Values = ReadonlyMap<string, Value>;
type Span = { readonly start: number; readonly end: number };

const all = "$__all";
const labelValues = /^\s*label_values\(\s*(?:(.+)\s*,\s*)?([a-zA-Z_$][\w$]*)\s*\)\s*$/s;
const queryResult = /^\s*query_result\((.+)\)\s*$/s;

const escaped = (value: string) => value.replace(/\\/g, "\\\\\\\\").replace(/[$^*{}[\]'+?.()|]/g, "\\\\$&");

/** Formats values for an expression like Grafana's Prometheus data source. */
function inExpression({ variable, values, raw }: Value): string {
  const [first = ""] = values;
  if (raw) return first;
  if (!variable.multi && !variable.includeAll) return first.replace(/\\/g, "\\\\").replace(/'/g, "\\\\'");
  return values.length === 1 ? escaped(first) : `(${values.map(escaped).join("|")})`;
}
const inText = ({ text, values }: Value) => (text === "All" ? text : values.join(" + "));

const reference = /\$(\w+)|\$\{(\w+)\}/g;

function put(text: string, values: Values, builtIn: Readonly<Record<string, string>>, usual: (value: Value) => string) {
  return text.replace(reference, (whole, a, b) => {
    const name: string = a ?? b;
    const value = values.get(name);
    return builtIn[name] ?? (value ? usual(value) : whole);
  });
}
export type BuiltIn = Readonly<Record<string, string>>;
export const expression = (text: string, values: Values, builtIn: BuiltIn = {}) =>
  put(text, values, builtIn, inExpression);
export const title = (text: string, values: Values) => put(text, values, {}, inText);

/** Returns the part that the variable's regular expression matches. Its groups can be in several matches. */
function partOf(option: string, pattern: RegExp): string | undefined {
  const matches = [...option.matchAll(pattern)];
  const group = (name: string) => matches.map(({ groups }) => groups?.[name]).find((part) => part !== undefined);
  return group("value") ?? group("text") ?? matches[0]?.[1] ?? matches[0]?.[0];
}

function filtered(options: readonly string[], regex = ""): readonly string[] {
  if (regex === "") return options;
  const [, pattern = regex, flags = ""] = /^\/(.*)\/([a-z]*)$/s.exec(regex) ?? [];
  const expression = new RegExp(pattern, `${flags.replace("g", "")}g`);
  const found = options.map((option) => partOf(option, expression));
  return [...new Set(found)].filter((part) => part !== undefined);
}

async function ask(prometheus: Prometheus, query: string, { start, end }: Span): Promise<readonly string[]> {
  const [, selector, label] = labelValues.exec(query) ?? [];
  if (label !== undefined) return prometheus.labelValues(label, selector?.trim(), start, end);
  const [, result] = queryResult.exec(query) ?? [];
  if (result === undefined) throw new Error(`no query of a variable that is known here: ${query}`);
  const series = await prometheus.at(result, end);
  return series.map(({ metric: { __name__: name = "", ...labels }, values }) => {
    const pairs = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
    return `${name}{${pairs.join(",")}} ${values[0]?.[1]} ${end * 1000}`;
  });
}

const optionsOf = async ({ query, regex }: Variable, before: Values, prometheus: Prometheus, span: Span) =>
  filtered(await ask(prometheus, expression(query, before), span), regex);

function choose(variable: Variable, options: readonly string[]): Omit<Value, "variable"> {
  const { includeAll = false, allValue, current } = variable;
  const given = [current?.value ?? []].flat().filter((value) => value !== "");
  const isAll = given.includes(all) || (given.length === 0 && includeAll);
  if (isAll && allValue) return { text: "All", values: [allValue], raw: true };
  if (isAll) return { text: "All", values: options, raw: false };
  const values = given.length > 0 ? given : options.slice(0, 1);
  return { text: values.join(" + "), values, raw: false };
}

/** Resolves variables in the dashboard's order: each can refer to previous ones. */
export async function resolve(list: readonly Variable[], prometheus: Prometheus, span: Span): Promise<Values> {
  const values = new Map<string, Value>();
  for (const variable of list) {
    if (variable.type === "datasource") {
      values.set(variable.name, { variable, text: "Prometheus", values: ["prometheus"], raw: false });
    } else {
      const options = await optionsOf(variable, values, prometheus, span);
      values.set(variable.name, { variable, ...choose(variable, options) });
    }
  }
  return values;
}
