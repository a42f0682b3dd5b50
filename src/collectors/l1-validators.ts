import { sample } from "../exposition/sample.ts";
import { l1Present } from "../metrics/l1.ts";
import { attempt } from "../rpc/errors.ts";
import { collector, type RunClient, readEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import {
  createFeeHistory,
  createFeeReader,
  feeMethods,
  l1ValidatorMetrics,
  l1ValidatorSamples,
} from "./shared/l1-validators.ts";
import { ownershipOn } from "./shared/ownership.ts";

const methods = ["platform.getL1Validator", ...feeMethods] as const;

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
  metrics: [l1Present, ...l1ValidatorMetrics],
  inputs(settings) {
    const { validation_ids, subnet_ids } = settings.watch;
    if (validation_ids.length === 0) return undefined;
    // on subnets that are not tracked this collector exports all of them
    const ownership = new Map(subnet_ids.map(({ id }) => [id, ownershipOn(settings, id)] as const));
    return { aliases: aliasesOf(validation_ids), ownership };
  },
  state: createFeeHistory,
  read(node, { aliases }, history) {
    const measured = createFeeReader(node, history);
    return { validator: readEach(aliases.keys(), (id) => measured(() => find(node, id))) };
  },
  map: {
    validator({ value, ...fees }, { inputs: { aliases, ownership }, item: validation_id }) {
      const alias = aliases.get(validation_id) ?? "";
      const present = sample(l1Present, value !== undefined, { validation_id, alias });
      const owners = value && ownership.get(value.subnetID);
      const samples =
        value && !owners?.set ? l1ValidatorSamples(value, { subnet_id: value.subnetID, alias }, fees) : [];
      return [present, ...samples, { error: fees.error }];
    },
  },
});
