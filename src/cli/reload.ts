/** The configuration read anew while the exporter runs: all of it takes effect, or nothing. */
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { Loaded } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import type { Exporter } from "../exporter/exporter.ts";
import { plansOf } from "./plans.ts";

type Options = {
  readonly load: () => Promise<Loaded>;
  readonly exporter: Exporter;
  readonly log: Logger;
};

/** What is settled when the program starts. */
const settled: readonly (readonly [key: string, of: (config: Config) => unknown])[] = [
  ["web.listen_address", ({ web }) => web.listen_address],
  ["web.telemetry_path", ({ web }) => web.telemetry_path],
  ["web.config_file", ({ web }) => web.config_file],
  ["log.format", ({ log }) => log.format],
];
const changesTo = (next: Config, now: Config) =>
  settled
    .filter(([, of]) => !isDeepStrictEqual(of(next), of(now)))
    .map(([key]) => `${key}: cannot change while the exporter runs: restart it`);

export function createReload(first: Config, { load, exporter, log }: Options) {
  let config = first;
  let running: Promise<unknown> = Promise.resolve();
  let waiting: Promise<readonly string[]> | undefined;

  async function apply(): Promise<readonly string[]> {
    const loaded = await load();
    const errors = loaded.ok ? changesTo(loaded.config, config) : loaded.errors;
    if (loaded.ok && errors.length === 0) {
      exporter.apply(plansOf(loaded.config));
      ({ config } = loaded);
      log.level = config.log.level;
      log.info("the configuration was read anew");
    } else log.error({ errors }, "the configuration is wrong: the one before stays");
    exporter.process.reloaded(errors.length === 0);
    return errors;
  }

  /** A bug does not end the process: the previous configuration stays in effect. */
  const reload = () =>
    apply().catch((err: unknown): readonly string[] => {
      log.error({ err }, "reload failed: this is a bug, please report it");
      exporter.process.reloaded(false);
      return ["reload failed: see the log"];
    });

  return {
    config: () => config,
    /** What is wrong, if anything. One after the other; those who ask while one waits share it. */
    reload(): Promise<readonly string[]> {
      waiting ??= running.then(() => {
        waiting = undefined;
        const now = reload();
        running = now;
        return now;
      });
      return waiting;
    },
  };
}
