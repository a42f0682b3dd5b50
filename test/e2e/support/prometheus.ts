/** A real Prometheus with its own configuration. */
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ofPrometheus } from "../../../src/tools/packaging/programs.ts";
import { eventually, type Running, run } from "./programs.ts";

type Series = { readonly metric: Readonly<Record<string, string>> };
type Vector = Series & { readonly value: readonly [time: number, value: string] };

export type Prometheus = Running & {
  /** JSON of its API. */
  readonly get: (path: string) => Promise<unknown>;
  /** The value of an expression that gives one series; undefined where it gives none. */
  readonly query: (expression: string) => Promise<number | undefined>;
  readonly series: (expression: string) => Promise<readonly Vector[]>;
  /** Why the last scrape of each job went wrong, or an empty text. */
  readonly lastErrors: () => Promise<ReadonlyMap<string, string>>;
};

export async function startPrometheus(config: string, flags: readonly string[] = []): Promise<Prometheus> {
  const folder = await mkdtemp(join(tmpdir(), "prometheus-"));
  const file = join(folder, "prometheus.yml");
  await writeFile(file, config);
  const running = run(ofPrometheus("prometheus"), [
    `--config.file=${file}`,
    `--storage.tsdb.path=${folder}/data`,
    "--web.listen-address=127.0.0.1:0",
    ...flags,
  ]);
  const listening = /msg="Listening on" (?:component=web )?address=(127\.0\.0\.1:\d+)/;
  const address = await eventually("a listening Prometheus", async () => listening.exec(running.output())?.[1]);
  const get = async (path: string): Promise<unknown> => (await fetch(`http://${address}${path}`)).json();
  const ask = async (expression: string) =>
    ((await get(`/api/v1/query?query=${encodeURIComponent(expression)}`)) as { data: { result: unknown } }).data.result;
  const series = async (expression: string) => (await ask(expression)) as Vector[];
  await eventually("a ready Prometheus", async () => (await fetch(`http://${address}/-/ready`)).ok || undefined);
  return {
    ...running,
    get,
    series,
    async query(expression) {
      const [first] = await series(expression);
      return first && Number(first.value[1]);
    },
    async lastErrors() {
      type Target = { readonly scrapePool: string; readonly lastError: string; readonly health: string };
      const { data } = (await get("/api/v1/targets")) as { data: { activeTargets: Target[] } };
      const scraped = data.activeTargets.filter(({ health }) => health !== "unknown");
      return new Map(scraped.map(({ scrapePool, lastError }) => [scrapePool, lastError]));
    },
    async stop(signal) {
      const code = await running.stop(signal);
      await rm(folder, { recursive: true, force: true });
      return code;
    },
  };
}
