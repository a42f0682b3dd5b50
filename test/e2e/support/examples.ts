/** Types the examples of the documents next to a simulated node and an exporter that watches what its demo watches. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { demoWatchOf } from "../../../src/simulator/demo-watch.ts";
import { readExamples, reasonsOf } from "../../support/examples.ts";
import { startNode } from "../../support/exporter.ts";
import { freePort } from "../../support/ports.ts";
import { type Place, type } from "../../support/typing.ts";
import { eventually, run } from "./programs.ts";

const lines = (await readExamples()).filter((one) => reasonsOf(one).length === 0).map(({ line }) => line);

/** The node whose L1 the examples name, its exporter, and the configuration of both. */
async function startBoth() {
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-examples-"));
  const ends: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true })];
  const { simulator, url } = await startNode({ network: "simulated", runsL1: true }, (end) => ends.push(end));
  const watch = demoWatchOf(simulator.chain);
  const port = await freePort();
  const config = JSON.stringify({
    nodes: { "node-1": { url } },
    watch,
    web: { listen_address: `127.0.0.1:${port}` },
  });
  await writeFile(join(folder, "config.yml"), config);
  const exporter = run("node", ["src/main.ts", `--config.file=${join(folder, "config.yml")}`]);
  ends.push(() => exporter.stop());
  const exporterUrl = `http://127.0.0.1:${port}`;
  await eventually("first runs", async () => (await fetch(`${exporterUrl}/-/ready`)).ok || undefined);
  const first = ([one]: readonly { readonly id: string }[]) => one?.id ?? "";
  /** What the examples have, and what there is here. */
  const replacements = [
    [/http:\/\/(127\.0\.0\.1|VALIDATOR):9650/, url],
    [/http:\/\/127\.0\.0\.1:10652/, exporterUrl],
    [/2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT|SUBNET_ID/, first(watch.subnet_ids)],
    [/28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm|BLOCKCHAIN_ID/, first(watch.blockchain_ids)],
    [/2wTscvX3JUsMbZHFRd9t8Ywz2q9j2BmETg8cTvgUHgawjbSvZX|VALIDATION_ID/, first(watch.validation_ids)],
    [/9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo/, first(watch.validation_ids)],
    [/NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg|NodeID-…|NODE_ID/, first(watch.node_ids)],
    [/TX_ID/, "5VTVEmkrAmH9JSvjWwWgKJegvkgP3xR4cmtKvWv12xoUhLUzw"],
    [/(?<=target[= ])NAME/, "node-1"],
    [/(?<=status )ADDRESS/, first(watch.addresses)],
    [/(?<= )FILE/, "config.yml"],
  ] as const;
  return {
    config,
    replace: (line: string) => replacements.reduce((text, [from, to]) => text.replace(from, to), line),
    end: async () => {
      for (const end of ends.toReversed()) await end();
    },
  };
}

/** Variables in which the command finds the configuration. */
const exampleEnv = { AVAX_EXPORTER_CONFIG_FILE: "config.yml" };

/** Requires what the line writes: one JSON value by `call`, nothing by `healthcheck` and `source`. */
function expectOutput(line: string, out: string) {
  if (/ healthcheck$|^source /.test(line)) expect(out).toBe("");
  else if (/^avalanche-exporter call [^|]*$/.test(line)) expect(() => JSON.parse(out)).not.toThrow();
  else if (line.endsWith("| length'")) expect(Number(out)).toBeGreaterThan(0);
  else expect(out).not.toBe("");
}

/** Adds a test of each example. `open` makes an empty folder in which the command is installed or defined. */
export function typeExamples(open: () => Promise<Place>) {
  let both: Awaited<ReturnType<typeof startBoth>>;
  beforeAll(async () => {
    both = await startBoth();
  });
  afterAll(() => both?.end());

  test.each(lines)("%s", async (line) => {
    const place = await open();
    await writeFile(join(place.folder, "config.yml"), both.config);
    await writeFile(join(place.folder, ".curlrc"), "silent\n"); // it shows its progress if its output is no terminal
    const typed = both.replace(line);
    const ofConfig = line.startsWith("avalanche-exporter status --node.url ") ? {} : exampleEnv; // first command of the README
    const env = { ...place.env, ...ofConfig, CURL_HOME: place.folder };
    const { code, out, err } = await type(typed, { ...place, env });
    expect([code, err]).toEqual([0, ""]);
    expectOutput(typed, out);
    const [, file] = / --output (\S+)/.exec(typed) ?? [];
    if (file !== undefined) expect(await readFile(join(place.folder, file), "utf8")).not.toBe("");
  });
}
