/** Responses of real nodes: the same block or transaction as bytes and in JSON, with its ID. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseJson } from "../../../src/lib/text.ts";
import {
  type Chain,
  type Codec,
  fromBytes,
  identify,
  toBytes,
  type Value,
} from "../../../src/simulator/codec/combinators.ts";
import { container, containerId } from "../../../src/simulator/codec/containers.ts";
import { fromHex, toHex } from "../../../src/simulator/codec/hex.ts";
import { conversionId, type PTx, pBlock, pTx, pUtxo, validationId } from "../../../src/simulator/codec/p-chain.ts";
import { utxoId } from "../../../src/simulator/codec/transferables.ts";
import { xBlock, xTx, xUtxo } from "../../../src/simulator/codec/x-chain.ts";
import { toJson } from "../../../src/simulator/json.ts";
import { txFromRecorded } from "./from-recorded.ts";

const fixtures = new URL("../../fixtures/", import.meta.url);
const folder = "avalanchego-1.14.0/";
const files = readdirSync(new URL(folder, fixtures)).sort();
type Result = {
  readonly block: unknown;
  readonly tx: { readonly id: string; readonly unsignedTx: Readonly<Record<string, string>> };
  readonly utxos: readonly string[];
  readonly endIndex: { readonly utxo: string };
  readonly containers: readonly Container[];
  readonly conversionID: string;
} & Container;
type Container = { readonly id: string; readonly bytes: string };

const resultIn = (file: string) =>
  (parseJson(readFileSync(new URL(folder + file, fixtures), "utf8")) as { readonly result: Result }).result;
const requests = parseJson(readFileSync(new URL(`${folder}requests.json`, fixtures), "utf8")) as Readonly<
  Record<string, { readonly params: { readonly txID?: string; readonly blockID?: string } }>
>;

const hrp = "local";
const chains = {
  platform: { chain: { alias: "P", hrp }, block: pBlock, tx: pTx },
  avm: { chain: { alias: "X", hrp }, block: xBlock, tx: xTx },
} as const;
type Known = { readonly chain: Chain; readonly codec: Codec<unknown> };
function knownIn(file: string): Known & { readonly member: "block" | "tx" } {
  const { chain, ...codecs } = chains[file.startsWith("platform") ? "platform" : "avm"];
  const member = file.includes("getTx") ? "tx" : "block";
  return { chain, codec: codecs[member] as unknown as Codec<unknown>, member };
}

/** Decodes, and checks that encoding returns the same text. */
function read<T>(codec: Codec<T>, text: string): T {
  const value = fromBytes(codec, fromHex(text));
  expect(toHex(toBytes(codec, value))).toBe(text);
  return value;
}

const asHex = files.filter((file) => /^(platform|avm)\.get(Block|BlockByHeight|Tx)\..*\bhex\b/.test(file));

test.each(asHex)("%s: the same bytes, ID and JSON", (file) => {
  const { chain, codec, member } = knownIn(file);
  const value = read(codec, resultIn(file)[member] as string);
  const recorded = resultIn(file.replace(".hex", ".object"))[member] as { readonly id: string };
  expect(toJson(codec.toJson(value, chain))).toBe(toJson(recorded));
  expect(identify(codec, value)).toBe(recorded.id);
  const { txID = recorded.id, blockID = recorded.id } = requests[file]?.params ?? {};
  expect([txID, blockID]).toEqual([recorded.id, recorded.id]);
});

