/** Transactions by which the P-Chain decides on the reward at the end of a staking period. */
import { hash } from "node:crypto";
import { fromCb58, toCb58 } from "../../contract/ids.ts";

export type StakingPeriod = {
  /** ID of the staking transaction. */
  readonly txID: string;
  readonly end: Date;
  /** Whether the validator is an auto-renewing one, so that the transaction has several periods. */
  readonly canRenew: boolean;
};

// type IDs of AvalancheGo's RewardValidatorTx and RewardAutoRenewedValidatorTx
const rewardValidator = 20;
const rewardAutoRenewedValidator = 42;

const uintHex = (value: number, bytes: number) => value.toString(16).padStart(2 * bytes, "0");

/** Returns the ID of the transaction that rewards a period; undefined if the ID of the staking transaction is invalid. The node
 *  creates this transaction without signatures, so that the ID is known in advance. */
export function rewardTransactionId({ txID, end, canRenew }: StakingPeriod): string | undefined {
  const staking = fromCb58(txID, 32);
  if (typeof staking === "string") return undefined;
  const codecVersion = uintHex(0, 2);
  const type = uintHex(canRenew ? rewardAutoRenewedValidator : rewardValidator, 4);
  const timestamp = canRenew ? uintHex(end.getTime() / 1000, 8) : "";
  const noCredentials = uintHex(0, 4);
  const bytes = Buffer.from(codecVersion + type + staking.toString("hex") + timestamp + noCredentials, "hex");
  return toCb58(hash("sha256", bytes, "buffer"));
}
