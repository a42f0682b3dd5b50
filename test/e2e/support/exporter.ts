/** The exporter as users run it: its own process. */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import * as z from "zod";
import { collectors } from "../../../src/collectors/all.ts";
import { type StatusDocument, statusSchema } from "../../../src/entities/status.ts";
import { withoutNetwork, withoutOwnId } from "../../support/exposition.ts";
import { listeningUrl } from "../../support/listening.ts";
import { eventually, type Running, run } from "./programs.ts";

export type Exporter = Running & { readonly url: string; readonly port: number; readonly page: () => Promise<Page> };

/** The samples of a page by their text before the value. */
export type Page = {
  readonly text: string;
  readonly value: (series: string) => number | undefined;
  readonly names: readonly string[];
};

/** Parses a page without the labels `network` and `node_id` of the queried node. */
export function parsePage(published: string): Page {
  const text = withoutOwnId(withoutNetwork(published));
  const samples = new Map<string, number>();
  for (const line of text.split("\n")) {
    const space = line.lastIndexOf(" ");
    if (line !== "" && !line.startsWith("#")) samples.set(line.slice(0, space), Number(line.slice(space + 1)));
  }
  return { text, value: (series) => samples.get(series), names: [...samples.keys()] };
}

/** The same settings for every collector, for a configuration file. */
export const forEvery = (settings: object) => ({
  collectors: Object.fromEntries(collectors.map(({ name }) => [name, settings])),
});
/** Settings with the minimum interval of every collector. */
export const oftenSettings = forEvery({ interval: "1s" });

/** Writes a file with the same settings for every collector, and returns its flag. */
export function everyCollector(folder: string, settings: object): string {
  const file = join(folder, "collectors.yml");
  writeFileSync(file, JSON.stringify(forEvery(settings)));
  return `--config.file=${file}`;
}

const ownFolder = mkdtempSync(join(tmpdir(), "avalanche-exporter-"));
process.once("exit", () => rmSync(ownFolder, { recursive: true }));
/** Flags for the minimum interval of every collector. */
export const everySecond: readonly string[] = [everyCollector(ownFolder, { interval: "1s" })];

/** Node.js flags with which the signal SIGUSR2 collects garbage. */
export const garbageCollector = ["--expose-gc", "--import=data:text/javascript,process.on('SIGUSR2',gc)"];

export async function startExporter(
  args: readonly string[],
  command: readonly string[] = [],
  nodeFlags: readonly string[] = [],
): Promise<Exporter> {
  return startProgram(["node", ...nodeFlags, "src/main.ts", ...command], args);
}

/** Starts an exporter by its program and the first arguments. Resolves once it listens. */
export async function startProgram(
  [program = "", ...first]: readonly string[],
  args: readonly string[],
): Promise<Exporter> {
  const running = run(program, [...first, "--web.listen-address=127.0.0.1:0", ...args]);
  const url = await eventually("a listening exporter", async () => {
    if (running.process.exitCode !== null) throw new Error(`the exporter ended: ${running.output()}`);
    return listeningUrl(running.output());
  });
  return {
    ...running,
    url,
    port: Number(new URL(url).port),
    page: async () => parsePage(await (await fetch(`${url}/metrics`)).text()),
  };
}

/** The page that the command `once` prints. Rejects if it fails. */
export async function runOnce(args: readonly string[]): Promise<Page> {
  const { stdout } = await promisify(execFile)("node", ["src/main.ts", "once", ...args], { maxBuffer: 2 ** 24 });
  return parsePage(stdout);
}

/** Resolves after the first run of every collector. */
export const ready = ({ url }: Exporter) =>
  eventually("first runs", async () => (await fetch(`${url}/-/ready`)).ok || undefined);

const statusesSchema = z.object({ nodes: z.array(statusSchema).length(1) });
/** The status of the only node of an exporter. */
export async function statusOf(url: string): Promise<StatusDocument> {
  const { nodes } = statusesSchema.parse(await (await fetch(`${url}/status.json`)).json());
  return nodes[0] as StatusDocument;
}
