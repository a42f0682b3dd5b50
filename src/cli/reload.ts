/** Applies a changed configuration at run time: all of it or nothing. */
import { setTimeout } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { LoadResult } from "../config/load.ts";
import type { Config } from "../config/schema.ts";
import { formatPath, type Path } from "../config/schema-walk.ts";
import type { Exporter } from "../exporter/exporter.ts";
import { allSettings } from "./command.ts";
import { plansOf } from "./node-plans.ts";

/** Pause between two reloads, which read all files and stop collector runs. */
const pauseMs = 1000;

type Options = { readonly load: () => Promise<LoadResult>; readonly exporter: Exporter; readonly log: Logger };

const valueAt = (config: Config, path: Path): unknown =>
  path.reduce<unknown>((value, key) => (value as Readonly<Record<Path[number], unknown>> | undefined)?.[key], config);

/** Returns an error for each setting that differs and that the schema marks with `restart`. */
const changesThatNeedRestart = (next: Config, now: Config): string[] =>
  allSettings
    .filter(({ needsRestart, path }) => needsRestart && !isDeepStrictEqual(valueAt(next, path), valueAt(now, path)))
    .map(({ path }) => `${formatPath(path)}: cannot be changed by a reload: restart the exporter`);

/** Creates `config`, which returns the configuration in effect, and `reload`, which returns the errors of a reload.
 *  Reloads run sequentially with a pause, and calls share a waiting reload. An unexpected error keeps the configuration. */
export function createReload(first: Config, { load, exporter, log }: Options) {
  let config = first;
  /** Resolves when the next reload can start. */
  let ready: Promise<unknown> = Promise.resolve();
  let waiting: Promise<readonly string[]> | undefined;

  async function apply(): Promise<readonly string[]> {
    try {
      const loaded = await load();
      const errors = loaded.ok ? changesThatNeedRestart(loaded.config, config) : loaded.errors;
      if (loaded.ok && errors.length === 0) {
        exporter.apply(plansOf(loaded.config));
        ({ config } = loaded);
        log.level = config.log.level;
        log.info("configuration reloaded");
      } else log.error({ errors }, "reloading the configuration failed; keeping the previous one");
      exporter.process.recordReload(errors.length === 0);
      return errors;
    } catch (err) {
      log.error({ err }, "reloading the configuration failed: unexpected error (please report this bug)");
      exporter.process.recordReload(false);
      return ["reload failed: see the log"];
    }
  }

  return {
    config: () => config,
    reload(): Promise<readonly string[]> {
      waiting ??= ready.then(() => {
        waiting = undefined;
        const applied = apply();
        ready = applied.then(() => setTimeout(pauseMs, undefined, { ref: false }));
        return applied;
      });
      return waiting;
    },
  };
}
