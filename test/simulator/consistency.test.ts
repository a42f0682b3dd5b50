/** Responses are consistent with each other for any seed, size and time. */

import { expect, test } from "vitest";
import type { Params, RpcMethodName, WireResult } from "../../src/api/contract.ts";
import { primaryNetwork } from "../../src/api/ids.ts";
import type { ChainOptions } from "../../src/simulator/chain-options.ts";
import { fromBytes, idOf } from "../../src/simulator/codec/combinators.ts";
import { container, containerId } from "../../src/simulator/codec/containers.ts";
import { fromHex } from "../../src/simulator/codec/hex.ts";
import { subnetsOf } from "../../src/simulator/handlers/types.ts";
import { amountOf, codecs, type UtxoChain, utxoChains } from "../../src/simulator/ledger/types.ts";
import { fc, runs } from "../support/random.ts";
import { fewBlocks } from "./ask.ts";
import { after, ask, create } from "./ledger/ask.ts";

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const beforeHelicon = { heliconAfter: Number.POSITIVE_INFINITY };
const sum = (values: readonly bigint[]) => values.reduce((all, value) => all + value, 0n);

/** A chain and its client. */
function open(options: Partial<ChainOptions>) {
  const chain = create(options);
  return {
    chain,
    ask: <N extends RpcMethodName>(name: N, params: Params<N>, selector?: string) =>
      ask<WireResult<N>>(chain, name, params as object, selector),
    after: (ms: number) => after(chain, ms),
  };
}
type World = ReturnType<typeof open>;

const sizes = fc.record({
  seed: fc.integer(),
  network: fc.constantFrom("local", "fuji", "mainnet"),
  validators: fc.integer({ min: 1, max: 12 }),
  l1s: fc.integer({ min: 1, max: 3 }),
  l1Validators: fc.integer({ min: 0, max: 12 }),
  elsewhere: fc.constantFrom(0, 12_000),
  blockEvery: fc.constantFrom(10, 60),
});
const whenever = fc.array(fc.integer({ min: 0, max: hour }), { minLength: 1, maxLength: 3 });

/** Checks one chain at several increasing times. */
function always(look: (world: World) => void, usual = 5) {
  fc.assert(
    fc.property(sizes, whenever, (options, times) => {
      const world = open(options);
      for (const ms of times.toSorted((left, right) => left - right)) {
        world.after(ms);
        look(world);
      }
    }),
    { numRuns: runs(usual) },
  );
}

const heightOn = ({ ask }: World, name: UtxoChain) =>
  Number((name === "P" ? ask("platform.getHeight", {}) : ask("avm.getHeight", {})).height);
function blockAt({ ask }: World, name: UtxoChain, height: number) {
  const params = { height: String(height), encoding: "hex" } as const;
  const { block } = name === "P" ? ask("platform.getBlockByHeight", params) : ask("avm.getBlockByHeight", params);
  return String(block);
}

test("the block at the reported height exists, none is above it, and its parent is the block below", () => {
  always((world) => {
    for (const name of utxoChains) {
      const height = heightOn(world, name);
      const read = (at: number) => fromBytes(codecs[name].block, fromHex(blockAt(world, name, at)));
      expect(() => blockAt(world, name, height + 1)).toThrow();
      for (let at = height; at > Math.max(height - 5, 1); at--) {
        expect(read(at)).toMatchObject({ height: BigInt(at) });
        expect((read(at) as { parentID: string }).parentID).toBe(idOf(fromHex(blockAt(world, name, at - 1))));
      }
    }
  });
});

test("the index's last container carries the last block, under the container's own ID", () => {
  always((world) => {
    for (const name of utxoChains) {
      const last = world.ask("index.getLastAccepted", {}, `${name}/block`);
      const outer = fromBytes(container, fromHex(String(last.bytes)));
      expect(outer.block).toEqual(fromHex(blockAt(world, name, heightOn(world, name))));
      expect(containerId(outer)).toBe(last.id);
      expect(idOf(outer.block)).not.toBe(last.id);
      expect(world.ask("index.getIndex", { id: last.id }, `${name}/block`)).toEqual({ index: last.index });
    }
  });
});

/** Returns all UTXOs of an address, page by page. */
function utxosOf({ ask }: World, name: UtxoChain, address: string, limit: number): string[] {
  const all: string[] = [];
  let startIndex: { address: string; utxo: string } | undefined;
  for (;;) {
    const params = { addresses: [address], limit: String(limit), encoding: "hex", ...(startIndex && { startIndex }) };
    const page = name === "P" ? ask("platform.getUTXOs", params as never) : ask("avm.getUTXOs", params as never);
    all.push(...(page.utxos as string[]));
    if (Number(page.numFetched) < limit) return all;
    startIndex = page.endIndex as { address: string; utxo: string };
  }
}

test("a balance is the sum of the UTXOs for any page size", () => {
  fc.assert(
    fc.property(sizes, fc.integer({ max: hour, min: 0 }), fc.integer({ min: 1, max: 7 }), (options, ms, limit) => {
      const world = open(options);
      world.after(ms);
      for (const name of utxoChains) {
        for (const n of [0, 3, 40, 64]) {
          const address = (world.chain.names.owner(n).addresses[0] as string).replace(/^P/, name);
          const utxos = [...new Set(utxosOf(world, name, address, limit))]
            .map((hex) => fromBytes(codecs[name].utxo, fromHex(hex)))
            .filter(({ assetID }) => assetID === world.chain.network.avax);
          const { balance } =
            name === "P"
              ? world.ask("platform.getBalance", { addresses: [address] })
              : world.ask("avm.getBalance", { address, assetID: "AVAX", includePartial: true } as never);
          expect(sum(utxos.map(({ output }) => amountOf(output)))).toBe(BigInt(balance as string));
        }
      }
    }),
    { numRuns: runs(5) },
  );
});

