/** Runs the commands of the documents. */
import { spawnSync } from "node:child_process";
import { expect, onTestFinished, test } from "vitest";
import { createClone } from "../support/clone.ts";
import { readDocuments } from "../support/documents.ts";
import { startNode } from "../support/exporter.ts";
import { ready, startExporter } from "./support/exporter.ts";

const text = [...(await readDocuments()).values()].join("\n");
/** Lines of blocks without a language; one that ends in a backslash continues in the next. */
const lines = [...text.matchAll(/^```(\w*)\n(.*?)^```$/gms)]
  .filter(([, language]) => language === "")
  .flatMap(([, , block = ""]) => block.replaceAll("\\\n", "").split("\n"))
  .filter((line) => line !== "");
const beginning = (word: string) => lines.filter((line) => line.startsWith(`${word} `));

/** Address of a running exporter in the documents. */
const exporterUrl = "--url http://127.0.0.1:10652";
async function startExporterOf(url: string) {
  const exporter = await startExporter([`--node.url=${url}`]);
  onTestFinished(async () => void (await exporter.stop()));
  await ready(exporter);
  return `--url http://127.0.0.1:${exporter.port}`;
}

/** Runs a line in a clone, next to a simulated node; nothing is written outside the folder. */
async function type(line: string) {
  const { folder, type } = await createClone();
  const { url } = await startNode();
  const command = line.includes(exporterUrl) ? line.replace(exporterUrl, await startExporterOf(url)) : line;
  return type(command.replaceAll("/etc/bash_completion.d/", `${folder}/`), { AVAX_EXPORTER_NODE_URL: url });
}

test("there are commands to run", () => {
  expect(beginning("avalanche-exporter").length).toBeGreaterThan(3);
  expect(spawnSync("bash", ["-c", "jq --version"]).status, "jq is missing: apt-get install jq").toBe(0);
});

test.each(beginning("avalanche-exporter"))("%s", async (line) => {
  const { code, out, err } = await type(line);
  expect({ code, err }).toMatchObject({ code: 0 });
  expect(out === "").toBe(line.includes(">") && !line.includes("|"));
});
