import { emptyNodeId, primaryNetwork } from "../../contract/ids.ts";
import { check } from "../check.ts";
import { type Finding, note, ok, problem } from "../finding.ts";
import type { About, Interview } from "../interview.ts";
import { some } from "../words.ts";

type Entry = {
  readonly subnet: string;
  readonly ids: readonly string[];
  /** undefined where that could not be read. */
  readonly present: ReadonlySet<string> | undefined;
};

/** Of exactly one node the answer would hold every delegation. As the collector asks, so that it is asked once. */
const asked = (ids: readonly string[]) => (ids.length === 1 ? [...ids, emptyNodeId] : [...ids]);

async function presentOn({ ask }: Interview, subnet: string, ids: readonly string[]) {
  const isPrimary = subnet === primaryNetwork;
  // of a subnet that does not exist the node would say that it has no validators
  if (!isPrimary && (await ask("platform.getSubnet", { subnetID: subnet })).error) return undefined;
  const params = isPrimary ? {} : { subnetID: subnet };
  const { value } = await ask("platform.getCurrentValidators", { ...params, nodeIDs: asked(ids) });
  return value && new Set(value.validators.map(({ nodeID }) => nodeID));
}

const example = (subnet: string, id: string, { command }: About) => {
  const params = { ...(subnet !== primaryNetwork && { subnetID: subnet }), nodeIDs: [id, emptyNodeId] };
  return command(`call platform.getCurrentValidators '${JSON.stringify(params)}'`);
};

function absent({ subnet, ids, present }: Entry, about: About): Finding | undefined {
  const missing = present ? ids.filter((id) => !present.has(id)) : [];
  const [first] = missing;
  if (first === undefined) return undefined;
  const where = subnet === primaryNetwork ? "the primary network" : `the subnet ${subnet}`;
  const what =
    missing.length === 1
      ? `${first} is watched, and is no validator of ${where} now.`
      : `${missing.length} watched nodes are no validators of ${where} now: ${some(missing)}.`;
  return problem(what, {
    why: "avax_validator_present is 0, and nothing else is told of it: no uptime, no stake, no end.",
    fix: [
      "Has its time ended, or not begun? Is it the ID of another network, or of another node?",
      `Look: ${example(subnet, first, about)}. Then correct watch.node_ids, or stake anew.`,
    ],
  });
}

const selfIn = (ids: readonly string[], self: string | undefined, { set }: About): Finding[] =>
  self !== undefined && ids.includes(self)
    ? [
        note(`${self} is watched by itself: this is the node that is asked.`, {
          why: "A node always sees itself online, so its uptime and whether it is connected are not told. Rewards depend on what the others see.",
          fix: [
            `Watch it from another node too: ${set("node.url", "http://ANOTHER-NODE:9650")}, in an exporter of its own or below \`nodes:\`.`,
          ],
        }),
      ]
    : [];

export const watchedNodes = check({
  name: "watched nodes",
  async gather(interview, { watch }) {
    const subnets = [...new Set(watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids))];
    const entries: Entry[] = [];
    for (const subnet of subnets) {
      const ids = watch.node_ids.filter(({ subnet_ids }) => subnet_ids.includes(subnet)).map(({ id }) => id);
      entries.push({ subnet, ids, present: await presentOn(interview, subnet, ids) });
    }
    const self = entries.length > 0 ? (await interview.ask("info.getNodeID", {})).value?.nodeID : undefined;
    return { entries, self };
  },
  judge({ entries, self }, about): readonly Finding[] {
    const onPrimary = entries.filter(({ subnet }) => subnet === primaryNetwork).flatMap(({ ids }) => ids);
    const found = [...entries.flatMap((entry) => absent(entry, about) ?? []), ...selfIn(onPrimary, self, about)];
    if (found.length > 0) return found;
    const known = entries.filter(({ present }) => present);
    const ids = new Set(known.flatMap(({ ids }) => ids));
    return ids.size > 0
      ? [ok(`${ids.size > 1 ? `The ${ids.size} watched nodes are` : "The watched node is"} in the set.`)]
      : [];
  },
});
