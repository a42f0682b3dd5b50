/** Metrics of the demo that need a minute of observations. */
import { expect, test } from "vitest";
import { chainHeightAge } from "../../src/collectors/kinds/chains.ts";
import { freePort } from "../support/ports.ts";
import { eventually, run } from "./support/programs.ts";

test("the demo shows the age of heights after a minute", async () => {
  const listen = `--web.listen-address=127.0.0.1:${await freePort()}`;
  const demo = run("node", ["src/main.ts", "demo", "--scenario=rolling-upgrade", listen]);
  const url = `http://${listen.split("=")[1]}/metrics`;
  await eventually("the metric", async () => {
    const text = await (await fetch(url)).text();
    return text.includes(`# TYPE ${chainHeightAge.name} `) || undefined;
  });
  expect(await demo.stop("SIGINT")).toBe(0);
});
