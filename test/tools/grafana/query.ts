/** Queries Prometheus like Grafana: variables first, then the queries of panels. */
import type { Dashboard, Target, Variable } from "./dashboards.ts";

type Labels = Readonly<Record<string, string>>;
export type Series = { readonly metric: Labels; readonly values: readonly number[] };
type Result = { readonly metric: Labels; readonly value?: Sample; readonly values?: readonly Sample[] };
type Sample = readonly [time: number, value: string];

/** Returns JSON of Prometheus's API. */
export type Get = (path: string) => Promise<unknown>;
type Parameters = Readonly<Record<string, string>>;

/** @throws with the error of Prometheus if it rejects the query. */
async function dataOf<T>(get: Get, path: string, parameters: Parameters): Promise<T> {
  const answer = await get(`/api/v1/${path}?${new URLSearchParams(parameters)}`);
  const { status, error, data } = answer as { readonly status: string; readonly error?: string; readonly data: T };
  if (status !== "success") throw new Error(error);
  return data;
}

/** Formats values like Grafana for a query. */
type Values = ReadonlyMap<string, string>;
type Option = { readonly value: string; readonly text: string };
export type Chosen = { readonly values: Values; readonly options: ReadonlyMap<string, readonly Option[]> };

const named = /\$\{?(\w+)\}?/g;
const substitute = (text: string, values: Values) =>
  text.replace(named, (whole, name: string) => values.get(name) ?? whole);
const escaped = (value: string) => value.replace(/[\\^$*+?.()|[\]{}/]/g, "\\\\$&");

async function optionsOf(get: Get, { query, regex }: Variable, values: Values): Promise<Option[]> {
  const [, body = "", label] = /^label_values\((.*), (\w+)\)$/.exec(query) ?? [];
  if (label) {
    const found = await dataOf<readonly string[]>(get, `label/${label}/values`, {
      "match[]": substitute(body, values),
    });
    return found.map((value) => ({ value, text: value }));
  }
  const [, expr = ""] = /^query_result\((.*)\)$/.exec(query) ?? [];
  const { result } = await dataOf<{ readonly result: readonly Result[] }>(get, "query", {
    query: substitute(expr, values),
  });
  const [, pattern = "", flags] = /^\/(.*)\/(\w*)$/.exec(regex ?? "") ?? [];
  const options = result.map(({ metric }) => {
    const text = `{${Object.entries(metric)
      .map(([key, value]) => `${key}="${value}"`)
      .join(",")}}`;
    const found = [...text.matchAll(new RegExp(pattern, flags))].map(({ groups }) => groups);
    const part = (name: string) => found.find((groups) => groups?.[name])?.[name];
    const value = part("value") ?? part("text") ?? "";
    return { value, text: part("text") ?? value };
  });
  return [...new Map(options.map((option) => [option.value, option])).values()];
}

/** Sets every variable to All, except for the given ones. */
export async function choose(get: Get, { templating }: Dashboard, given: Labels = {}): Promise<Chosen> {
  const values = new Map([["__rate_interval", "10s"]]);
  const options = new Map<string, readonly Option[]>();
  for (const variable of templating.list) {
    if (variable.type !== "query") continue;
    const found = await optionsOf(get, variable, values);
    options.set(variable.name, found);
    const all = variable.allValue ?? `(${found.map(({ value }) => escaped(value)).join("|")})`;
    values.set(variable.name, given[variable.name] ?? all);
  }
  return { values, options };
}

/** Runs a range query over the last minute or an instant query, like the panel. */
export async function queryTarget(get: Get, target: Target, { values }: Chosen): Promise<readonly Series[]> {
  const query = substitute(target.expr, values);
  const end = Date.now() / 1000;
  const parameters: Record<string, string> = target.instant
    ? { query, time: String(end) }
    : { query, start: String(end - 60), end: String(end), step: "2" };
  const { result } = await dataOf<{ readonly result: readonly Result[] }>(
    get,
    target.instant ? "query" : "query_range",
    parameters,
  );
  return result.map(({ metric, value, values: all }) => ({
    metric,
    values: (value ? [value] : (all ?? [])).map(([, text]) => Number(text)),
  }));
}
