/** Validators of an L1 as the Subnet-EVM of its chain counts them. */
import type { Asked } from "../avalanche-node.ts";
import { notServed, type Sample, sample, unless } from "./sample.ts";

type Labels = Readonly<Record<"chain" | "subnet_id" | "alias", string>>;
type Counted = {
  readonly validationID: string;
  readonly nodeID: string;
  readonly weight: number;
  readonly isActive: boolean;
  readonly isConnected: boolean;
  readonly uptimePercentage: number;
};

const weightOf = (all: readonly Counted[]) => all.reduce((total, { weight }) => total + weight, 0);

/** Nothing of a chain with another virtual machine. `aliasOf` returns undefined for a validator that is not watched. */
export async function l1Uptimes(
  node: Asked,
  labels: Labels,
  aliasOf: (validator: Counted) => string | undefined,
): Promise<Sample[]> {
  const { nodeID: self } = await node.ask("/ext/info", "info.getNodeID");
  const path = `/ext/bc/${labels.chain}/validators`;
  const found = await unless(notServed, node.ask(path, "validators.getCurrentValidators"));
  if (!found) return [];
  const all: readonly Counted[] = found.validators;
  const others = all.filter(({ nodeID }) => nodeID !== self);
  const enough = others.filter(({ uptimePercentage }) => uptimePercentage >= 80);
  return [
    ...(others.length === 0
      ? []
      : [sample("avax_l1_weight_uptime_proven_ratio", weightOf(enough) / weightOf(others), labels)]),
    ...all.flatMap((one) => ofValidator(one, labels, aliasOf(one), self)),
  ];
}

function ofValidator(one: Counted, { chain, subnet_id }: Labels, alias: string | undefined, self: string): Sample[] {
  if (alias === undefined) return [];
  const labels = { chain, subnet_id, validation_id: one.validationID, node_id: one.nodeID, alias };
  const of = (name: string, value: number | boolean) => sample(`avax_l1_validator_${name}`, value, labels);
  return [
    of("uptime_counted", one.isActive),
    ...(one.nodeID === self ? [] : [of("uptime_ratio", one.uptimePercentage / 100), of("connected", one.isConnected)]),
  ];
}
