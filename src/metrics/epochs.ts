/** P-Chain heights that chains use (proposervm). The label `chain` is that of `avax_chain_*`. */
import type { Result } from "../api/contract.ts";
import { from } from "../api/source.ts";
import { kindOf } from "../exposition/metric.ts";
import type { ValidatorsAt } from "../facts/l1.ts";
import type { ServedChainLabels } from "./chains.ts";

type Epoch = Result<"proposervm.getCurrentEpoch">;
/** The epoch of a chain, since Granite. */
export const chainEpoch = kindOf<ServedChainLabels & { readonly epoch: Epoch }>().ofNode("chain", "subnet_id", "alias");
/** Validators of an L1 that sign messages, and those of them that are connected to the node. */
type Signers = ServedChainLabels & {
  /** Start of the epoch of the chain. */
  readonly since: Date;
  /** Those of messages into the chain: at the P-Chain height of its epoch. */
  readonly in: ValidatorsAt;
  /** Those of messages to the P-Chain: at the height of its epoch. */
  readonly out: ValidatorsAt;
  readonly online: ReadonlySet<string>;
};
export const signers = kindOf<Signers>().ofNode("chain", "subnet_id", "alias");

export const epochStart = chainEpoch.timestamp("avax_chain_epoch_start_timestamp_seconds", {
  help: "Start of the epoch of a chain's next block, in Unix seconds. Only a block can end an epoch.",
  from: from("proposervm.getCurrentEpoch", "startTime"),
  // the first epoch of a chain can begin at 0
  of: ({ epoch }) => (epoch.startTime.getTime() > 0 ? epoch.startTime : undefined),
});
export const epochHeight = chainEpoch.gauge("avax_chain_epoch_p_chain_height", {
  help: "P-Chain height of the epoch of a chain's next block. Its validators sign messages between chains.",
  from: from("proposervm.getCurrentEpoch", "pChainHeight"),
  of: ({ epoch }) => epoch.pChainHeight,
});
