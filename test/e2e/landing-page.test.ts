/** The status page in a browser: its looks, its accessibility, and its reload. */
import { access, constants, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import type { ScenarioName } from "../../src/simulator/scenarios.ts";
import { onlyCollectors, startExporter, startNode, startServer } from "../support/exporter.ts";
import { until } from "../support/until.ts";

/** Of the Debian package `chromium`. */
async function executable(): Promise<string> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const path = join(folder, "chromium");
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  throw new Error("chromium is missing. Install it: apt-get install chromium");
}

let browser: Browser;
beforeAll(async () => {
  browser = await chromium.launch({ executablePath: await executable(), args: ["--no-sandbox"] });
});
afterAll(() => browser?.close());

/** A folder for pictures of what the tests see. */
const pictures = process.env["LANDING_PAGE_PICTURES"];

async function startPage(config: object): Promise<string> {
  const { exporter } = await startExporter(config);
  await until(() => expect(exporter.ready()).toBe(true));
  return (await startServer(exporter)).url;
}

/** Opens a page. Returns it with the complaints and the requests of the browser. */
async function look(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(url);
  return { page, complaints, requests };
}

async function watchingNode(scenario: ScenarioName, seed = 1) {
  const { url, simulator } = await startNode({ scenario, seed });
  return { node: { url }, watch: demoWatchOf(simulator.chain) };
}
const nowhere = { url: "http://127.0.0.1:1" };
/** Some calls fail, and the limit drops series. */
async function brokenNode() {
  const faults = [{ method: "platform.getFeeState", fault: { kind: "empty" } }] as const;
  return { node: { url: (await startNode({ faults })).url }, validators: { detail: "all" }, series_limit: 60 };
}
async function severalNodes() {
  const nodes = {
    a: (await watchingNode("healthy")).node,
    b: nowhere,
    c: (await watchingNode("bootstrapping", 2)).node,
  };
  return { nodes, collectors: onlyCollectors("p-height", "p-fee", "evm", "node", "health") };
}
const scenes: Readonly<Record<string, () => Promise<object>>> = {
  "watched entities": () => watchingNode("healthy"),
  "an L1 that runs out of balance": () => watchingNode("l1-draining"),
  "failing collectors": brokenNode,
  "several nodes": severalNodes,
};
const sizes = { desktop: { width: 1100, height: 800 }, phone: { width: 360, height: 740 } } as const;
const surroundings = (["light", "dark"] as const).flatMap((colorScheme) =>
  (["desktop", "phone"] as const).map((size) => ({ colorScheme, size, viewport: sizes[size] })),
);

test.each(Object.keys(scenes))(
  "%s: accessible, light or dark, on a desktop or a phone, without a script",
  async (scene) => {
    const url = await startPage((await scenes[scene]?.()) ?? {});
    for (const { colorScheme, size, viewport } of surroundings) {
      const { page, complaints, requests } = await look(url, { colorScheme, viewport });
      expect(await page.evaluate("document.scripts.length")).toBe(0);
      await page.evaluate(axe.source);
      const { violations, passes } = (await page.evaluate("axe.run()")) as axe.AxeResults;
      const found = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
      expect([colorScheme, size, found]).toEqual([colorScheme, size, []]);
      expect(passes.map(({ id }) => id)).toContain("color-contrast");
      expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);
      expect(complaints).toEqual([]);
      expect(requests.filter((one) => !one.startsWith("data:"))).toEqual([`${url}/`]);
      if (pictures === undefined) continue;
      await mkdir(pictures, { recursive: true });
      const path = join(pictures, `${scene.replaceAll(" ", "-")}-${colorScheme}-${size}.png`);
      await page.screenshot({ path, fullPage: true });
    }
  },
);

type AxNode = { readonly role?: { readonly value: string }; readonly name?: { readonly value: string } };

test.each(["desktop", "phone"] as const)(
  "on a %s a screen reader finds landmarks, headings and tables",
  async (size) => {
    const url = await startPage(await brokenNode());
    const { page } = await look(url, { viewport: sizes[size] });
    const session = await page.context().newCDPSession(page);
    const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { readonly nodes: readonly AxNode[] };
    const named = (role: string) => nodes.filter((node) => node.role?.value === role).map(({ name }) => name?.value);
    expect(["banner", "navigation", "main", "contentinfo"].map((role) => named(role).length)).toEqual([1, 1, 1, 1]);
    expect(named("heading")).toEqual(["avalanche-exporter", "Node", "Problems"]);
    expect(named("table")).toEqual(["Chains", "Validators"]);
    expect(named("columnheader")).toEqual([
      ...["Chain", "State", "Height", "Last block", "Connected"],
      ...["Validator", "State", "Connected", "Uptime", "Required", "Offline budget", "Ends in"],
    ]);
    expect(named("rowheader")).toEqual(["P", "X", "C", expect.stringMatching(/^NodeID-.* \(this node\)$/)]);
  },
);

test("the page reloads by its header, also at the anchor of a node, and stays where the reader is", async () => {
  const url = await startPage(await severalNodes());
  const { page, requests } = await look("about:blank", { viewport: sizes.phone });
  let isFirst = true;
  await page.route(`${url}/`, async (route) => {
    const response = await route.fetch();
    const { refresh = "", ...headers } = response.headers();
    await route.fulfill({
      response,
      headers: isFirst ? { ...headers, refresh: refresh.replace("15;", "1;") } : headers,
    });
    isFirst = false;
  });
  await page.goto(`${url}/#node-c`);
  await until(() => expect(requests.filter((one) => one.startsWith(url)).length).toBe(2));
  await page.waitForURL(`${url}/`);
  await until(async () => expect(await page.evaluate("scrollY")).toBeGreaterThan(0));
});
