import { l1Present, validation } from "../metrics/l1.ts";
import { collector, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import {
  createFeeReader,
  feeMethods,
  findValidation,
  l1ValidatorItem,
  l1ValidatorMetrics,
} from "./shared/l1-validators.ts";

export const l1Validators = collector({
  name: "l1-validators",
  summary: "L1 validators that are watched by their validation ID, queried individually.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["platform.getL1Validator", ...feeMethods],
  metrics: [l1Present, ...l1ValidatorMetrics],
  select: ({ watch }) => (watch.validation_ids.length === 0 ? undefined : { aliases: aliasesOf(watch.validation_ids) }),
  state: createFeeReader,
  read(node, { aliases }, readFees) {
    const fees = readFees(node);
    return { validator: readEach(aliases.keys(), (id) => Promise.all([findValidation(node, id), fees])) };
  },
  map: {
    validator([found, { error, ...fees }], { selected: { aliases }, item: validation_id }) {
      const alias = aliases.get(validation_id) ?? "";
      const of = { alias, fees, isWatched: true };
      return [
        validation.item({ validation_id, alias, isPresent: found !== undefined }),
        ...(found ? [l1ValidatorItem(found, { ...of, subnet_id: found.subnetID })] : []),
        { error },
      ];
    },
  },
});
