import { isAllOk } from "../../entities/issues.ts";
import { compareNodes, type StatusDocument } from "../../entities/status.ts";
import { showUrl } from "../../lib/redaction.ts";
import { formatJson, joinList } from "../../lib/text.ts";
import { createResources } from "../../node-api/transport.ts";
import { oneOfNames } from "../config/values.ts";
import { readStatus } from "../exporter.ts";
import { createPlan, type NodeConfig, nodesOf } from "../plan.ts";
import { runOnce } from "../target.ts";
import { command, selectNode, targetFlag, urlsOf } from "./command.ts";
import { awaitWithNotice, type ExitCode, exitCodes, hasColorOf, type Io, printErrors } from "./io.ts";
import { exampleUrl, exporterFlags, readExporter, urlError } from "./read-exporter.ts";
import { explain, namedBy, type Options, statusText, watchedNames } from "./status-text.ts";
import { exitStatusText } from "./usage.ts";

/** Runs each collector once on each node. */
async function readOnce(nodes: readonly NodeConfig[], stop: AbortSignal): Promise<readonly StatusDocument[]> {
  const resources = createResources();
  const read = nodes.map((one) =>
    runOnce({ name: one.settings.name, plan: createPlan(one), resources }, stop, readStatus),
  );
  return compareNodes(await Promise.all(read));
}

/** Maximum number of names in an error. */
const maxNames = 12;

/** Prints the explanation of the entities with an ID or an alias, or with a unique beginning of it. */
function printExplanation(io: Io, all: readonly StatusDocument[], text: string, shown: Options): ExitCode {
  const names = namedBy(all, text);
  if (names.length > 1) return printErrors(io, [`${text}: is the beginning of several: ${joinList(names, maxNames)}`]);
  const [id = text] = names;
  const found = all.flatMap((one) => explain(one, id, { ...shown, isOneOfSeveral: all.length > 1 }) ?? []);
  if (found.length > 0) {
    io.out(found.map((one) => one.text).join("\n"));
    return found.every(({ isOk }) => isOk) ? exitCodes.ok : exitCodes.failed;
  }
  const down = all.filter(({ up }) => !up).map(({ url }) => url);
  if (down.length > 0)
    return printErrors(io, [`${text}: unknown, because there is no data from ${down.join(", ")}`], exitCodes.failed);
  const flags = "--watch.node-id, --watch.subnet-id, --watch.validation-id, --watch.address or --watch.evm-address";
  const watched = watchedNames(all);
  const list = watched.length === 0 ? "nothing is watched" : `watched: ${joinList(watched, maxNames)}`;
  return printErrors(io, [`${text}: is not watched; ${list}; watch it with ${flags}`]);
}

const details = `ID is the NodeID of a watched validator, the ID of an L1 or subnet, a validation ID, an address, or an alias.
A unique beginning is enough. For an L1, the command lists the L1 validators to top up, with the amounts.

${exitStatusText("status")}

Without --url, runs each enabled collector once, read-only, as once does.
With --url, reads /status.json of a running exporter, without a call to the node.`;

const ofRunningExporter = `
To ask a running exporter instead: avalanche-exporter status --url ${exampleUrl}
`;

export const status = command({
  name: "status",
  operands: ["[ID]"],
  flags: {
    ...exporterFlags,
    format: oneOfNames("format", ["text", "json"]).default("text").describe("Output format: text or json."),
    target: targetFlag,
  },
  uses: (key) => !key.startsWith("web.") && !key.startsWith("log."),
  examples: ["", `--url ${exampleUrl}`, "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
  details,
  run: async (io, config, { flags, hasFile, operands: [id] }) => {
    const { url, format, target } = flags;
    const wrong = url === undefined ? undefined : urlError(url);
    if (wrong !== undefined) return printErrors(io, [`--url: ${wrong}`]);
    if (id !== undefined && format === "json")
      return printErrors(io, ["--format json: prints everything; leave out the ID"]);
    const selected = target === undefined || url !== undefined ? nodesOf(config) : [selectNode(config, target)];
    const now = Date.now() / 1000;
    const shown = { hasColor: hasColorOf(io), hasFile, now };
    const reading = url === undefined ? readOnce(selected, io.stop) : readExporter(url, flags, io.stop);
    const all = await awaitWithNotice(io, url === undefined ? urlsOf(selected) : showUrl(url), reading);
    if (id !== undefined) return printExplanation(io, all, id, shown);
    io.out(
      format === "json"
        ? `${formatJson({ nodes: all })}\n`
        : [
            all.map((one) => statusText(one, shown)).join("\n"),
            url === undefined && all.every(({ node }) => node.state === "unreachable") ? ofRunningExporter : "",
          ].join(""),
    );
    return all.every((one) => isAllOk(one, now)) ? exitCodes.ok : exitCodes.failed;
  },
});
