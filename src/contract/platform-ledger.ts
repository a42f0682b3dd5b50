/** P-Chain methods for blocks, transactions, UTXOs, chain time and supply. */
import * as z from "zod";
import { getBlock, getBlockByHeight, getTx, getUtxos, issueTx, txById, utxoReference } from "./ledger.ts";
import { mebibyte, pChain } from "./method.ts";
import * as w from "./wire.ts";

const { read, write } = pChain;

const unknownBlockError = { not_found: /^couldn't get block .*: not found$/ };
const blockQuirks = [
  "The ID is that of the inner block. The container index returns the ID of the proposervm block, which is not accepted here.",
  "With encoding json, integers are numbers. Option blocks have no txs; the genesis block has neither time nor txs.",
];
const amounts = z.record(z.string(), w.uint64);
const txID = "5VTVEmkrAmH9JSvjWwWgKJegvkgP3xR4cmtKvWv12xoUhLUzw";
const address = "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";

export const ledger = {
  "platform.getHeight": read({
    summary: "Height of the last accepted block.",
    result: z.object({ height: w.uint64 }),
  }),
  "platform.getProposedHeight": read({
    summary: "P-Chain height that this node would put into new blocks of other chains.",
    since: "1.11.13",
    result: z.object({ height: w.uint64 }),
    quirks: ["Behind getHeight by the blocks of the last 30 s, at most 64."],
  }),
  "platform.getTimestamp": read({
    summary: "Current chain timestamp (timestamp of the last block that advanced it).",
    result: w.withAliases({ timestamp: "time" }, z.object({ timestamp: w.time })),
    quirks: [
      "The result field is timestamp, not time.",
      "Formatted in the time zone of the node's process.",
      "Only advances with blocks and can be up to 10 s ahead of the wall clock.",
    ],
  }),
  "platform.getCurrentSupply": read({
    summary:
      "Upper bound on the supply of the staking token (nAVAX on the primary network, otherwise units of the subnet's token).",
    params: z.object({ subnetID: w.paramId.optional() }),
    result: z.object({ supply: w.uint64, height: w.uint64.optional() }),
    expectedErrors: { not_found: /^fetching current supply failed: not found$/ },
    quirks: [
      "height is returned since 1.10.10, although the API documentation does not list it.",
      "Permissioned subnets, L1s and unknown subnets have none.",
    ],
  }),
  "platform.getBlock": read({
    ...getBlock,
    exampleParams: { blockID: "nwLPmKX5EDsqULyys9fQUN5kDCJvXXH7bvcfRF763PV6FB2vw" },
    expectedErrors: unknownBlockError,
    quirks: blockQuirks,
  }),
  "platform.getBlockByHeight": read({
    ...getBlockByHeight,
    exampleParams: { height: "18" },
    expectedErrors: unknownBlockError,
    quirks: blockQuirks,
  }),
  "platform.getTx": read({
    ...getTx,
    exampleParams: { txID, encoding: "json" },
    expectedErrors: { not_found: /^couldn't get tx: not found$/ },
  }),
  "platform.getTxStatus": read({
    summary: "Status of a transaction: Committed, Processing, Dropped, Aborted or Unknown.",
    params: txById,
    result: z.object({ status: z.string(), reason: z.string().optional() }),
    exampleParams: { txID },
    quirks: ["Aborted is missing from the API documentation."],
  }),
  "platform.issueTx": write({ ...issueTx, takesLock: false }),
  "platform.getUTXOs": read({
    ...getUtxos,
    exampleParams: { addresses: [address], limit: 1 },
  }),
  "platform.getBalance": read({
    summary: "Combined balance of the given addresses, by asset (nAVAX).",
    cost: "heavy",
    maxBodyBytes: 16 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({ addresses: z.array(w.paramAddress).min(1) }),
    result: z.object({
      balance: w.uint64.optional(),
      unlocked: w.uint64.optional(),
      lockedStakeable: w.uint64.optional(),
      lockedNotStakeable: w.uint64.optional(),
      balances: amounts,
      unlockeds: amounts,
      lockedStakeables: amounts,
      lockedNotStakeables: amounts,
      utxoIDs: w.nullableList(utxoReference),
    }),
    exampleParams: { addresses: [address] },
    quirks: [
      "utxoIDs is null if there are no UTXOs.",
      "Reads every UTXO of the addresses while holding the chain lock.",
    ],
  }),
  "platform.getStake": read({
    summary: "Stake of the given addresses, by asset (nAVAX), without rewards.",
    cost: "heavy",
    maxBodyBytes: 32 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({
      addresses: z.array(w.paramAddress).max(256),
      validatorsOnly: z.boolean().optional(),
      encoding: w.bytesEncoding.optional(),
    }),
    result: z.object({
      staked: w.uint64.optional(),
      stakeds: amounts,
      stakedOutputs: z.array(w.hex),
      encoding: z.string(),
    }),
    exampleParams: { addresses: [address], validatorsOnly: true },
    quirks: ["Iterates over all stakers of all subnets and reads the transaction of each."],
  }),
  "platform.getRewardUTXOs": read({
    summary: "Reward UTXOs of a validator or delegator after the end of its staking period.",
    maxBodyBytes: 32 * mebibyte,
    deprecated: "1.9.12",
    params: z.object({ txID: w.paramId, encoding: w.bytesEncoding.optional() }),
    result: z.object({ numFetched: w.uint64, utxos: z.array(w.hex), encoding: z.string() }),
    exampleParams: { txID },
    quirks: [
      "A validator that was not rewarded has one for its delegation fees, if there are any.",
      "Those of an auto-renewed validator have the ID of the transaction that rewards a period, not of the staking transaction.",
    ],
  }),
};
