import { expect, test } from "vitest";
import { fromCb58 } from "../../../src/api/ids.ts";
import type { Chain } from "../../../src/simulator/chain.ts";
import { identify, idOf, shortIdOf, toBytes } from "../../../src/simulator/codec/combinators.ts";
import { fromHex } from "../../../src/simulator/codec/hex.ts";
import { amountOf, codecs, txsOf, utxoChains } from "../../../src/simulator/ledger/types.ts";
import { utxoEffectsOf } from "../../../src/simulator/ledger/utxo-effects.ts";
import { fc, runs } from "../../support/random.ts";
import { fewBlocks } from "../ask.ts";
import { after, ask, create } from "./ask.ts";
import { newestOf, transferOf } from "./spend.ts";

const hour = 3_600_000;
const services = { P: "platform", X: "avm" } as const;

const times = fc.array(fc.integer({ min: 0, max: 2 * hour }), { minLength: 1, maxLength: 4 });
const states = (check: (chain: Chain) => void) =>
  fc.assert(
    fc.property(fc.integer(), times, fc.constantFrom("local", "mainnet"), (seed, when, network) => {
      const chain = create({ seed, network, validators: 5, blockEvery: 20 });
      for (const ms of when.toSorted((left, right) => left - right)) {
        after(chain, ms);
        check(chain);
      }
    }),
    { numRuns: runs(3) },
  );

test("the last block has the time of the chain, and the index contains its acceptance time", () => {
  states((chain) => {
    const last = chain.ledger.at("P", chain.now()).blockStore;
    expect(last.at(last.height())).toMatchObject({ time: BigInt(chain.blocks.time()) });
    const { timestamp = "" } = ask(chain, "index.getLastAccepted", {}, "P/block");
    expect(Date.parse(timestamp)).toBe(chain.blocks.acceptedAt());
    const ofX = ask(chain, "index.getLastAccepted", {}, "X/block");
    expect(Date.parse(ofX.timestamp ?? "")).toBe(chain.x(chain.now()).acceptedAt);
  });
});

test("transactions spend each existing UTXO once; UTXOs that they create exist until they are spent", () => {
  states((chain) => {
    for (const name of utxoChains) {
      const { blockStore, utxos } = chain.ledger.at(name, chain.now());
      const spent = new Set<string>();
      const made = new Set<string>();
      for (let height = 1; height <= blockStore.height(); height++) {
        const block = blockStore.at(height);
        for (const tx of block ? txsOf(block) : []) {
          const moves = utxoEffectsOf(identify(codecs[name].tx, tx), tx);
          for (const { txID, outputIndex } of moves.spent) {
            expect(spent.has(`${txID}:${outputIndex}`)).toBe(false);
            spent.add(`${txID}:${outputIndex}`);
          }
          for (const { txID, outputIndex } of moves.made) made.add(`${txID}:${outputIndex}`);
        }
      }
      for (const key of made) {
        const [txID = "", outputIndex] = key.split(":");
        expect(utxos.get({ txID, outputIndex: Number(outputIndex) }) !== undefined).toBe(!spent.has(key));
      }
    }
  });
});

test("the ledger does not depend on the number of reads", () => {
  fc.assert(
    fc.property(fc.integer(), times, (seed, when) => {
      const [often, once] = [create({ seed, blockEvery: 20 }), create({ seed, blockEvery: 20 })];
      const last = when.toSorted((left, right) => left - right);
      for (const ms of last) {
        after(often, ms);
        ask(often, "index.getLastAccepted", {}, "P/block");
      }
      after(once, last.at(-1) ?? 0);
      for (const index of ["P/block", "X/block", "C/block"]) {
        expect(ask(often, "index.getLastAccepted", {}, index)).toEqual(ask(once, "index.getLastAccepted", {}, index));
      }
    }),
    { numRuns: runs(3) },
  );
});

test("every block is decoded and encoded to the same bytes", () => {
  const chain = create({ network: "local" });
  after(chain, hour);
  for (const name of utxoChains) {
    const { blockStore } = chain.ledger.at(name, chain.now());
    for (let height = 0; height <= blockStore.height(); height++) {
      const entry = blockStore.entry(height);
      const block = blockStore.at(height);
      expect(block && idOf(toBytes(codecs[name].block, block))).toBe(entry?.id);
    }
  }
});

