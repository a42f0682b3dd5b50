import { l1Present, l1Validator, validation } from "../metrics/l1.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { l1ValidatorItem } from "./shared/l1-validators.ts";

/** Returns the validator with this validation ID; undefined if it was removed or never existed. */
async function findValidation({ call }: RunClient<"platform.getL1Validator">, validationID: string) {
  const { value, error } = await attempt(call("platform.getL1Validator", { validationID }));
  if (error && error.unavailable !== "not_found") throw error;
  return value;
}

export const l1Validators = collector({
  name: "l1-validators",
  summary: "L1 validators that are watched by their validation ID, queried individually.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["platform.getL1Validator"],
  needs: ["fees"],
  metrics: [l1Present, ...l1Validator.metrics],
  select: ({ watch }) => (watch.validation_ids.length === 0 ? undefined : { aliases: aliasesOf(watch.validation_ids) }),
  read: (node, { aliases }) => ({
    validator: readEach(aliases.keys(), async (id) => ({ found: await findValidation(node, id), fees: node.fees })),
  }),
  map: {
    validator({ found, fees }, { selected: { aliases }, item: validation_id }) {
      const alias = aliases.get(validation_id) ?? "";
      return [
        validation.item({ validation_id, alias, isPresent: found !== undefined }),
        ...(found ? [l1ValidatorItem(found, { subnet_id: found.subnetID, alias, fees, isWatched: true })] : []),
      ];
    },
  },
});
