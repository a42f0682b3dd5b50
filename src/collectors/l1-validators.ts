import { l1Present, validation } from "../metrics/l1.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { createFeeReader, feeMethods, l1ValidatorItem, l1ValidatorMetrics } from "./shared/l1-validators.ts";

const methods = ["platform.getL1Validator", ...feeMethods] as const;

/** Returns undefined if the validation was removed or never existed. */
async function find({ call }: RunClient<(typeof methods)[number]>, validationID: string) {
  const { value, error } = await attempt(call("platform.getL1Validator", { validationID }));
  if (error && error.unavailable !== "not_found") throw error;
  return value;
}

export const l1Validators = collector({
  name: "l1-validators",
  summary: "L1 validators that are watched by their validation ID, queried individually.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: methods,
  metrics: [l1Present, ...l1ValidatorMetrics],
  select: ({ watch }) => (watch.validation_ids.length === 0 ? undefined : { aliases: aliasesOf(watch.validation_ids) }),
  state: createFeeReader,
  read(node, { aliases }, readFees) {
    const fees = readFees(node);
    return { validator: readEach(aliases.keys(), (id) => Promise.all([find(node, id), fees])) };
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
