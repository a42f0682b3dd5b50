/** Checks that a top-up of an L1 has reached the epoch of its chains. */
import { acceptanceQuorum } from "../../facts/consensus.ts";
import { activeShareAt } from "../../facts/l1.ts";
import { formatCount, percent, pluralize } from "../../lib/text.ts";
import { type ChainEpoch, chainEpoch } from "../../metrics/epochs.ts";
import { type Finding, type Findings, ok, problem } from "../check.ts";
import { type NodeQueries, observationsOf } from "../node-queries.ts";

/** Returns a finding for a chain whose epoch has none of the validators of today, or is of a time at which too little weight was active,
 *  while enough is active now. */
async function epochFinding({ call }: NodeQueries, one: ChainEpoch): Promise<Finding[]> {
  const { chain, subnet_id: subnetID, alias, epoch, validators: then } = one;
  const { height } = (await call("platform.getHeight", {})).value ?? {};
  const today =
    height && (await call("platform.getValidatorsAt", { subnetID, height: String(height) })).value?.validators;
  if (!then || !today) return [];
  const [ratio = 0, now = 0] = [activeShareAt(then), activeShareAt(today)];
  if (now < acceptanceQuorum) return []; // a top-up is missing: the state of the L1 has it
  const at = `at its P-Chain height ${formatCount(epoch.pChainHeight)}, ${pluralize(height - epoch.pChainHeight, "block")} ago,`;
  if (ratio > 0 && activeShareAt(then, (id) => id in today) === 0)
    return [
      problem(
        `The epoch of the chain ${alias || chain} has none of the validators of today: ${at} all active validators were others.`,
        "Only those can make the next block, and only a block ends an epoch. The health checks of the node pass meanwhile.",
        "Keep one of their nodes running, or start it again, until the chain has accepted its next block.",
        `Their IDs: run avalanche-exporter call platform.getValidatorsAt '{"subnetID":"${subnetID}","height":"${epoch.pChainHeight}"}'.`,
      ),
    ];
  if (ratio >= acceptanceQuorum) return [];
  return [
    problem(
      `The epoch of the chain ${alias || chain} is behind: ${at} ${percent(ratio, 0)} of the L1's weight was active; now it is ${percent(now, 0)}.`,
      "Only validators that were active when the chain accepted its last block can propose the next one, and only a block ends an epoch. Until then a later top-up has no effect on the chain.",
      "Keep the validators that were active at that height online: their next block ends the epoch.",
      "If there were none, the chain cannot resume by itself: read about halted L1s on build.avax.network.",
    ),
  ];
}

export async function checkEpochs(node: NodeQueries): Promise<Findings> {
  const epochs = observationsOf(await node.runs())(chainEpoch).map(({ value }) => value);
  const ofL1s = epochs.filter(({ validators }) => validators !== undefined);
  if (ofL1s.length === 0) return [];
  const behind = (await Array.fromAsync(ofL1s, (one) => epochFinding(node, one))).flat();
  return behind.length > 0 ? behind : ok("The epochs of the chains of L1s have enough of the validators of today.");
}
