import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import type { About, Interview } from "../interview.ts";
import { some } from "../words.ts";

type Entry = {
  readonly id: string;
  readonly status: string | undefined;
  /** Where the ID is a subnet's: its chains. */
  readonly chains: readonly string[];
};
/** Both are off by default. */
const users = ["blockchains", "admin"];

async function chainsOf({ ask }: Interview, subnetID: string): Promise<readonly string[]> {
  return (await ask("platform.validates", { subnetID })).value?.blockchainIDs ?? [];
}

const unknown = ({ id, chains }: Entry, { command }: About): Finding => {
  const why = "Its status is told as Unknown, and it has no aliases.";
  return chains.length > 0
    ? problem(`${id} is the ID of a subnet, not of a blockchain.`, {
        why,
        fix: [`In watch.blockchain_ids, write the ID of its blockchain: \`${some(chains)}\`.`],
      })
    : problem(`There is no blockchain ${id} on this network.`, {
        why,
        fix: [
          "Is it mistyped, or of another network? Correct watch.blockchain_ids.",
          `The node lists all of them: ${command("call platform.getBlockchains")}.`,
        ],
      });
};

const inVain = ({ set }: About): Finding =>
  problem("Blockchains are watched, and no collector tells of them.", {
    why: "The two collectors that do, blockchains and admin, are off: watch.blockchain_ids is in vain.",
    fix: [
      `Their status: ${set("collector.blockchains", true)}.`,
      `Their names on this node, where it runs with \`--api-admin-enabled=true\`: ${set("collector.admin", true)}.`,
    ],
  });

export const watchedBlockchains = check({
  name: "watched blockchains",
  async gather(interview, { watch, knobs }) {
    const entries: Entry[] = [];
    if (!users.some((name) => knobs[name]?.enabled)) return entries;
    for (const id of watch.blockchain_ids) {
      const status = (await interview.ask("platform.getBlockchainStatus", { blockchainID: id })).value?.status;
      entries.push({ id, status, chains: status === "Unknown" ? await chainsOf(interview, id) : [] });
    }
    return entries;
  },
  judge(entries, about): readonly Finding[] {
    if (about.watch.blockchain_ids.length > 0 && !users.some((name) => about.knobs[name]?.enabled))
      return [inVain(about)];
    const found = entries.filter(({ status }) => status === "Unknown").map((entry) => unknown(entry, about));
    const known = entries.filter(({ status }) => status !== undefined);
    if (found.length > 0 || known.length === 0) return found;
    return [ok(known.length > 1 ? `The ${known.length} watched blockchains exist.` : "The watched blockchain exists.")];
  },
});
