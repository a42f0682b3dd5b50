import { primaryNetwork } from "../../contract/ids.ts";
import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import type { About, Interview, Reply } from "../interview.ts";

type Entry = {
  readonly id: string;
  readonly key: string;
  readonly reply: Reply;
  /** Where the ID is a blockchain's: whose. */
  readonly subnet: string | undefined;
};

const isMissing = ({ error }: Reply) => error?.unavailable === "not_found";

async function subnetOf({ ask }: Interview, blockchainID: string): Promise<string | undefined> {
  return (await ask("platform.validatedBy", { blockchainID })).value?.subnetID;
}

function missing({ id, key, subnet }: Entry, { command }: About): Finding {
  const why = "Nothing can be told of it, and its collector counts a failure each round.";
  if (subnet !== undefined) {
    return problem(`${id} is the ID of a blockchain, not of a subnet.`, {
      why,
      fix: [`In ${key}, write the ID of the subnet that validates it: \`${subnet}\`.`],
    });
  }
  return problem(`There is no subnet ${id} on this network.`, {
    why,
    fix: [
      `Is it mistyped, or of another network? Correct ${key}.`,
      `The node lists all of them: ${command("call platform.getSubnets")}.`,
    ],
  });
}

export const watchedSubnets = check({
  name: "watched subnets",
  async gather(interview, { watch }) {
    const ofNodes = watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids).filter((id) => id !== primaryNetwork);
    const keys = new Map([
      ...ofNodes.map((id) => [id, "subnet_ids of watch.node_ids"] as const),
      ...watch.subnet_ids.map(({ id }) => [id, "watch.subnet_ids"] as const),
    ]);
    const entries: Entry[] = [];
    for (const [id, key] of keys) {
      const reply = await interview.ask("platform.getSubnet", { subnetID: id });
      entries.push({ id, key, reply, subnet: isMissing(reply) ? await subnetOf(interview, id) : undefined });
    }
    return entries;
  },
  judge(entries, about): readonly Finding[] {
    const found = entries.filter(({ reply }) => isMissing(reply)).map((entry) => missing(entry, about));
    const known = entries.filter(({ reply }) => reply.value);
    if (found.length > 0 || known.length === 0) return found;
    return [ok(known.length > 1 ? `The ${known.length} watched subnets exist.` : "The watched subnet exists.")];
  },
});
