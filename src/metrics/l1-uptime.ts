/** Validators of L1s and subnets as the Subnet-EVM of their chain counts them on the queried node. The label `chain` is that of
 *  `avax_chain_*`. */
import type { Result } from "../api/contract.ts";
import { type FieldOf, from as fromMethod } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";
import { provenUptime } from "../facts/l1-uptime.ts";
import type { ServedChainLabels } from "./chains.ts";

const from = (...fields: readonly FieldOf<"validators.getCurrentValidators">[]) =>
  fromMethod("validators.getCurrentValidators", ...fields);

type CountedValidator = ServedChainLabels & {
  readonly validation_id: string;
  readonly node_id: string;
  readonly counted: Result<"validators.getCurrentValidators">["validators"][number];
  /** The queried node observes it: it is another node, and the ID of the queried one is known. */
  readonly isObserved: boolean;
};
export const countedValidator = kindOf<CountedValidator>().with(
  "chain",
  "subnet_id",
  "validation_id",
  "node_id",
  "alias",
);
const ifObserved =
  <T>(of: (counted: CountedValidator["counted"]) => T) =>
  ({ counted, isObserved }: CountedValidator) =>
    isObserved ? of(counted) : undefined;

export const l1Uptime = countedValidator.gauge("avax_l1_validator_uptime_ratio", {
  help: "Uptime (0 to 1) of the L1 validator, as the node's virtual machine counts it. It counts from the registration. Absent for the queried node itself. After a top-up the virtual machine counts the time without a balance as connected until it observes otherwise: an offline validator can gain uptime. avax_chain_validator_disconnected shows whether it is online.",
  from: from("uptimePercentage"),
  of: ifObserved(({ uptimePercentage }) => uptimePercentage),
});
export const l1Connected = countedValidator.gauge("avax_l1_validator_connected", {
  help: "1 if the node's virtual machine is connected to the L1 validator, otherwise 0. Absent for the queried node itself.",
  from: from("isConnected"),
  of: ifObserved(({ isConnected }) => isConnected),
});
export const l1UptimeCounted = countedValidator.gauge("avax_l1_validator_uptime_counted", {
  help: "1 if the L1 validator's uptime is counted, 0 if it is inactive and loses uptime.",
  from: from("isActive"),
  of: ({ counted }) => counted.isActive,
});

/** Totals of the set that the virtual machine of a chain counts. The ratio is undefined if it is unknown. */
type CountedSet = ServedChainLabels & { readonly provenRatio: number | undefined };
export const countedSet = kindOf<CountedSet>().with("chain", "subnet_id", "alias");
export const l1UptimeProvenRatio = countedSet.gauge("avax_l1_weight_uptime_proven_ratio", {
  help: `Share (0 to 1) of an L1's weight whose observed uptime is ${provenUptime} or more. Uptime proofs require that (ACP-77). Without the queried node itself.`,
  from: from("uptimePercentage", "weight"),
  of: ({ provenRatio }) => provenRatio,
});
