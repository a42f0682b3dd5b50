import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { expect, test } from "vitest";
import { rawRequest, startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { callLimit } from "../../support/limits.ts";
import { freePort } from "../../support/ports.ts";
import { runToEnd, startProgram } from "../../support/program.ts";
import { serve } from "../../support/server.ts";
import { until } from "../../support/until.ts";

test("a scrape in progress is finished before the program ends, even if it is read slowly", async () => {
  const { url: node } = await startNode({ validators: 3000 });
  const port = await freePort();
  const program = startProgram([
    `--node.url=${node}`,
    `--web.listen-address=127.0.0.1:${port}`,
    "--validators.detail=all",
  ]);
  const url = `http://127.0.0.1:${port}/metrics`;
  await until(async () => expect(await (await fetch(url)).text()).toContain("avax_validators_connected"));
  const [response] = await once(request(url).end(), "response");
  program.stop(); // nothing of the body was read yet
  const health = () => rawRequest(`http://127.0.0.1:${port}/-/healthy`);
  await until(async () => expect((await health()).status).toBe(503)); // the server is closing
  let length = 0;
  for await (const chunk of response) length += chunk.length;
  expect(length).toBe(Number(response.headers["content-length"]));
  expect(length).toBeGreaterThan(5_000_000); // more than the buffers of the system
  expect(await program.code).toBe(0);
});

test.each([
  ["once", "--log.level=error"],
  ["call", "platform.getHeight"],
])("%s exits with 1 without output when it is stopped", async (...words) => {
  const { server, url } = await serve(() => {});
  const program = startProgram([...words, `--node.url=${url}`]);
  await once(server, "request");
  program.stop();
  expect([await program.code, program.out(), program.err()]).toEqual([1, "", ""]);
});

test("once makes no call when it is stopped while it starts", async () => {
  const { url, calls } = await startNode();
  const program = startProgram(["once", `--node.url=${url}`, "--log.level=error"]);
  program.stop();
  expect([await program.code, program.out(), program.err(), calls]).toEqual([1, "", "", []]);
});

test("once ends if a chain hangs, and prints the available metrics", async () => {
  const { url } = await startNode({
    faults: [
      { method: "platform.getHeight", fault: { kind: "hang" } },
      { method: "platform.getProposedHeight", fault: { kind: "hang" } },
    ],
  });
  const file = join(await temporaryFolder(), "config.yml");
  await writeFile(file, `collectors: { x-height: { timeout: ${callLimit}ms } }`);
  const { code, out } = await runToEnd(["once", `--config.file=${file}`, `--node.url=${url}`, "--node.timeout=1s"]);
  expect([code, out]).toEqual([1, expect.stringMatching(/^avax_xchain_height\{.*\} \d+$/m)]);
});