test.each(utxoChains)("%s: a transaction that is sent waits for the next block, and is accepted with it", (name) => {
  const chain = create({ network: "local" });
  const [owner = ""] = chain.names.owner(5).addresses.map(shortIdOf);
  const utxo = newestOf(chain, name, owner);
  const { txID, hex } = transferOf(chain, name, [utxo], owner);
  const status = () => ask(chain, `${services[name]}.getTxStatus`, { txID });
  const has = () => chain.ledger.at(name, chain.now()).utxos.get(utxo) !== undefined;
  expect(status()).toEqual({ status: "Unknown" });
  expect(ask(chain, `${services[name]}.issueTx`, { tx: hex })).toEqual({ txID });
  expect(status()).toEqual({ status: name === "P" ? "Processing" : "Unknown" });
  expect(() => ask(chain, `${services[name]}.getTx`, { txID })).toThrow("not found");
  expect(ask(chain, `${services[name]}.issueTx`, { tx: hex })).toEqual({ txID });
  expect(has()).toBe(true);
  after(chain, 2000);
  expect(status()).toEqual({ status: name === "P" ? "Committed" : "Accepted" });
  expect(ask(chain, `${services[name]}.getTx`, { txID }).tx).toBe(hex);
  expect(has()).toBe(false);
  expect(() => ask(chain, `${services[name]}.issueTx`, { tx: hex })).toThrow("not found");
});

test("the second of two transactions that spend the same UTXO is dropped, while the first is pending and after it", () => {
  const chain = create({ network: "local" });
  const [owner = ""] = chain.names.owner(5).addresses.map(shortIdOf);
  const utxo = newestOf(chain, "P", owner);
  const rivals = [1n, 2n, 3n].map((more) => transferOf(chain, "P", [utxo], owner, 100_000n + more));
  const [first, second, third] = rivals as [(typeof rivals)[0], (typeof rivals)[0], (typeof rivals)[0]];
  ask(chain, "platform.issueTx", { tx: first.hex });
  const conflict = `tx conflicts with other tx: ${second.txID}`;
  expect(() => ask(chain, "platform.issueTx", { tx: second.hex })).toThrow(`couldn't issue tx: ${conflict}`);
  expect(ask(chain, "platform.getTxStatus", { txID: second.txID })).toEqual({ status: "Dropped", reason: conflict });
  after(chain, 2000);
  const gone = `failed execution: failed to read consumed UTXO ${utxo.txID}:${utxo.outputIndex} due to: not found`;
  expect(() => ask(chain, "platform.issueTx", { tx: third.hex })).toThrow(
    `couldn't issue tx: failed verification: ${gone}`,
  );
  expect(ask(chain, "platform.getTxStatus", { txID: third.txID })).toEqual({ status: "Dropped", reason: gone });
});

test("a transaction that produces more than it consumes is rejected", () => {
  const chain = create({ network: "local" });
  const [owner = ""] = chain.names.owner(5).addresses.map(shortIdOf);
  const { hex } = transferOf(chain, "P", [newestOf(chain, "P", owner)], owner, -1n);
  expect(() => ask(chain, "platform.issueTx", { tx: hex })).toThrow("insufficient funds");
});

test.each([
  ["P", "platform.issueTx"],
  ["X", "avm.issueTx"],
] as const)("on the %s-Chain an output that a transaction names twice is spent once", (name, method) => {
  const chain = create();
  const owner = shortIdOf(chain.names.owner(3).addresses[0] as string);
  const utxo = newestOf(chain, name, owner);
  const { hex } = transferOf(chain, name, [utxo, utxo], owner);
  expect(() => ask(chain, method, { tx: hex })).toThrow("insufficient funds");
});