/** Types that the simulator does not make. */
const neverMade = /\.(removeSubnetValidator|transferSubnetOwnership|increaseL1ValidatorBalance|disableL1Validator)\b/;
/** Types without recorded bytes: their ID, which is the hash of the bytes, shows that the encoding is correct. */
const asObject = files.filter((file) => /^(platform|avm)\.getTx\.object\./.test(file) && !neverMade.test(file));
const typeIn = (file: string) => {
  const [name = ""] = file.split(".").slice(3);
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}`;
  return `${type}Tx`;
};

test("transactions of these types are recorded as objects", () => {
  expect(new Set(asObject.map((file) => `${file.split(".")[0]} ${typeIn(file)}`))).toEqual(
    new Set([
      "avm BaseTx",
      "avm ExportTx",
      "avm ImportTx",
      "platform AddPermissionlessDelegatorTx",
      "platform AddPermissionlessValidatorTx",
      "platform AddSubnetValidatorTx",
      "platform BaseTx",
      "platform ConvertSubnetToL1Tx",
      "platform CreateChainTx",
      "platform CreateSubnetTx",
      "platform ExportTx",
      "platform ImportTx",
    ]),
  );
});

test.each(asObject)("%s: bytes of the recorded ID, and the same JSON", (file) => {
  const { chain, codec } = knownIn(file);
  const { tx } = resultIn(file);
  const value = txFromRecorded(typeIn(file), tx);
  expect(identify(codec, value)).toBe(tx.id);
  expect(requests[file]?.params.txID).toBe(tx.id);
  expect(toJson(codec.toJson(value, chain))).toBe(toJson(tx));
  expect(fromBytes(codec, toBytes(codec, value))).toEqual(value);
});

const indexed = files.filter((file) => /^index\.get(Container|LastAccepted)/.test(file) && file.endsWith(".json"));
const containersOf = (chain: string): readonly Container[] =>
  indexed
    .filter((file) => file.includes(`.${chain}-block`))
    .map((file) => resultIn(file))
    .filter((result) => result !== undefined)
    .flatMap((result) => result.containers ?? [result]);

test.each([
  ["P", 6, pBlock],
  ["X", 5, xBlock],
  ["C", 2, undefined],
] as const)("containers of the %s-Chain: the same bytes and ID, and the block in them", (chain, count, codec) => {
  const all = containersOf(chain);
  expect(all).toHaveLength(count);
  for (const { id, bytes } of all) {
    const value = read(container, bytes);
    expect(containerId(value)).toBe(id);
    if (codec) read(codec as unknown as Codec<unknown>, toHex(value.block));
  }
});

test.each(["platform.getUTXOs.all", "platform.getUTXOs.page1", "platform.getUTXOs.page2", "avm.getUTXOs.page1"])(
  "%s: the same bytes; the next page starts at the ID of the last one",
  (name) => {
    const { utxos, endIndex } = resultIn(`${name}.json`);
    const all = utxos.map((text) => read((name.startsWith("avm") ? xUtxo : pUtxo) as typeof pUtxo, text));
    const last = all.at(-1) as Value<typeof pUtxo>;
    expect(utxoId(last)).toBe(endIndex.utxo);
  },
);

test("validation IDs are derived from the converted subnet", () => {
  const { subnetID = "" } = resultIn("platform.getTx.object.convertSubnetToL1.json").tx.unsignedTx;
  const named = ["healthy", "low"].map((name) => {
    const file = `platform.getTx.object.increaseL1ValidatorBalance.${name}.json`;
    return resultIn(file).tx.unsignedTx["validationID"];
  });
  expect(named).toEqual([validationId(subnetID, 0), validationId(subnetID, 1)]);
});

test("a conversion ID is derived from the manager and the validators of the conversion", () => {
  const { tx } = resultIn("platform.getTx.object.convertSubnetToL1.json");
  const { unsignedTx } = txFromRecorded("ConvertSubnetToL1Tx", tx) as PTx;
  if (unsignedTx.type !== "ConvertSubnetToL1Tx") throw new Error(unsignedTx.type);
  const { subnetID, chainID: managerChainID, address: managerAddress } = unsignedTx;
  const validators = unsignedTx.validators.map(({ nodeID, signer, weight }) => ({ nodeID, ...signer, weight }));
  const { conversionID } = resultIn("platform.getSubnet.l1.json");
  expect(conversionId({ subnetID, managerChainID, managerAddress, validators })).toBe(conversionID);
});
