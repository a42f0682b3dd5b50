/** Checks that a top-up of an L1 has reached the epoch of its chains. */
import { activeRatioOf } from "../../collectors/shared/chains.ts";
import { acceptanceQuorum } from "../../facts/consensus.ts";
import { formatCount, percent, pluralize } from "../../lib/text.ts";
import { type ChainEpoch, chainEpoch } from "../../metrics/epochs.ts";
import { type Finding, type Findings, ok, problem } from "../check.ts";
import { type NodeQueries, observationsOf } from "../node-queries.ts";

/** Returns a finding for a chain whose epoch is of a time at which too little weight was active, while enough is active now. */
async function behindFinding({ call }: NodeQueries, one: ChainEpoch): Promise<Finding[]> {
  const { chain, subnet_id: subnetID, alias, epoch, activeRatio: ratio } = one;
  const { height } = (await call("platform.getHeight", {})).value ?? {};
  if (ratio === undefined || ratio >= acceptanceQuorum || height === undefined) return [];
  const set = (await call("platform.getValidatorsAt", { subnetID, height: String(height) })).value?.validators;
  const now = set && activeRatioOf(set);
  if (now === undefined || now < acceptanceQuorum) return []; // a top-up is missing: the state of the L1 has it
  return [
    problem(
      `The epoch of the chain ${alias || chain} is behind: at its P-Chain height ${formatCount(epoch.pChainHeight)}, ${pluralize(height - epoch.pChainHeight, "block")} ago, ${percent(ratio, 0)} of the L1's weight was active; now it is ${percent(now, 0)}.`,
      "Only validators that were active when the chain accepted its last block can propose the next one, and only a block ends an epoch. Until then a later top-up has no effect on the chain.",
      "Keep the validators that were active at that height online: their next block ends the epoch.",
      "If there were none, the chain cannot resume by itself: read about halted L1s on build.avax.network.",
    ),
  ];
}

export async function checkEpochs(node: NodeQueries): Promise<Findings> {
  const epochs = observationsOf(await node.runs())(chainEpoch).map(({ value }) => value);
  const ofL1s = epochs.filter(({ activeRatio }) => activeRatio !== undefined);
  if (ofL1s.length === 0) return [];
  const behind = (await Array.fromAsync(ofL1s, (one) => behindFinding(node, one))).flat();
  return behind.length > 0 ? behind : ok("No chain of an L1 waits for an epoch after a top-up.");
}
