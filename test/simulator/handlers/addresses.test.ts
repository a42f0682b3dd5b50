import { bech32, bech32m } from "@scure/base";
import { expect, test } from "vitest";
import { simulate } from "../ask.ts";

const bytes = Buffer.from("c0ffee0000000000000000000000000000c0ffee", "hex");
const encode = (hrp: string, of: Uint8Array = bytes) => bech32.encode(hrp, bech32.toWords(of));
const right = `P-${encode("avax")}`;
const wrongM = bech32m.encode("avax", bech32m.toWords(bytes)).slice(-6);

test.each([
  [`P-${"a".repeat(91)}`, "invalid bech32 string length 91"],
  ["P-avax1 qqqqqqqqqq", "invalid character in string: ' '"],
  ["P-avax1Qqqqqqqqqqqq", "string not all lowercase or all uppercase"],
  ["P-avaxqqqqqqqqqq", "invalid separator index -1"],
  ["P-avaxqqqqq1qqqqq", "invalid separator index 9"],
  ["P-avax1bqqqqqqqqqq", "invalid character not part of charset: 98"],
  [
    `${right.slice(0, -1)}q`,
    `invalid checksum (expected (bech32=${right.slice(-6)}, bech32m=${right.slice(-6)}${wrongM}), got ${right.slice(-6, -1)}q)`,
  ],
  [`P-${encode("avax", bytes.subarray(1))}`, "invalid hash length: expected 20 bytes but got 19"],
])("the error for the address %j is: %s", async (address, why) => {
  const { rpc } = await simulate();
  const { error } = await rpc("platform.getBalance", { addresses: [address] });
  expect(error.message).toBe(`couldn't parse address ${JSON.stringify(address)}: ${why}`);
});

test("an address can be upper-case, and have an alias of the chain", async () => {
  const { rpc } = await simulate();
  for (const address of [`P-${encode("avax").toUpperCase()}`, right.replace("P", "platform")]) {
    expect((await rpc("platform.getBalance", { addresses: [address] })).result.balance).toBe("0");
  }
});

test("exports from the C-Chain do not exist", async () => {
  const { rpc } = await simulate();
  const { result } = await rpc("platform.getUTXOs", { addresses: [right], sourceChain: "C" });
  expect(result).toMatchObject({ numFetched: "0", utxos: [] });
});

const ofC = `C-${encode("avax")}`;
test.each([
  ["without an address", { addresses: [], sourceChain: "P" }, "no addresses provided"],
  ["without a source chain", { addresses: [ofC] }, "no source chain provided"],
  [
    "from an unknown chain",
    { addresses: [ofC], sourceChain: "Q" },
    'problem parsing source chainID "Q": there is no ID with alias: Q',
  ],
])("exports to the C-Chain %s are an error", async (_title, params, message) => {
  const { rpc } = await simulate();
  expect((await rpc("avax.getUTXOs", params, "/ext/bc/C/avax")).error.message).toBe(message);
});

test("exports to the C-Chain do not exist", async () => {
  const { rpc } = await simulate();
  const { result } = await rpc("avax.getUTXOs", { addresses: [ofC], sourceChain: "P" }, "/ext/bc/C/avax");
  expect(result).toMatchObject({ numFetched: "0", utxos: [], endIndex: { address: ofC } });
});