type Row = Readonly<Record<string, unknown>>;
const rowsOf = ({ ask }: World, subnetID: string, nodeIDs: readonly string[] = []) =>
  ask("platform.getCurrentValidators", { subnetID, nodeIDs: [...nodeIDs] }).validators as readonly Row[];
const amount = (value: unknown) => BigInt((value as string | undefined) ?? 0);

test("the total stake of every subnet is the sum over its current validators", () => {
  always((world) => {
    for (const subnetID of [primaryNetwork, ...subnetsOf(world.chain).map(({ id }) => id)]) {
      const weights = rowsOf(world, subnetID).map(({ weight, delegatorWeight }) => [
        amount(weight),
        amount(delegatorWeight),
      ]);
      const result = world.ask("platform.getTotalStake", { subnetID }) as Row;
      expect(result["weight"]).toBe(String(sum(weights.flat())));
    }
  });
});

/** Returns the potential reward of each staker of the primary network and the uptime of its validator, by transaction. */
function stakersOf(world: World) {
  const stakers = new Map<string, { readonly reward: bigint; readonly uptime: number }>();
  for (const { nodeID } of rowsOf(world, primaryNetwork)) {
    for (const { txID, potentialReward, uptime, delegators } of rowsOf(world, primaryNetwork, [String(nodeID)])) {
      for (const staker of [{ txID, potentialReward }, ...((delegators ?? []) as readonly Row[])])
        stakers.set(String(staker["txID"]), { reward: amount(staker["potentialReward"]), uptime: Number(uptime) });
    }
  }
  return stakers;
}

test("the supply increases by the rewards of new stakers, and decreases by those of stakers with a low uptime", () => {
  const steps = fc.array(fc.integer({ min: minute, max: 2 * hour }), { minLength: 1, maxLength: 24 });
  const withLoss = [2201562, 399717, 1360342, 4972770, 783921, 5034024, 475730, 5066372, 6364158];
  let [begun, lost] = [0, 0];
  fc.assert(
    fc.property(fc.integer(), steps, (seed, times) => {
      const world = open({
        seed,
        network: "local",
        validators: 8,
        ...fewBlocks,
        blocksFor: 100 * day,
        ...beforeHelicon,
      });
      const supplyNow = () => amount(world.ask("platform.getCurrentSupply", {}).supply);
      let [at, supply, stakers] = [0, supplyNow(), stakersOf(world)];
      for (const ms of times) {
        at += ms;
        world.after(at);
        const now = stakersOf(world);
        const came = [...now].filter(([id]) => !stakers.has(id)).map(([, { reward }]) => reward);
        const went = [...stakers].filter(([id]) => !now.has(id)).map(([, staker]) => staker);
        if (went.some(({ uptime }) => Math.abs(uptime - 80) < 5)) return; // too close to the limit
        const forfeited = went.filter(({ uptime }) => uptime < 80).map(({ reward }) => reward);
        expect(supplyNow() - supply).toBe(sum(came) - sum(forfeited));
        [supply, stakers] = [supplyNow(), now];
        begun += came.length;
        lost += forfeited.length;
      }
    }),
    { numRuns: runs(20), examples: [[-2147483641, withLoss]] },
  );
  expect([begun > 0, lost > 0]).toEqual([true, true]);
});

test("the balance of an L1 validator decreases by price × seconds, and it is active until the balance runs out", () => {
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 0, max: hour }),
      fc.integer({ min: 1, max: 40 * day }),
      (options, from, ms) => {
        const world = open({ ...options, elsewhere: 0, ...fewBlocks });
        world.after(from);
        const state = () => world.ask("platform.getValidatorFeeState", {});
        const rows = () =>
          subnetsOf(world.chain)
            .flatMap(({ id }) => rowsOf(world, id))
            .filter(({ validationID }) => validationID !== undefined);
        const [before, was] = [state(), rows()];
        world.after(from + ms);
        const [now, is] = [state(), rows()];
        expect(now.price).toBe(before.price); // the number of validators is below the target here
        const seconds = (Date.parse(now.timestamp) - Date.parse(before.timestamp)) / 1000;
        const paid = BigInt(now.price) * BigInt(seconds);
        const of = (id: unknown) => is.find(({ validationID }) => validationID === id);
        for (const { validationID, balance } of was) {
          const left = amount(balance) - paid;
          // it ends at the last full second that it can pay
          const expected = left < BigInt(now.price) ? [0n, left] : [left];
          expect(expected).toContain(amount(of(validationID)?.["balance"]));
          const result = world.ask("platform.getL1Validator", { validationID: String(validationID) });
          expect(amount(result.balance)).toBe(amount(of(validationID)?.["balance"]));
        }
      },
    ),
    { numRuns: runs(15) },
  );
});

test("every container of the index is a block at its height, from the first to the last", () => {
  always(({ ask, ...world }) => {
    for (const name of utxoChains) {
      const last = Number(ask("index.getLastAccepted", {}, `${name}/block`).index);
      const first = Math.max(0, last - 30);
      const range = { startIndex: String(first), numToFetch: String(last - first + 1) };
      const { containers } = ask("index.getContainerRange", range, `${name}/block`) as { containers: readonly Row[] };
      expect(containers.map(({ index }) => Number(index))).toEqual(containers.map((_each, i) => first + i));
      for (const [i, { bytes, index }] of containers.entries()) {
        const { block, parentID } = fromBytes(container, fromHex(String(bytes)));
        if (i > 0) expect(parentID).toBe(containers[i - 1]?.["id"]);
        expect(block).toEqual(fromHex(blockAt({ ask, ...world }, name, Number(index) + 1)));
      }
    }
  });
});
