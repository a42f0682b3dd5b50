/** The page for people: how the nodes do, and each of their collectors. */
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import packageJson from "../../package.json" with { type: "json" };
import type { Exporter } from "../exporter/exporter.ts";
import type { Target } from "../exporter/target.ts";
import { nodeBootstrapped, nodeInfo } from "../metrics/node.ts";
import { cleanValue } from "../prometheus/labels.ts";
import { render, script, style } from "./landing/render.ts";
import { type Facts, type Standing, viewOf } from "./landing/view.ts";

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

export const pageHeaders = {
  "content-security-policy": [
    "default-src 'none'",
    `style-src ${hash(style)}`,
    `script-src ${hash(script)}`,
    "connect-src 'self'", // the page itself, anew
    "img-src data:", // its icon
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join("; "),
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cache-control": "no-cache",
  vary: "Accept-Encoding",
};

/** Where package.json says that the project is at home. */
const { homepage }: { readonly version: string; readonly homepage?: string } = packageJson;

function factsOf({ page }: Target): Facts {
  const [info] = page.samplesOf(nodeInfo);
  const fact = (name: string) => info?.labels && cleanValue(info.labels[name] ?? "");
  const bootstrapped = page.samplesOf(nodeBootstrapped).map(({ labels, value }) => [labels?.["chain"], value === 1]);
  return {
    nodeId: fact("node_id"),
    version: fact("version"),
    network: fact("network"),
    bootstrapped: Object.fromEntries(bootstrapped),
  };
}

const standingOf = (target: Target): Standing => ({
  ...target.standing(),
  name: target.name,
  states: target.states(),
  facts: factsOf(target),
});

type PageOptions = { readonly exporter: Exporter; readonly telemetryPath: string };

function landingPage({ exporter, telemetryPath }: PageOptions): string {
  const program = {
    ...exporter.build,
    nodeVersion: process.version,
    at: Date.now(),
    runningFor: process.uptime() * 1000,
    isOutdated: exporter.process.isOutdated(),
    telemetryPath,
    readme: homepage?.replace(/#.*/, ""),
  };
  return render(viewOf(program, exporter.targets().map(standingOf)));
}

/** Milliseconds: who asks within them gets the same. */
const maxAge = 500;
const pack = promisify(gzip);

type Made = { readonly at: number; readonly plain: Buffer; packed?: Promise<Buffer> };

/** The page's bytes, plain or packed. */
export function createLandingPage(options: PageOptions) {
  let last: Made | undefined;

  function made(): Made {
    const now = performance.now();
    if (!last || now - last.at >= maxAge) last = { at: now, plain: Buffer.from(landingPage(options)) };
    return last;
  }

  return async (wantsPacked: boolean): Promise<Buffer> => {
    const page = made();
    if (!wantsPacked) return page.plain;
    page.packed ??= pack(page.plain, { level: 1 });
    return page.packed;
  };
}