test("a transaction in a stalled chain is pending permanently", () => {
  const chain = create({ network: "local", blocksFor: 0 });
  const [owner = ""] = chain.names.owner(5).addresses.map(shortIdOf);
  for (const name of utxoChains) {
    const { txID, hex } = transferOf(chain, name, [newestOf(chain, name, owner)], owner);
    ask(chain, `${services[name]}.issueTx`, { tx: hex });
    after(chain, hour);
    expect(chain.ledger.at(name, chain.now()).pending.has(txID)).toBe(true);
  }
});

test("containers of the C-Chain are found only by their IDs", () => {
  const chain = create();
  const last = ask(chain, "index.getLastAccepted", {}, "C/block");
  expect(last.index).toBe(String(chain.c(chain.now()).height - 1));
  expect(ask(chain, "index.getContainerByID", { id: last.id }, "C/block")).toEqual(last);
  const other = ask(chain, "index.getLastAccepted", {}, "P/block");
  expect(ask(chain, "index.isAccepted", { id: other.id }, "C/block")).toEqual({ isAccepted: false });
});

test("a staker's transaction has its staker's ID, node and stake, and its stake is reported for its owner", () => {
  const chain = create();
  const { validators } = ask<{ validators: { txID: string; nodeID: string; weight: string }[] }>(
    chain,
    "platform.getCurrentValidators",
  );
  for (const { txID, nodeID, weight } of validators) {
    const { tx } = ask<{ tx: { id: string; unsignedTx: Record<string, never> } }>(chain, "platform.getTx", {
      txID,
      encoding: "json",
    });
    const renewed = tx.unsignedTx["period"] !== undefined;
    const bytes = fromCb58(nodeID.slice("NodeID-".length), 20) as Buffer;
    expect(tx.unsignedTx).toMatchObject(renewed ? { nodeID: `0x${bytes.toString("hex")}` } : { validator: { nodeID } });
    expect(tx.id).toBe(txID);
    expect(ask(chain, "platform.getTxStatus", { txID })).toEqual({ status: "Committed" });
    expect(idOf(fromHex(ask(chain, "platform.getTx", { txID }).tx ?? ""))).toBe(txID);
    const [stake] = tx.unsignedTx["stake"] as unknown as { output: { amount: number; addresses: string[] } }[];
    if (!renewed) expect(stake?.output.amount).toBe(Number(weight));
    const { staked = "0" } = ask(chain, "platform.getStake", { addresses: stake?.output.addresses });
    expect(BigInt(staked)).toBeGreaterThanOrEqual(BigInt(stake?.output.amount ?? 0));
  }
});

test("staking starts in a block, and its end returns the stake and the reward", () => {
  const chain = create({ network: "local", validators: 40, ...fewBlocks });
  const before = new Set(chain.primary.validators.flatMap((validator) => [...validator.delegators]));
  const ids = new Map(
    [...before].map((staker) => [staker, chain.ledger.stakes.idOf(staker, chain.ledger.stakes.primary)]),
  );
  after(chain, 72 * hour);
  const { blockStore, utxos } = chain.ledger.at("P", chain.now());
  const stakers = chain.primary.validators.flatMap((validator) => [...validator.delegators]);
  const [newest] = stakers.filter((staker) => !before.has(staker)).slice(-1);
  const txID = newest && chain.ledger.stakes.idOf(newest, chain.ledger.stakes.primary);
  expect(blockStore.has(txID ?? "")).toBe(true);
  const over = [...before].filter((staker) => !stakers.includes(staker));
  expect(over.length).toBeGreaterThan(0);
  const rewarded = over.map((staker) => ({
    staker,
    given: chain.ledger.rewardsOf(ids.get(staker) ?? "", chain.now()),
  }));
  expect(rewarded.some(({ given }) => given.length === 1)).toBe(true);
  for (const { staker, given } of rewarded) {
    for (const { output } of given) {
      expect(amountOf(output)).toBe(staker.reward - (staker.reward * BigInt(staker.to.fee)) / 1_000_000n);
    }
  }
  const result = ask<{ utxos: string[] }>(chain, "platform.getRewardUTXOs", { txID: ids.get(over[0] as never) });
  expect(result.utxos).toHaveLength(rewarded[0]?.given.length ?? -1);
  expect(utxos.size()).toBeGreaterThan(0);
});
