/** Validators of L1s and subnets as the Subnet-EVM of their chain counts them on the queried node. The label `chain` is that of
 *  `avax_chain_*`. */
import { withLabels } from "../exposition/metric.ts";
import { provenUptime } from "../facts/l1-uptime.ts";

const from = (fields: string) => `validators.getCurrentValidators ${fields}`;
const l1 = withLabels("chain", "subnet_id", "alias");
const validator = withLabels("chain", "subnet_id", "validation_id", "node_id", "alias");

export const l1Uptime = validator.gauge("avax_l1_validator_uptime_ratio", {
  help: "Uptime (0 to 1) of the L1 validator since its registration, as the virtual machine of the L1 counts it on the queried node. Absent for the queried node itself.",
  from: from("uptimePercentage"),
});
export const l1UptimeSeconds = validator.gauge("avax_l1_validator_uptime_seconds", {
  help: "Time that the L1 validator was online, as the virtual machine of the L1 counts it on the queried node, in seconds. Absent for the queried node itself.",
  from: from("uptimeSeconds"),
});
export const l1Connected = validator.gauge("avax_l1_validator_connected", {
  help: "1 if the virtual machine of the L1 is connected to the L1 validator on the queried node, otherwise 0. Absent for the queried node itself.",
  from: from("isConnected"),
});
export const l1UptimeCounted = validator.gauge("avax_l1_validator_uptime_counted", {
  help: "1 if the virtual machine of the L1 counts uptime of the L1 validator, 0 if the validator is inactive and loses uptime.",
  from: from("isActive"),
});
export const l1ConnectedRatio = l1.gauge("avax_l1_weight_connected_ratio", {
  help: "Share (0 to 1) of an L1's weight to which its virtual machine is connected on the queried node, which counts as connected to itself.",
  from: from("isConnected, weight"),
});
export const l1UptimeProvenRatio = l1.gauge("avax_l1_weight_uptime_proven_ratio", {
  help: `Share (0 to 1) of an L1's weight with an uptime of at least ${provenUptime}, which uptime proofs require (ACP-77), as the queried node observes it. Without the node itself.`,
  from: from("uptimePercentage, weight"),
});
export const l1UptimeBelow = l1.gauge("avax_l1_validators_uptime_insufficient", {
  help: `Number of validators of an L1 with an uptime below ${provenUptime}, which uptime proofs require (ACP-77), as the queried node observes it. Without the node itself.`,
  from: from("uptimePercentage"),
});
