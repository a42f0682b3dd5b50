import { expect, test } from "vitest";
import { primaryNetwork } from "../../../src/api/ids.ts";
import type { Chain } from "../../../src/simulator/chain.ts";
import { fromBytes, identify } from "../../../src/simulator/codec/combinators.ts";
import { container } from "../../../src/simulator/codec/containers.ts";
import { fromHex } from "../../../src/simulator/codec/hex.ts";
import { amountOf, codecs } from "../../../src/simulator/ledger/types.ts";
import type { Renewal, Validator } from "../../../src/simulator/stakers.ts";
import { fewBlocks } from "../ask.ts";
import { after, ask, create, rowsOf, txOn } from "./ask.ts";

const hour = 3_600_000;
const isReward = (type: string) => type === "RewardValidatorTx" || type === "RewardAutoRenewedValidatorTx";

/** Blocks that propose a reward, each with the one after it. */
function decisionsOf(chain: Chain) {
  const { blockStore } = chain.ledger.at("P", chain.now());
  const blocks = Array.from({ length: blockStore.height() + 1 }, (_, height) => blockStore.at(height));
  return blocks.flatMap((proposal, height) => {
    if (!proposal || !("tx" in proposal) || !isReward(proposal.tx.unsignedTx.type)) return [];
    const decision = blocks[height + 1];
    if (!decision || !("type" in decision)) throw new Error(`nothing decides at ${height + 1}`);
    const { txID: of } = proposal.tx.unsignedTx as { readonly txID: string };
    return [{ proposal, decision, height, of }];
  });
}

type Decided = ReturnType<typeof decisionsOf>[number];

test("the reward of a staker is proposed in a block at its end, and decided in the next one", () => {
  const chain = create({
    network: "local",
    validators: 15,
    ...fewBlocks,
    heliconAfter: Number.POSITIVE_INFINITY,
  });
  rowsOf(chain, primaryNetwork);
  after(chain, 48 * hour);
  const decisions = decisionsOf(chain);
  expect(new Set(decisions.map(({ decision }) => decision.type))).toEqual(
    new Set(["BanffCommitBlock", "BanffAbortBlock"]),
  );
  const { blockStore } = chain.ledger.at("P", chain.now());
  expect(blockStore.height()).toBe(chain.blocks.height());
  for (const { proposal, decision, height, of } of decisions) {
    const { validator, rewardsOwner: delegates } = txOn(chain, "platform", of).unsignedTx;
    expect([proposal.time, "time" in decision && decision.time]).toEqual(
      Array(2).fill(BigInt((validator as { end: number }).end)),
    );
    const outer = [height, height + 1].map((at) =>
      fromBytes(container, (blockStore.containers.at(at - 1) as { bytes: Buffer }).bytes),
    );
    expect(outer[0]?.type).toMatch(/^(Granite)?Block$/);
    expect(outer[1]?.type).toBe("Option");
    const txID = identify(codecs.P.tx, proposal.tx);
    const isCommitted = decision.type === "BanffCommitBlock";
    expect(ask(chain, "platform.getTxStatus", { txID })).toEqual({ status: isCommitted ? "Committed" : "Aborted" });
    expect(txOn(chain, "platform", txID)).toEqual({ unsignedTx: { txID: of }, credentials: [], id: txID });
    const given = ask<{ utxos: string[] }>(chain, "platform.getRewardUTXOs", { txID: of }).utxos;
    if (delegates && !isCommitted) expect(given).toEqual([]);
    expect(given.map((hex) => fromBytes(codecs.P.utxo, fromHex(hex)).txID)).toEqual(given.map(() => of));
  }
});

test("a staking period ended before the simulation, in the second of two blocks", () => {
  const chain = create();
  const [{ decision, of } = { decision: undefined, of: "" }] = decisionsOf(chain);
  expect(decision).toMatchObject({ type: "BanffCommitBlock" });
  expect(txOn(chain, "platform", of).unsignedTx).toHaveProperty("rewardsOwner");
  expect(ask<{ utxos: string[] }>(chain, "platform.getRewardUTXOs", { txID: of }).utxos).toHaveLength(1);
});

/** Sets the length of the next cycle, in seconds. */
const renewNext = (validator: Validator, nextPeriod: number) =>
  Object.assign(validator, { renewal: { ...(validator.renewal as Renewal), nextPeriod } });

test("each cycle of an auto-renewing validator is decided by a separate transaction, which has its rewards", () => {
  const chain = create({ network: "local", blockEvery: 600 });
  const renewed = () => chain.primary.validators.find(({ renewal }) => renewal && renewal.nextPeriod > 0) as Validator;
  renewNext(renewed(), 3600);
  const ends: Validator[] = [];
  for (let cycle = 0; cycle < 3; cycle++) {
    ends.push(renewed());
    chain.advance(new Date(1000 * renewed().end + 999));
  }
  const txID = chain.ledger.stakes.idOf(renewed(), chain.ledger.stakes.primary);
  const decisions = decisionsOf(chain).filter(({ of }) => of === txID);
  expect(decisions.map(({ proposal }) => proposal.tx.unsignedTx)).toEqual(
    ends.map(({ end }) => ({ type: "RewardAutoRenewedValidatorTx", txID, timestamp: BigInt(end) })),
  );
  expect(decisions.map(({ decision }) => "type" in decision && decision.type)).toEqual(
    Array(3).fill("BanffCommitBlock"),
  );
  const paidBy = (id: string) =>
    ask<{ utxos: string[] }>(chain, "platform.getRewardUTXOs", { txID: id }).utxos.map((hex) =>
      amountOf(fromBytes(codecs.P.utxo, fromHex(hex)).output),
    );
  const paid = decisions.map(({ proposal }) => paidBy(identify(codecs.P.tx, proposal.tx)));
  const grown = ends.map(({ weight }, i) => (ends[i + 1] ?? renewed()).weight - weight);
  const sum = (amounts: readonly bigint[]) => amounts.reduce((all, amount) => all + amount, 0n);
  expect(paid.map((amounts, i) => sum(amounts) + (grown[i] ?? 0n))).toEqual(
    ends.map(({ reward, accrued }) => reward + accrued),
  );
  expect(paidBy(txID)).toEqual([]);
});

test("a validator that stops renewing gets the stake, the reward of the last cycle and the restaked rewards", () => {
  const chain = create({ network: "local", blockEvery: 600 });
  const [first] = chain.primary.validators.filter(({ renewal }) => renewal && renewal.nextPeriod > 0) as [Validator];
  renewNext(first, 3600);
  chain.advance(new Date(1000 * first.end + 999));
  const last = chain.primary.validators.find(({ n }) => n === first.n) as Validator;
  renewNext(last, 0);
  chain.advance(new Date(1000 * last.end + 999));
  const { stakes } = chain.ledger;
  const txID = stakes.idOf(last, stakes.primary);
  const [, { proposal }] = decisionsOf(chain).filter(({ of }) => of === txID) as [Decided, Decided];
  const { utxos } = chain.ledger.at("P", chain.now());
  const by = (id: string) => [...utxos.all()].filter((utxo) => utxo.txID === id).map(({ output }) => amountOf(output));
  expect(by(txID)).toEqual([first.weight]);
  const restaked = last.weight - first.weight;
  const rewards = [last.reward + restaked, last.accrued].filter((amount) => amount > 0n);
  expect(by(identify(codecs.P.tx, proposal.tx))).toEqual(rewards);
});
