/** The compressed page, one gzip stream out of parts that were compressed at different times, as clients read it. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { gunzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import type { Exporter } from "../../src/exporter/exporter.ts";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { rawRequest, startExporter, startNode, startServer } from "../support/exporter.ts";
import { parseExposition } from "../support/exposition.ts";
import { temporaryFolder } from "../support/folder.ts";
import { pollLimit } from "../support/limits.ts";
import { serve } from "../support/server.ts";
import { until } from "../support/until.ts";
import { eventually } from "./support/programs.ts";
import { startPrometheus } from "./support/prometheus.ts";

/** Returns an exporter with unchanging pages: otherwise, the plain and the compressed page would be of different times. */
async function frozen(exporter: Exporter): Promise<Exporter> {
  const target = exporter.target("");
  if (!target) throw new Error("no node");
  const [ofProcess, ofNode, page] = await Promise.all([
    exporter.process.text(),
    target.metrics.text(),
    target.page.body(),
  ]);
  const still = {
    ...target,
    metrics: { ...target.metrics, text: async () => ofNode },
    page: { ...target.page, body: () => page },
  };
  const { hasReloadFailed, recordReload } = exporter.process;
  const ownProcess = { hasReloadFailed, recordReload, text: async () => ofProcess };
  return { ...exporter, process: ownProcess, target: () => still };
}

/** Returns the server, and the encodings that clients requested. */
async function serveFrozen(exporter: Exporter) {
  const { server, url, port } = await startServer(await frozen(exporter));
  const accepted: (string | undefined)[] = [];
  server.server.on("request", ({ url, headers }) => {
    if (url === "/metrics") accepted.push(headers["accept-encoding"]);
  });
  await exporter.stop();
  return { url: `${url}/metrics`, port, accepted };
}

/** Pages with their minimum size and number of parts. */
const pages = [
  {
    page: "before the first run",
    minimum: { bytes: 3000, parts: 2 },
    begin: async () => {
      const { url } = await serve(() => {}); // never responds
      const { exporter } = await startExporter({ node: { url } });
      // without one sample the event loop's lag is not a number, which no comparison finds equal
      await until(async () => expect(await exporter.process.text()).not.toContain(" NaN"));
      return serveFrozen(exporter);
    },
  },
  {
    page: "of a small network",
    minimum: { bytes: 30_000, parts: 10 },
    begin: async () => {
      const { url } = await startNode();
      const { exporter } = await startExporter({ node: { url } });
      await until(() => expect(exporter.ready()).toBe(true));
      return serveFrozen(exporter);
    },
  },
  {
    page: "of a network as large as the mainnet",
    minimum: { bytes: 3_000_000, parts: 50 },
    begin: async () => {
      const { url, simulator } = await startNode({ scenario: "mainnet-size" });
      const watch = demoWatchOf(simulator.chain);
      const { exporter } = await startExporter({ node: { url }, watch, validators: { detail: "all" } });
      await until(() => expect(exporter.ready()).toBe(true));
      return serveFrozen(exporter);
    },
  },
];

/** Parts that were compressed one by one: each ends with an empty stored block (RFC 1951 3.2.4). */
const partsOf = (stream: Buffer) => stream.toString("latin1").split("\0\0\xff\xff").length - 1;

const execute = promisify(execFile);
/** The standard output. */
async function outputOf(program: string, ...args: readonly string[]): Promise<Buffer> {
  const { stdout } = await execute(program, args, { encoding: "buffer", maxBuffer: 2 ** 30, timeout: pollLimit });
  return stdout;
}

/** Go's client leaves packed what it was asked for by name. */
const inGo = `package main

import (
	"compress/gzip"
	"io"
	"log"
	"net/http"
	"os"
)

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	request := must(http.NewRequest("GET", os.Args[1], nil))
	request.Header.Set("Accept-Encoding", "gzip")
	response := must(http.DefaultClient.Do(request))
	stream := must(gzip.NewReader(response.Body))
	stream.Multistream(false)
	must(io.Copy(os.Stdout, stream))
	if rest := must(io.ReadAll(response.Body)); len(rest) > 0 {
		log.Fatal("more than one stream")
	}
}
`;

const inPython = `
import gzip, sys, urllib.request
request = urllib.request.Request(sys.argv[1], headers={"Accept-Encoding": "gzip"})
with urllib.request.urlopen(request) as response, gzip.GzipFile(fileobj=response) as page:
    sys.stdout.buffer.write(page.read())
`;

