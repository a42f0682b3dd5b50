import { expect, test } from "vitest";
import { readUtxo } from "../../src/node-api/chain-methods.ts";
import { ownerHashOf } from "../../src/node-api/ids.ts";
import { toBytes } from "../../src/simulator/codec/combinators.ts";
import { pUtxo } from "../../src/simulator/codec/p-chain.ts";
import { xUtxo } from "../../src/simulator/codec/x-chain.ts";
import { networks } from "../../src/simulator/networks.ts";
import page from "../fixtures/avalanchego-1.14.0/platform.getUTXOs.page1.json" with { type: "json" };

const [recorded = ""] = page.result.utxos;
/** Without the checksum of the encoding hex. */
const bytes = recorded.slice(0, -8);
const owner = ownerHashOf("P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u");
const asset = networks.local.avax;
const [txID, outputIndex] = [asset, 1];
const [one, other] = ["6Y3kysjF9jnHnYkdS9yGAuoHyae2eNmeV", "111111111111111111116DBWJs"];
const transfer = { amount: 2n ** 64n - 1n, locktime: 7n, threshold: 1, addresses: [one, other] };
const hexOf = (encoded: Uint8Array) => `0x${Buffer.from(encoded).toString("hex")}`;
const onP = (output: object) => hexOf(toBytes(pUtxo, { txID, outputIndex, assetID: asset, output } as never));
const onX = (output: object) => hexOf(toBytes(xUtxo, { txID, outputIndex, assetID: asset, output } as never));

test("the owner of an address is the same on all chains and networks", () => {
  expect(owner).toBe("3cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c");
  expect(ownerHashOf("X-avax18jma8ppw3nhx5r4ap8clazz0dps7rv5ukulre5")).toBe(owner);
});

test("a UTXO of a real node has its asset, amount and owner", () => {
  const output = { amount: 19_994_424_999_824_131n, locktime: 0n, stakeableLocktime: 0n, owners: [owner] };
  expect(readUtxo(bytes)).toEqual({ assetID: asset, output });
});

const owners = expect.objectContaining({ length: 2 });
test.each<[title: string, text: string, output: object | undefined]>([
  [
    "an output of the P-Chain",
    onP({ type: "TransferOutput", ...transfer }),
    { amount: transfer.amount, locktime: 7n, stakeableLocktime: 0n, owners },
  ],
  [
    "an output that can be staked only",
    onP({ type: "LockOut", locktime: 9n, output: transfer }),
    { amount: transfer.amount, locktime: 7n, stakeableLocktime: 9n, owners },
  ],
  [
    "an output of the X-Chain",
    onX({ type: "TransferOutput", ...transfer }),
    { amount: transfer.amount, locktime: 7n, stakeableLocktime: 0n, owners },
  ],
  [
    "an output that can be minted",
    onX({ type: "MintOutput", locktime: 0n, threshold: 1, addresses: [one] }),
    undefined,
  ],
])("%s", (_title, text, output) => {
  expect(readUtxo(text)).toEqual({ assetID: asset, output });
});

const withType = (type: string) => bytes.slice(0, 142) + type + bytes.slice(150);
test.each([
  ["nothing", "0x"],
  ["half of it", bytes.slice(0, 160)],
  ["a missing owner", bytes.slice(0, -40)],
  ["bytes after the last owner, such as a checksum", recorded],
  ["another version of the codec", `0x0001${bytes.slice(6)}`],
  ["half of an output that can be staked only", withType("00000016").slice(0, 160)],
])("%s is no UTXO", (_title, text) => {
  expect(readUtxo(text)).toBeUndefined();
});
