import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import type { Reply } from "../interview.ts";
import { some } from "../words.ts";

type Entry = { readonly id: string; readonly reply: Reply };

export const watchedValidations = check({
  name: "watched L1 validators",
  async gather({ ask }, { watch }) {
    const entries: Entry[] = [];
    for (const id of watch.validation_ids) {
      entries.push({ id, reply: await ask("platform.getL1Validator", { validationID: id }) });
    }
    return entries;
  },
  judge(entries, { command }): readonly Finding[] {
    const missing = entries.filter(({ reply }) => reply.error?.unavailable === "not_found").map(({ id }) => id);
    if (missing.length > 0) {
      return [
        problem(`The P-Chain knows no L1 validator ${some(missing)}.`, {
          why: "avax_l1_validator_present is 0, and its balance is not told. One whose balance has run out would still be known: this one was removed, or never was.",
          fix: [
            "Is it a validation ID (not a NodeID's, a subnet's or a transaction's), and of this network? Correct watch.validation_ids.",
            `The IDs of an L1 are in ${command(`call platform.getCurrentValidators '{"subnetID":"SUBNET"}'`)}.`,
          ],
        }),
      ];
    }
    const known = entries.filter(({ reply }) => reply.value).length;
    if (known === 0) return [];
    return [ok(known > 1 ? `The ${known} watched L1 validators exist.` : "The watched L1 validator exists.")];
  },
});