/** As Chromium shows text. */
function shownIn(document: string): string {
  const [, text = ""] = /<pre[^>]*>(.*)<\/pre>/s.exec(document) ?? [];
  const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", nbsp: "\u00a0" };
  return text.replace(/&(\w+);/g, (whole, name) => entities[name] ?? whole);
}

const quietly = ["--silent", "--show-error", "--fail"];
const readers: Readonly<Record<string, (url: string) => Promise<Buffer>>> = {
  curl: (url) => outputOf("curl", ...quietly, "--compressed", url),
  wget: (url) => outputOf("wget", "--compression=gzip", "--no-verbose", "--tries=1", "--output-document=-", url),
  Chromium: async (url) => {
    const profile = `--user-data-dir=${await temporaryFolder()}`;
    const document = await outputOf("chromium", "--headless", "--no-sandbox", profile, "--dump-dom", url);
    return Buffer.from(shownIn(document.toString()));
  },
  Go: async (url) => {
    const file = join(await temporaryFolder(), "main.go");
    await writeFile(file, inGo);
    return outputOf("go", "run", file, url);
  },
  Python: (url) => outputOf("python3", "-c", inPython, url),
  "Node.js": async (url) => gunzipSync((await rawRequest(url, { "accept-encoding": "gzip" })).body),
};

/** Returns a digest, so that a difference of megabytes is reported in a line. */
const brief = (page: Buffer | string) => `${page.length} bytes, ${createHash("sha256").update(page).digest("hex")}`;
const briefOrFault = (page: Promise<Buffer>) => page.then(brief, (error: unknown) => String(error).slice(-200));

type Sample = { readonly labels: Readonly<Record<string, string>>; readonly value: string };
const briefOfSamples = (samples: readonly Sample[]) => {
  const lines = samples.map(({ labels, value }) => {
    const { le, ...others } = labels; // Prometheus 3 writes 1 as 1.0
    return JSON.stringify([Object.entries(others).sort(), le && Number(le), Number(value)]);
  });
  return `${samples.length} samples, ${brief(lines.sort().join("\n"))}`;
};

/** Of a page, as Prometheus has them: the name is a label, and an empty label is none. */
const samplesOf = (page: Buffer): Sample[] =>
  [...parseExposition(page).values()].flatMap(({ samples }) =>
    samples.map(({ name, labels, value }) => {
      const filled = Object.entries(labels).filter(([, text]) => text !== "");
      return { labels: { ...Object.fromEntries(filled), __name__: name }, value };
    }),
  );

/** What a Prometheus has of the page after its first scrape. */
async function scraped(port: number) {
  const job = `{job_name: exporter, scrape_interval: 3s, static_configs: [{targets: ["127.0.0.1:${port}"]}]}`;
  const { query, series, lastErrors, stop } = await startPrometheus(`scrape_configs: [${job}]\n`);
  onTestFinished(async () => {
    await stop();
  });
  await eventually("a good scrape", async () => {
    const [up, errors] = [await query("up"), await lastErrors()];
    expect([up, errors]).toEqual([1, new Map([["exporter", ""]])]);
    return true;
  });
  const stored = await series('{job="exporter", __name__!~"up|scrape_.+"}');
  const samples = stored.map(({ metric: { job, instance, ...labels }, value: [, value] }) => ({ labels, value }));
  return { counted: await query("scrape_samples_scraped"), samples };
}

test.each(pages)("the page $page is one stream of many parts", async ({ begin, minimum }) => {
  const { url } = await begin();
  const { body } = await rawRequest(url, { "accept-encoding": "gzip" });
  expect(partsOf(body)).toBeGreaterThanOrEqual(minimum.parts);
  expect(gunzipSync(body).length).toBeGreaterThanOrEqual(minimum.bytes);
});

test.each(pages)("programs, languages and a browser read the page $page whole", async ({ begin }) => {
  const { url, accepted } = await begin();
  const plain = brief(await outputOf("curl", ...quietly, url));
  const results: (readonly unknown[])[] = [];
  for (const [reader, read] of Object.entries(readers)) {
    accepted.length = 0;
    results.push([reader, await briefOrFault(read(url)), ...accepted]);
  }
  const whole = Object.keys(readers).map((reader) => [reader, plain, expect.stringContaining("gzip")]);
  expect(results).toEqual(whole);
});

test.each(pages)("Prometheus reads the page $page whole", async ({ begin }) => {
  const { url, port, accepted } = await begin();
  const samples = samplesOf(await outputOf("curl", ...quietly, url));
  accepted.length = 0;
  const { counted, samples: stored } = await scraped(port);
  expect(counted).toBe(samples.length);
  expect(briefOfSamples(stored)).toBe(briefOfSamples(samples));
  expect(accepted).toContain("gzip");
});
