import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { addressPrefix, networkOf, strangersAmong } from "../network.ts";
import { some } from "../words.ts";

export const addresses = check({
  name: "watched addresses",
  gather: async (interview, { watch }) => (watch.addresses.length > 0 ? await networkOf(interview) : undefined),
  judge(networkID, { watch }): readonly Finding[] {
    if (networkID === undefined) return [];
    const prefix = addressPrefix(networkID);
    const strangers = strangersAmong(watch.addresses, networkID);
    if (strangers.length === 0) return [ok("The watched addresses are of this network.")];
    return [
      problem(`Addresses of another network are watched: ${some(strangers, 3)}.`, {
        why: "The node refuses them, so that no balance is told.",
        fix: [
          `On this network addresses begin with P-${prefix}1 or X-${prefix}1. The same key has another one on each network: correct watch.addresses, or node.url.`,
        ],
      }),
    ];
  },
});
