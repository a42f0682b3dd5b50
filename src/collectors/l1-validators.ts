import { l1Present, l1Validator, validation } from "../metrics/l1.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { findValidation, l1ValidatorItem } from "./shared/l1-validators.ts";

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
