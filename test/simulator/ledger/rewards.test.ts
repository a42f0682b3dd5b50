import { expect, test } from "vitest";
import { primaryNetwork } from "../../../src/contract/ids.ts";
import type { Chain } from "../../../src/simulator/chain.ts";
import { fromBytes, identify } from "../../../src/simulator/codec/combinators.ts";
import { container } from "../../../src/simulator/codec/containers.ts";
import { fromHex } from "../../../src/simulator/codec/hex.ts";
import { codecs } from "../../../src/simulator/ledger/types.ts";
import { after, ask, create, rowsOf, txOn } from "./ask.ts";

const hour = 3_600_000;

/** Blocks that propose a reward, each with the one after it. */
function decisionsOf(chain: Chain) {
  const { blockStore } = chain.ledger.at("P", chain.now());
  const blocks = Array.from({ length: blockStore.height() + 1 }, (_, height) => blockStore.at(height));
  return blocks.flatMap((proposal, height) => {
    if (!proposal || !("tx" in proposal) || proposal.tx.unsignedTx.type !== "RewardValidatorTx") return [];
    const decision = blocks[height + 1];
    if (!decision || !("type" in decision)) throw new Error(`nothing decides at ${height + 1}`);
    return [{ proposal, decision, height, of: proposal.tx.unsignedTx.txID }];
  });
}

test("that a staker is rewarded is proposed in a block at its end, and decided in the next one", () => {
  const chain = create({ network: "local", validators: 15, blockEvery: 60 });
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

test("before the simulation somebody ended to stake, at the second of two blocks", () => {
  const chain = create();
  const [{ decision, of } = { decision: undefined, of: "" }] = decisionsOf(chain);
  expect(decision).toMatchObject({ type: "BanffCommitBlock" });
  expect(txOn(chain, "platform", of).unsignedTx).toHaveProperty("rewardsOwner");
  expect(ask<{ utxos: string[] }>(chain, "platform.getRewardUTXOs", { txID: of }).utxos).toHaveLength(1);
});
