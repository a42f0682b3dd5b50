/** The page for people in a browser: its content, its accessibility, and that it loads no other resources. */
import { access, constants, mkdir } from "node:fs/promises";
import { delimiter, join } from "node:path";
import axe from "axe-core";
import { type Browser, type BrowserContextOptions, chromium, type Locator, type Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { demoWatchOf } from "../../src/simulator/demo-watch.ts";
import { onlyCollectors, rawRequest, startExporter, startNode, startServer } from "../support/exporter.ts";
import { parseExposition } from "../support/exposition.ts";
import { serve } from "../support/server.ts";
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

/** Tests with many nodes, which take long. */
const atNight = { tags: ["night"] };

const nowhere = "http://127.0.0.1:1";
/** A folder for pictures of what the tests see. */
const pictures = process.env["LANDING_PAGE_PICTURES"];

async function startPage(config: object) {
  const { exporter, ...rest } = await startExporter(config);
  await until(() => expect(exporter.ready()).toBe(true));
  return { exporter, ...rest, ...(await startServer(exporter)) };
}

/** A browser's window, and all that it complains of or asks for. */
async function look(url: string, options: BrowserContextOptions = {}) {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const complaints: string[] = [];
  const asked: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("request", (request) => asked.push(request.url()));
  await page.addInitScript(`document.addEventListener("securitypolicyviolation", (event) => {
    console.error("policy", event.violatedDirective, event.blockedURI);
  });`);
  await page.goto(url);
  return { page, complaints, asked };
}

/** The rows of the table of collectors, without what is in small print. */
const rowsOf = (page: Page) =>
  page.evaluate(`[...document.querySelectorAll("table.collectors tbody tr")].map((row) => [...row.cells].map((cell) => {
    const copy = cell.cloneNode(true);
    for (const small of copy.querySelectorAll("small")) small.remove();
    return copy.textContent.trim();
  }))`) as Promise<string[][]>;

/** The value of a fact about a node. */
const factOf = (of: Page | Locator, name: string) => of.locator(`.facts div:has(dt:text-is("${name}")) dd`);

/** As it is seen. */
const shown = async (of: Locator) => (await of.allInnerTexts()).join("\n");

async function watchingNode(scenario: "healthy" | "l1-draining" | "validator-offline") {
  const { url, simulator } = await startNode({ scenario });
  return { node: { url }, watch: demoWatchOf(simulator.chain) };
}

const kinds = [
  ["a node where all is well", async () => ({ node: { url: (await startNode()).url } })],
  ["a node of which some fails", brokenNode],
  ["a node that is down", async () => ({ node: { url: nowhere } })],
  ["a node that bootstraps", async () => ({ node: { url: (await startNode({ scenario: "bootstrapping" })).url } })],
] as const;

async function brokenNode() {
  const faults = [
    { method: "platform.getFeeState", fault: { kind: "empty" } },
    { method: "health.health", fault: { kind: "error", message: "out of order" } },
  ] as const;
  const { url } = await startNode({ index: false, faults });
  return { node: { url }, validators: { detail: "all" }, series_limit: 60 };
}

/** Some are down, some bootstrap, one is broken. */
async function manyNodes(count = 200) {
  async function urlOf(i: number) {
    if (i === 30) return (await brokenNode()).node.url;
    if (i % 50 === 3) return `${nowhere}/${i}`;
    const scenario = i % 10 === 1 ? "bootstrapping" : i % 10 === 2 ? "no-admin" : "healthy";
    return (await startNode({ seed: i, scenario })).url;
  }
  const urls = await Promise.all(Array.from({ length: count }, (_, i) => urlOf(i)));
  const nodes = Object.fromEntries(urls.map((url, i) => [`eu-west-${i}`, { url }]));
  return { nodes, collectors: onlyCollectors("p-height", "p-fee", "evm", "index", "node", "health") };
}

test.each(kinds)("of %s it shows the values of /metrics at the same moment", async (_what, configure) => {
  const { url, exporter } = await startPage(await configure());
  await exporter.stop(); // both are of one moment
  const { page } = await look(url);
  const families = parseExposition((await rawRequest(`${url}/metrics`)).body);
  const value = (family: string, collector: string) => {
    const found = families.get(family)?.samples.find(({ labels }) => labels["collector"] === collector)?.value;
    return found === undefined ? undefined : Number(found);
  };
  const rows = await rowsOf(page);
  const collectors = families.get("avax_exporter_collector_success")?.samples.map(({ labels }) => labels["collector"]);
  expect(rows.map(([name]) => name).toSorted()).toEqual(collectors?.toSorted());
  for (const [name = "", state = "", , , series = ""] of rows) {
    const isFine = value("avax_exporter_collector_success", name) === 1;
    const isThere = value("avax_exporter_collector_unavailable", name) === undefined;
    expect([name, state.split(":")[0]]).toEqual([name, !isFine ? "failing" : isThere ? "ok" : "unavailable"]);
    const exposed = value("avax_exporter_series", name);
    if (exposed !== undefined) expect(Number(series.replaceAll(",", ""))).toBe(exposed);
    const [, left = "0"] = (await shown(page.locator(`tr:has(th:text-is("${name}"))`))).match(/(\S+) dropped/) ?? [];
    expect(Number(left.replaceAll(",", ""))).toBe(value("avax_exporter_series_dropped_total", name) ?? 0);
  }
  const up = Number(families.get("avax_up")?.samples[0]?.value);
  expect(/^(unreachable|failing) /.test(await page.title())).toBe(up === 0);
  const info = families.get("avax_node_info")?.samples[0]?.labels;
  for (const label of ["node_id", "version", "network"])
    if (info) expect(await shown(page.locator(".facts"))).toContain(info[label]);
});

const sizes = { desktop: { width: 1100, height: 800 }, phone: { width: 360, height: 740 } } as const;
const surroundings = (["light", "dark"] as const).flatMap((colorScheme) =>
  (["desktop", "phone"] as const).map((size) => ({ colorScheme, size, viewport: sizes[size] })),
);

const watching = (["healthy", "l1-draining", "validator-offline"] as const).map(
  (scenario) => [`watched entities, ${scenario}`, () => watchingNode(scenario)] as const,
);

async function expectAccessible(what: string, configure: () => Promise<object>) {
  const { url } = await startPage(await configure());
  for (const { colorScheme, size, viewport } of surroundings) {
    const { page, complaints } = await look(url, { colorScheme, viewport });
    if (what === "many nodes") await page.locator("summary").nth(30).click();
    await page.evaluate(axe.source);
    const { violations, passes } = (await page.evaluate("axe.run()")) as axe.AxeResults;
    const found = violations.map(({ id, nodes }) => [id, nodes.slice(0, 3).map(({ html }) => html)]);
    expect([colorScheme, size, found]).toEqual([colorScheme, size, []]);
    expect(passes.map(({ id }) => id)).toContain("color-contrast");
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(viewport.width);
    expect(complaints).toEqual([]);
    if (pictures === undefined) continue;
    await mkdir(pictures, { recursive: true });
    const path = join(pictures, `${what.replaceAll(" ", "-")}-${colorScheme}-${size}.png`);
    await page.screenshot({ path, fullPage: what !== "many nodes" });
  }
}

test.each([...kinds, ...watching])(
  "of %s it is accessible: light or dark, on a desktop or a phone, with a screen reader",
  expectAccessible,
);

test("of many nodes it is accessible: light or dark, on a desktop or a phone, with a screen reader", atNight, () =>
  expectAccessible("many nodes", () => manyNodes(40)),
);

type AxNode = { readonly role?: { readonly value: string }; readonly name?: { readonly value: string } };

test.each(["desktop", "phone"] as const)(
  "on a %s a screen reader finds landmarks, headings and tables",
  async (size) => {
    const { url } = await startPage(await brokenNode());
    const { page } = await look(url, { viewport: sizes[size] });
    const session = await page.context().newCDPSession(page);
    const { nodes } = (await session.send("Accessibility.getFullAXTree")) as { readonly nodes: readonly AxNode[] };
    const count = (role: string) => nodes.filter((node) => node.role?.value === role).length;
    const named = (role: string) => nodes.filter((node) => node.role?.value === role).map(({ name }) => name?.value);
    expect(["banner", "navigation", "main", "contentinfo", "status"].map(count)).toEqual([1, 1, 1, 1, 1]);
    expect(named("heading")).toEqual(["avalanche-exporter", "Node", "Problems"]);
    expect(named("table")).toEqual(["Validators", "Collectors"]);
    expect(named("columnheader")).toEqual([
      ...["Validator", "State", "Connected", "Uptime", "Required", "Offline budget", "Ends in"],
      ...["Collector", "State", "Age of data", "Interval", "Series"],
    ]);
    const rows = await rowsOf(page);
    const [own, ...collectors] = named("rowheader");
    expect(own).toMatch(/^NodeID-.* \(this node\)$/);
    expect(collectors).toEqual(rows.map(([name]) => name));
    expect(count("row")).toBe(rows.length + 3);
  },
);

test("the keyboard reaches every link in order, and the focus is visible", atNight, async () => {
  const { url } = await startPage({ ...(await manyNodes()), node: { url: nowhere } });
  const { page } = await look(url);
  const all = (await page.evaluate(`[...document.querySelectorAll("a, summary, button")]
    .filter((one) => one.checkVisibility()).map((one) => one.textContent)`)) as string[];
  expect(all.length).toBeGreaterThan(400);
  const reached: string[] = [];
  const unseen: string[] = [];
  for (const _ of all) {
    await page.keyboard.press("Tab");
    const [text, outline, isInside] = (await page.evaluate(`(() => {
      const { activeElement: one } = document;
      const { left, top, right } = one.getBoundingClientRect();
      return [one.textContent, getComputedStyle(one).outlineStyle, left >= 0 && top >= 0 && right <= innerWidth];
    })()`)) as [string, string, boolean];
    reached.push(text);
    if (outline !== "solid" || !isInside) unseen.push(text);
  }
  expect(reached).toEqual(all);
  expect(unseen).toEqual([]);
});

test("a node's link expands its details", atNight, async () => {
  const { url } = await startPage(await manyNodes());
  for (const javaScriptEnabled of [true, false]) {
    const { page } = await look(url, { javaScriptEnabled });
    const link = page.locator("#overview a").nth(180);
    const name = await shown(link);
    await link.focus();
    await page.keyboard.press("Enter");
    await until(async () => expect(await page.locator(`[id="of-node-${name}"]`).isVisible()).toBe(true));
    await page.locator(`[id="collectors-node-${name}"] > summary`).click();
    const table = page.getByRole("table", { name: `Collectors of ${name}`, exact: true });
    await until(async () => expect(await table.isVisible()).toBe(true));
    expect(await page.locator(`[id="node-${name}"] dl a`).getAttribute("href")).toBe(`/probe?target=${name}`);
  }
});

test("it requests only its own URL, and its policy blocks none of its content", async () => {
  const { url } = await startPage(await brokenNode());
  const { page, complaints, asked } = await look(url);
  await page.clock.install();
  await page.reload();
  for (let i = 0; i < 3; i++) {
    const answered = page.waitForResponse(`${url}/`);
    await page.clock.runFor(10_000);
    await (await answered).finished();
  }
  expect(asked.length).toBeGreaterThanOrEqual(5);
  expect([...new Set(asked.filter((one) => !one.startsWith("data:")))]).toEqual([`${url}/`]);
  expect(complaints).toEqual([]);
});

test("an update keeps focus, selection, scroll position and collapsed parts", async () => {
  const nodesOf = ["a", "b", "c", "d"].map(
    async (name, seed) => [name, { url: (await startNode({ seed })).url }] as const,
  );
  const nodes = Object.fromEntries(await Promise.all(nodesOf));
  const { url, apply, exporter } = await startPage({
    nodes,
    collectors: onlyCollectors("p-height", "p-fee", "evm", "node", "health"),
  });
  const { page, complaints } = await look(url, { viewport: { width: 800, height: 300 } });
  await page.clock.install();
  await page.reload();
  await page.locator("#node-c > summary").click();
  const link = page.locator("#node-c dl a");
  await link.focus();
  await factOf(page.locator("#node-c"), "Version").selectText();
  await page.evaluate("scrollTo(0, 350)");
  const seen = () =>
    page.evaluate(
      `[document.activeElement.textContent, String(getSelection()), document.querySelector("#node-c").open]`,
    );
  const before = await seen();
  expect(before).toEqual(["/probe?target=c", "avalanchego/1.15.0", true]);
  const at = () => page.evaluate(`document.querySelector("#node-c").getBoundingClientRect().top`) as Promise<number>;
  const top = await at();

  apply({
    nodes: { ...nodes, d: { url: nowhere } },
    collectors: onlyCollectors("p-height", "p-fee", "evm", "node", "health"),
  });
  await until(() => expect(exporter.target("d")?.collectorStates()[0]?.state.kind).toBe("failed"));
  await page.clock.runFor(10_000);
  await until(async () => expect(await page.title()).toBe("1 of 4 nodes unreachable · avalanche-exporter"));
  expect(await shown(page.locator("#verdict"))).toBe("Of 4 nodes: 1 unreachable, 3 ok.");
  expect(await page.locator("#overview tbody th").allInnerTexts()).toEqual(["d", "a", "b", "c"]);
  expect(await page.locator("summary h2").allInnerTexts()).toEqual(["d", "a", "b", "c"]);
  expect(await seen()).toEqual(before);
  expect(Math.abs((await at()) - top)).toBeLessThan(300);
  expect(complaints).toEqual([]);
});

test("it shows that the exporter does not respond, and recovers when it responds again", async () => {
  const { url } = await startPage({ collectors: onlyCollectors() });
  const { page } = await look(url);
  await page.clock.install();
  await page.reload();
  await page.route("**", (route) => route.abort());
  await page.clock.runFor(10_000);
  const alert = page.getByRole("alert");
  await until(async () => expect(await shown(alert)).toMatch(/^The exporter does not respond\. Showing data from/));
  expect(await page.title()).toBe("no response · idle · avalanche-exporter");
  await page.unroute("**");
  await page.clock.runFor(10_000);
  await until(async () => expect(await page.title()).toBe("idle · avalanche-exporter"));
  expect(await alert.isVisible()).toBe(false);
});

test("updates can be paused and continued", async () => {
  const { url } = await startPage({ collectors: onlyCollectors() });
  const { page, asked } = await look(url);
  await page.clock.install();
  await page.reload();
  await page.getByRole("button", { name: "Pause" }).click();
  const before = asked.length;
  await page.clock.runFor(60_000);
  expect(asked.length).toBe(before);
  const answered = page.waitForResponse(`${url}/`);
  await page.getByRole("button", { name: "Resume" }).click();
  await page.clock.runFor(1000);
  expect((await answered).status()).toBe(200);
});

test("without JavaScript it is complete, and it is reloaded", async () => {
  const { url } = await startPage(await brokenNode());
  const [{ page }, { page: other }] = [await look(url, { javaScriptEnabled: false }), await look(url)];
  expect((await rowsOf(page)).map(([name]) => name)).toEqual((await rowsOf(other)).map(([name]) => name));
  expect(await page.locator("noscript meta, head meta[http-equiv=refresh]").getAttribute("content")).toBe("30");
  expect(await page.getByRole("button").count()).toBe(0);
  expect(await shown(page.locator("footer"))).toContain("This page reloads every 30 seconds.");
});

test("in print it is dark on light, without controls", async () => {
  const { url } = await startPage(await brokenNode());
  const { page } = await look(url, { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "light" });
  for (const [part, isThere] of [
    ["#verdict", true],
    ["table.collectors", true],
    ["nav", false],
    ["button", false],
  ] as const)
    expect([part, await page.locator(part).isVisible()]).toEqual([part, isThere]);
  expect((await page.pdf()).length).toBeGreaterThan(10_000);
});

test("any value of a node is shown as text, without format characters", async () => {
  const nasty = `</style></script><script>alert(1)</script><img src=x onerror="alert(2)"> '"&amp;\u202e${"🜁"}`;
  const answers: Readonly<Record<string, object>> = {
    "info.getNodeVersion": {
      version: nasty,
      databaseVersion: "v1",
      gitCommit: "",
      rpcProtocolVersion: "1",
      vmVersions: {},
    },
  };
  const { url: node } = await startNode();
  const { url: liar } = await serve(async (request, response) => {
    const body = await new Response(request as never).text();
    const { id, method } = JSON.parse(body);
    if (method === "platform.getHeight") {
      response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: nasty } }));
      return;
    }
    const answer = await fetch(node + request.url, {
      method: "POST",
      body,
      headers: { "content-type": "application/json" },
    });
    const { result } = (await answer.json()) as { result: object };
    response.end(JSON.stringify({ jsonrpc: "2.0", id, result: { ...result, ...answers[method] } }));
  });
  const { url } = await startPage({
    node: { url: liar },
    collectors: onlyCollectors("node", "p-height", "p-fee", "evm", "health"),
  });
  const { page, complaints, asked } = await look(url);
  const clean = nasty.replace("\u202e", "\ufffd");
  expect(await factOf(page, "Version").textContent()).toContain(clean.slice(0, 90));
  expect(await page.locator(".problems .text").first().textContent()).toContain(clean);
  expect(await page.locator("main script, main img").count()).toBe(0);
  expect([complaints, asked.filter((one) => !one.startsWith("data:"))]).toEqual([[], [`${url}/`]]);
});
