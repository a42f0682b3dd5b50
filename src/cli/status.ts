import { isatty } from "node:tty";
import { pino } from "pino";
import * as z from "zod";
import { collectors } from "../collectors/all.ts";
import type { Config } from "../config/schema.ts";
import { oneOfNames } from "../config/values.ts";
import { createLayout } from "../exporter/layout.ts";
import { readStatus } from "../exporter/read-status.ts";
import { createTarget } from "../exporter/target.ts";
import { showUrl } from "../lib/redaction.ts";
import { asksForAttention } from "../model/issues.ts";
import { type Status, statusSchema } from "../model/status.ts";
import { command } from "./command.ts";
import { exitCodes, type Io, printErrors } from "./io.ts";
import { nodesOf, planOf, selectNode, targetFlag } from "./node-plans.ts";
import { explain, statusText } from "./status-text.ts";

const timeoutMs = 10_000;
const response = z.object({ nodes: z.array(statusSchema) });

/** Reads the status from a running exporter. Throws an error for people. */
async function readFrom(url: string, stop: AbortSignal): Promise<readonly Status[]> {
  const address = new URL("/status.json", url);
  const signal = AbortSignal.any([stop, AbortSignal.timeout(timeoutMs)]);
  const { username, password } = address;
  address.username = "";
  address.password = "";
  const credentials = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString("base64");
  const headers = username === "" ? {} : { authorization: `Basic ${credentials}` };
  const answer = await fetch(address, { signal, headers }).catch(() => undefined);
  if (!answer) throw new Error(`--url: no exporter responds at ${showUrl(url)}`);
  if (!answer.ok) throw new Error(`--url: ${showUrl(address.href)} responds with HTTP ${answer.status}`);
  const { success, data } = response.safeParse(await answer.json().catch(() => undefined));
  if (!success) throw new Error(`--url: ${showUrl(address.href)} is not the status of an exporter of this version`);
  return data.nodes;
}

/** Runs each collector once on each node. */
async function readOnce(io: Io, config: Config, nodes: ReturnType<typeof nodesOf>): Promise<readonly Status[]> {
  const log = pino({ level: "silent" });
  const layout = createLayout(collectors);
  const read = nodes.map(async ({ name, node, settings }) => {
    const target = createTarget({ name, plan: planOf(node, settings, config), layout, log });
    const stop = () => void target.stop();
    io.stop.addEventListener("abort", stop, { once: true });
    await target.once();
    const status = readStatus(target);
    io.stop.removeEventListener("abort", stop);
    await target.stop();
    return status;
  });
  return Promise.all(read);
}

const help = `Exit status: 1 if something asks for attention, otherwise 0.

Without --url, runs each enabled collector once, read-only, as once does.
With --url, reads /status.json of a running exporter, without a call to the node.`;

export const status = command({
  name: "status",
  operands: ["[ID]"],
  flags: {
    url: z.string().optional().meta({
      placeholder: "URL",
      description: "Read the status from a running exporter, such as http://127.0.0.1:9652.",
    }),
    format: oneOfNames("format", ["text", "json"]).default("text").describe("Output format: text or json."),
    target: targetFlag,
  },
  uses: (key) => !key.startsWith("web.") && !key.startsWith("log."),
  examples: ["", "--url http://127.0.0.1:9652", "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
  extraHelp: () => help,
  run: async (io, config, { flags: { url, format, target }, operands: [id] }) => {
    if (url !== undefined && !URL.canParse(url)) return printErrors(io, [`--url: "${url}" is not a URL`]);
    const selected = target === undefined ? undefined : selectNode(config, target);
    if (typeof selected === "string") return printErrors(io, [selected]);
    const now = Date.now() / 1000;
    const hasColor = isatty(1) && !io.env["NO_COLOR"] && io.env["TERM"] !== "dumb";
    let all: readonly Status[];
    try {
      all =
        url === undefined
          ? await readOnce(io, config, selected ? [selected] : nodesOf(config))
          : await readFrom(url, io.stop);
    } catch (error) {
      if (io.stop.aborted) return exitCodes.failed;
      return printErrors(io, [error instanceof Error ? error.message : String(error)], exitCodes.failed);
    }
    if (io.stop.aborted) return exitCodes.failed;
    const shown = url !== undefined && target !== undefined ? all.filter(({ name }) => name === target) : all;
    if (id !== undefined) {
      const found = shown.flatMap((one) => explain(one, id, { hasColor, now }) ?? []);
      if (found.length === 0)
        return printErrors(io, [
          `${id}: is not watched; watch it with --watch.node-id, --watch.subnet-id or --watch.validation-id`,
        ]);
      io.out(found.map(({ text }) => text).join("\n"));
      return found.some(({ needsAttention }) => needsAttention) ? exitCodes.failed : exitCodes.ok;
    }
    io.out(
      format === "json"
        ? `${JSON.stringify({ nodes: shown }, undefined, 2)}\n`
        : shown.map((one) => statusText(one, { hasColor, now })).join("\n"),
    );
    return shown.some((one) => asksForAttention(one, now)) ? exitCodes.failed : exitCodes.ok;
  },
});
