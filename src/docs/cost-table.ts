/** What the collectors ask a node for in an hour, as a table of the README: counted on rounds, not reckoned. */
import type { Collector, Node } from "../collectors/collector.ts";
import type { Settings } from "../collectors/settings.ts";
import { laneOf, methodOf, type ReadName } from "../contract/contract.ts";
import { primaryNetwork } from "../contract/ids.ts";
import { parseDuration } from "../prometheus/duration.ts";
import { code, table } from "./markdown.ts";

const hour = 3_600_000;

/** So many things of each kind, under names of their own; addresses on both chains. */
function watching(count: number): Settings {
  const names = (kind: string) => Array.from({ length: count }, (_, n) => `${kind}${n}`);
  return {
    watch: {
      node_ids: names("NodeID-").map((id) => ({ id, alias: "", subnet_ids: [primaryNetwork] })),
      subnet_ids: names("subnet").map((id) => ({ id, alias: "" })),
      validation_ids: names("validation"),
      blockchain_ids: names("chain"),
      addresses: ["P-", "X-"].flatMap(names),
      indexes: ["P/block", "X/block", "C/block"],
    },
    validators: { detail: "watched", top: 20 },
    network: {},
    collectors: new Set(),
  };
}

/** Calls of one round on a node that answers with the contract's samples. */
async function callsOf(collector: Collector, things: number): Promise<ReadonlyMap<ReadName, number>> {
  const calls = new Map<ReadName, number>();
  const call = async (name: ReadName) => {
    calls.set(name, (calls.get(name) ?? 0) + 1);
    const { result, sample } = methodOf(name);
    return result.parse(sample.result);
  };
  const node = { call, id: () => undefined } as unknown as Node<ReadName>;
  const items = collector.prepare(watching(things))?.begin().start(node) ?? [];
  await Promise.all(items.map(({ answer }) => answer));
  return calls;
}

const amount = (calls: number) => calls.toLocaleString("en");

async function rowsOf(collector: Collector): Promise<string[][]> {
  const rounds = hour / (parseDuration(collector.every) ?? hour);
  const [none, one, two] = await Promise.all([callsOf(collector, 0), callsOf(collector, 1), callsOf(collector, 2)]);
  return collector.reads
    .filter((method) => one.has(method))
    .map((method) => {
      const each = ((two.get(method) ?? 0) - (one.get(method) ?? 0)) * rounds;
      const always = (one.get(method) ?? 0) * rounds - each;
      return [
        code(collector.name) + (none.size === 0 ? " (if something is watched)" : ""),
        code(method),
        always === 0 ? "" : amount(always),
        each === 0 ? "" : amount(each),
        laneOf(methodOf(method)) ?? "none",
        methodOf(method).cost,
      ];
    });
}

export const costTable = async (collectors: readonly Collector[]): Promise<string> =>
  table(
    ["Collector", "Method", "Calls an hour", "And for each watched thing", "Lock", "Cost"],
    (await Promise.all(collectors.map(rowsOf))).flat(),
  );
