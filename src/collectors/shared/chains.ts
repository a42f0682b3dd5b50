/** Chains that the node runs, as the collector health has found them. */
import type { Result } from "../../api/contract.ts";
import { emptyNodeId, primaryNetwork } from "../../api/ids.ts";
import type { Sample } from "../../exposition/sample.ts";
import { sumOfWeights } from "../../facts/l1.ts";
import { chainHeight } from "../../metrics/chains.ts";
import type { RunClient } from "../collector.ts";
import type { Settings } from "../settings.ts";

/** Returns the chains of subnets and L1s, with the labels of `avax_chain_*`. */
export const trackedChains = ({ chains }: Pick<RunClient<never>, "chains">) =>
  chains().filter(({ subnet_id }) => subnet_id !== "" && subnet_id !== primaryNetwork);

/** Returns whether an L1, a subnet or a validator of one is watched. Without one, collectors of L1s have nothing to collect. */
export const watchesSubnets = ({ watch }: Settings): boolean =>
  watch.subnet_ids.length + watch.validation_ids.length > 0 ||
  watch.node_ids.some(({ subnet_ids }) => subnet_ids.some((id) => id !== primaryNetwork));

/** Labels of the C-Chain. */
export const cChain = { chain: "C", subnet_id: primaryNetwork, alias: "" };

type ValidatorsAt = Result<"platform.getValidatorsAt">["validators"];

/** Returns the active share (0 to 1) of the weight in a validator set at a height; undefined without weight. All inactive validators
 *  have the empty node ID there. */
export function activeRatioOf(validators: ValidatorsAt): number | undefined {
  const total = sumOfWeights(Object.values(validators));
  const inactive = validators[emptyNodeId]?.weight ?? 0n;
  return total === 0n ? undefined : Number(total - inactive) / Number(total);
}

/** Returns the chains that samples of health checks name, with the labels of `avax_chain_*`. */
export const chainsIn = (samples: readonly Sample[]) =>
  samples
    .filter(({ metric }) => metric === chainHeight)
    .map(({ labels: { chain = "", subnet_id = "", alias = "" } = {} }) => ({ chain, subnet_id, alias }));
