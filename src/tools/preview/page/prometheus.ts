/** Queries Prometheus. Times in seconds. */
export type Series = {
  readonly metric: Readonly<Record<string, string>>;
  readonly values: readonly (readonly [time: number, value: number])[];
};
type Sample = readonly [time: number, value: string];
type Raw = { readonly metric: Series["metric"]; readonly value?: Sample; readonly values?: readonly Sample[] };
type Answer =
  | { readonly status: "success"; readonly data: unknown }
  | { readonly status: "error"; readonly error: string };

const numbers: Readonly<Record<string, number>> = {
  "+Inf": Number.POSITIVE_INFINITY,
  "-Inf": Number.NEGATIVE_INFINITY,
};
const numberOf = (text: string) => numbers[text] ?? Number(text);
const seriesOf = ({ metric, value, values }: Raw): Series => ({
  metric,
  values: (values ?? (value ? [value] : [])).map(([time, text]) => [time, numberOf(text)] as const),
});

export type Prometheus = ReturnType<typeof createPrometheus>;
export function createPrometheus() {
  async function get(path: string, params: Readonly<Record<string, string | number>>): Promise<unknown> {
    const query = new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]));
    const response = await fetch(`/api/v1/${path}?${query}`);
    const answer = (await response.json()) as Answer;
    if (answer.status === "error") throw new Error(answer.error);
    return answer.data;
  }
  const vector = async (path: string, params: Readonly<Record<string, string | number>>) => {
    const { resultType, result } = (await get(path, params)) as { resultType: string; result: unknown };
    if (resultType === "scalar") return [seriesOf({ metric: {}, value: result as Sample })];
    return (result as Raw[]).map(seriesOf);
  };

  return {
    at: (query: string, time: number) => vector("query", { query, time }),
    range: (query: string, start: number, end: number, step: number) =>
      vector("query_range", { query, start, end, step }),
    async labelValues(label: string, selector: string | undefined, start: number, end: number) {
      const match = selector === undefined ? undefined : { "match[]": selector };
      return (await get(`label/${label}/values`, { start, end, ...match })) as string[];
    },
  };
}
