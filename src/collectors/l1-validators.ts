import { sample } from "../exposition/sample.ts";
import { l1Present } from "../metrics/l1.ts";
import { attempt } from "../node/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import * as l1 from "./shared/l1-validators.ts";

const methods = ["platform.getL1Validator", ...l1.feeMethods] as const;

/** Returns undefined if the validation was removed or never existed. */
async function find({ call }: RunClient<(typeof methods)[number]>, validationID: string) {
  const { value, error } = await attempt(call("platform.getL1Validator", { validationID }));
  if (error && error.unavailable !== "not_found") throw error;
  return value;
}

export const l1Validators = collector({
  name: "l1-validators",
  summary:
    "Watched L1 validators, queried individually. Validators of tracked L1s are exported by the collector subnets.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: methods,
  metrics: [l1Present, ...l1.metrics],
  inputs({ watch: { validation_ids: ids, subnet_ids }, collectors }) {
    const tracked = collectors.has("subnets") ? subnet_ids.map(({ id }) => id) : [];
    return ids.length > 0 ? { ids, tracked: new Set(tracked) } : undefined;
  },
  read(node, { ids }) {
    const measured = l1.createFeeReader(node);
    return { validator: readEach(ids, (id) => measured(() => find(node, id))) };
  },
  map: {
    validator({ value, ...fees }, { inputs: { tracked }, item: validation_id }) {
      const present = sample(l1Present, value !== undefined, { validation_id });
      const samples = value && !tracked.has(value.subnetID) ? l1.samplesOf(value, value.subnetID, fees) : [];
      return [present, ...samples, { error: fees.error }];
    },
  },
});
