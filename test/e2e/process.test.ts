/** The program as users start it. */
import { expect, test } from "vitest";
import { freePort } from "../support/ports.ts";
import { eventually, run } from "./support/programs.ts";

test("npm run demo shows a page of a living node, and Ctrl-C ends it with 0", async () => {
  const port = await freePort();
  const demo = run("npm", ["run", "demo", "--", `--web.listen-address=127.0.0.1:${port}`]);
  const page = () => fetch(`http://127.0.0.1:${port}/metrics`).then((response) => response.text());
  const heightOf = (text: string) => Number(/^avax_pchain_height\{.*\} (\d+)$/m.exec(text)?.[1] ?? "NaN");
  const first = await eventually("a first height", async () => heightOf(await page()) || undefined);
  await eventually("a later height", async () => heightOf(await page()) > first || undefined);
  expect(demo.output()).toContain(`http://127.0.0.1:${port}/metrics`);
  expect(await demo.stop("SIGINT")).toBe(0);
});
