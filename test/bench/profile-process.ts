/** An exporter that is profiled on demand. */
import { Session } from "node:inspector/promises";
import { setTimeout } from "node:timers/promises";
import { optionsOfChild, tellReady } from "./child.ts";
import { startExporter } from "./exporter.ts";

/** `args` as on the exporter's command line. */
export type ProfiledOptions = { readonly args: readonly string[] };
export type Profiled = { readonly url: string };
/** For so many milliseconds. */
export type Span = { readonly time: number };
/** Time in a function, without the functions that it calls. */
export type Cost = { readonly name: string; readonly url: string; readonly line: number; readonly ms: number };

const { args } = optionsOfChild<ProfiledOptions>();
const { url } = await startExporter(args);

tellReady({ url } satisfies Profiled, async ({ time }: Span): Promise<readonly Cost[]> => {
  await setTimeout(time / 2); // what is read once a minute is read in the middle, not at the end or after it
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  await setTimeout(time);
  const { profile } = await session.post("Profiler.stop");
  session.disconnect();
  const own = new Map<number, number>();
  profile.samples?.forEach((id, i) => {
    own.set(id, (own.get(id) ?? 0) + (profile.timeDeltas?.[i] ?? 0) / 1000);
  });
  return profile.nodes.map(({ id, callFrame: { functionName, url, lineNumber } }) => ({
    name: functionName,
    url,
    line: lineNumber + 1,
    ms: own.get(id) ?? 0,
  }));
});
