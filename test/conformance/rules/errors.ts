/** Error messages of the node for invalid parameters, by method. */
import assert from "node:assert/strict";
import type { RpcMethodName } from "../../../src/node-api/contract.ts";
import { primaryNetwork, toCb58 } from "../../../src/node-api/ids.ts";
import { addressOn } from "../bytes.ts";
import type { Ledger } from "../landmarks.ts";
import type { Node } from "../node.ts";
import { type Rule, rule } from "../rule.ts";
import { badArgument, strangerBytes, unknownId, wrongChecksum } from "../values.ts";

/** IDs have 32 bytes. */
const tooShort = toCb58(strangerBytes);
const garbledIds = [5, "nope", "", wrongChecksum, tooShort, ["x"], {}];
const garbledNumbers = ["x", "", -1, 1.5, true, [1], "18446744073709551616"];
const selectorOf = (name: RpcMethodName) => (name.startsWith("index.") ? "P/block" : undefined);

/** A method, its member with an ID, and its errors for an unknown and for a missing ID. */
type IdRow = readonly [name: RpcMethodName, member: string, unknown?: string | undefined, omitted?: string];
const block = (id: string) => `couldn't get block with id ${id}: not found`;
const l1 = (id: string) => `fetching L1 validator "${id}" failed: not found`;
const transformation = `failed fetching subnet transformation for ${unknownId}: not found`;
const idRows: readonly IdRow[] = [
  ["platform.getBlock", "blockID", block(unknownId), block(primaryNetwork)],
  ["platform.getTx", "txID", "couldn't get tx: not found", "couldn't get tx: not found"],
  ["platform.getTxStatus", "txID"],
  ["platform.getRewardUTXOs", "txID"],
  ["platform.getCurrentSupply", "subnetID", "fetching current supply failed: not found"],
  ["platform.getCurrentValidators", "subnetID"],
  ["platform.getL1Validator", "validationID", l1(unknownId), l1(primaryNetwork)],
  ["platform.getMinStake", "subnetID", transformation],
  ["platform.getStakingAssetID", "subnetID", transformation],
  ["platform.getSubnet", "subnetID", "not found", "the primary network isn't a subnet"],
  ["platform.getTotalStake", "subnetID"],
  ["platform.getValidatorsAt", "subnetID"],
  ["platform.sampleValidators", "subnetID"],
  ["platform.validatedBy", "blockchainID", `problem retrieving blockchain "${unknownId}": not found`],
  ["platform.validates", "subnetID", `problem retrieving subnet "${unknownId}": not found`],
  ["avm.getBlock", "blockID", block(unknownId), block(primaryNetwork)],
  ["avm.getTx", "txID", "not found", "nil transaction ID"],
  ["avm.getTxStatus", "txID", undefined, "nil transaction ID"],
  ["index.getContainerByID", "id", "not found", "not found"],
  ["index.getIndex", "id", "not found", "not found"],
  ["index.isAccepted", "id"],
];
const ofIds = idRows.flatMap(([name, member, unknown, omitted]) => [
  rule(
    `${name}: a ${member} that is not a string, not in cb58, or has a wrong checksum or length`,
    async ({ refusal }) => {
      for (const garbled of garbledIds)
        assert.equal(await refusal(name, { [member]: garbled }, selectorOf(name)), badArgument);
    },
  ),
  rule(
    `${name}: an unknown ${member} ${unknown === undefined ? "is not an error" : `is "${unknown}"`}`,
    async (node) => {
      if (unknown === undefined) await node.call(name, { [member]: unknownId }, selectorOf(name));
      else assert.equal(await node.refusal(name, { [member]: unknownId }, selectorOf(name)), unknown);
    },
  ),
  rule(`${name}: no ${member} ${omitted === undefined ? "is not an error" : `is "${omitted}"`}`, async (node) => {
    if (omitted === undefined) await node.call(name, {}, selectorOf(name));
    else assert.equal(await node.refusal(name, {}, selectorOf(name)), omitted);
  }),
]);

/** A method and the member with a number of 64 bits, or of 32 or 16. */
const numberRows: readonly (readonly [RpcMethodName, string, object?])[] = [
  ["platform.getBlockByHeight", "height"],
  ["platform.getValidatorsAt", "height"],
  ["platform.getAllValidatorsAt", "height"],
  ["platform.sampleValidators", "size"],
  ["platform.getUTXOs", "limit"],
  ["avm.getBlockByHeight", "height"],
  ["avm.getUTXOs", "limit"],
  ["index.getContainerByIndex", "index"],
  ["index.getContainerRange", "startIndex"],
  ["index.getContainerRange", "numToFetch"],
];
const ofNumbers = numberRows.map(([name, member]) =>
  rule(`${name}: a ${member} that is not an unsigned integer`, async ({ refusal }) => {
    for (const garbled of garbledNumbers) {
      assert.equal(await refusal(name, { [member]: garbled }, selectorOf(name)), badArgument, JSON.stringify(garbled));
    }
  }),
);

const farHeight = "999999999999";
const ofHeights = [
  ...(["platform", "avm"] as const).map((service) =>
    rule(`${service}.getBlockByHeight: for a height above the last, the error contains it`, async ({ refusal }) => {
      const message = `couldn't get block at height ${farHeight}: not found`;
      assert.equal(await refusal(`${service}.getBlockByHeight`, { height: farHeight }), message);
    }),
  ),
  ...(["platform.getValidatorsAt", "platform.getAllValidatorsAt"] as const).map((name) =>
    rule(`${name}: any word but proposed, and the maximum 64-bit number, which means proposed`, async ({ refusal }) => {
      for (const height of ["Proposed", "latest", "18446744073709551615"]) {
        assert.equal(await refusal(name, { height }), badArgument);
      }
    }),
  ),
];

/** A name, which the node looks up itself. */
type NameRow = readonly [name: RpcMethodName, member: string, wrong: unknown, message: string];
const parsing = (id: string, why: string) => `problem parsing blockchainID "${id}": ${why}`;
const wrongLength = "invalid hash length: expected 32 bytes but got 20";
const smaller = "input string is smaller than the checksum size";
const notGiven = "argument 'blockchainID' not given";
const noLength = "base58 decoding error: zero length string";
const nameRows: readonly NameRow[] = [
  ["platform.getBlockchainStatus", "blockchainID", undefined, notGiven],
  ["platform.getBlockchainStatus", "blockchainID", "", notGiven],
  ["platform.getBlockchainStatus", "blockchainID", 5, badArgument],
  ["platform.getBlockchainStatus", "blockchainID", "nope", parsing("nope", smaller)],
  ["platform.getBlockchainStatus", "blockchainID", wrongChecksum, parsing(wrongChecksum, "invalid input checksum")],
  ["platform.getBlockchainStatus", "blockchainID", tooShort, parsing(tooShort, wrongLength)],
  ["avm.getAssetDescription", "assetID", undefined, "asset '' not found"],
  ["avm.getAssetDescription", "assetID", 5, badArgument],
  ["avm.getAssetDescription", "assetID", "nope", "asset 'nope' not found"],
  ["avm.getAssetDescription", "assetID", wrongChecksum, `asset '${wrongChecksum}' not found`],
  ["avm.getAssetDescription", "assetID", unknownId, "not found"],
  ["admin.getChainAliases", "chain", undefined, noLength],
  ["admin.getChainAliases", "chain", "", noLength],
  ["admin.getChainAliases", "chain", 5, badArgument],
  ["admin.getChainAliases", "chain", "nope", smaller],
  ["admin.getChainAliases", "chain", "platform", "base58 decoding error: Invalid base58 digit ('l')"],
  ["admin.getChainAliases", "chain", wrongChecksum, "invalid input checksum"],
  ["admin.getChainAliases", "chain", tooShort, wrongLength],
  ["admin.aliasChain", "chain", undefined, "there is no ID with alias: "],
  ["admin.aliasChain", "chain", 5, badArgument],
  ["admin.aliasChain", "chain", "nope", "there is no ID with alias: nope"],
  ["admin.aliasChain", "alias", 5, badArgument],
  ["admin.alias", "endpoint", 5, badArgument],
  ["admin.alias", "alias", 5, badArgument],
  ["admin.getLoggerLevel", "loggerName", 5, badArgument],
  ["admin.setLoggerLevel", "loggerName", 5, badArgument],
  ["admin.setLoggerLevel", "logLevel", 5, badArgument],
  ["admin.setLoggerLevel", "displayLevel", "LOUD", badArgument],
  ["platform.getSubnets", "ids", unknownId, badArgument],
  ["platform.getSubnets", "ids", [wrongChecksum], badArgument],
  ["platform.getCurrentValidators", "nodeIDs", "nope", badArgument],
  ["platform.getStake", "validatorsOnly", "yes", badArgument],
  ["platform.getUTXOs", "addresses", "P", badArgument],
  ["platform.getUTXOs", "addresses", [5], badArgument],
  ["platform.getUTXOs", "addresses", [], "no addresses provided"],
  ["platform.getUTXOs", "addresses", undefined, "no addresses provided"],
  ["platform.getUTXOs", "startIndex", 5, badArgument],
  ["platform.getUTXOs", "sourceChain", 5, badArgument],
  ["avm.getUTXOs", "addresses", "X", badArgument],
  ["avm.getUTXOs", "addresses", [5], badArgument],
  ["avm.getUTXOs", "addresses", [], "no addresses provided"],
  ["avm.getUTXOs", "addresses", undefined, "no addresses provided"],
  ["avm.getUTXOs", "startIndex", 5, badArgument],
  ["avm.getUTXOs", "sourceChain", 5, badArgument],
  ["platform.getBalance", "addresses", [5], badArgument],
  ["platform.getStake", "addresses", [5], badArgument],
  ["avm.getBalance", "address", 5, badArgument],
  ["avm.getBalance", "includePartial", "yes", badArgument],
  ["avm.getAllBalances", "address", 5, badArgument],
  ["index.getLastAccepted", "encoding", "nope", badArgument],
];
/** A member whose value the rest of the parameters must not be without. */
const extra: Readonly<Partial<Record<RpcMethodName, object>>> = { "admin.aliasChain": { alias: "never-an-alias" } };
const shown = (value: unknown) => (value === undefined ? "none" : JSON.stringify(value));
const ofNames = nameRows.map(([name, member, wrong, message]) => {
  const words = message === badArgument ? "cannot be read" : `is "${message}"`;
  return rule(`${name}: ${member} ${shown(wrong)} ${words}`, async ({ refusal }) => {
    assert.equal(await refusal(name, { ...extra[name], [member]: wrong }, selectorOf(name)), message);
  });
});

/** How each method names the address that it cannot read. */
type AddressRow = readonly [
  name: RpcMethodName,
  chain: Ledger,
  params: (address: string) => object,
  message: (address: string, why: string) => string,
];
const couldNot = (address: string, why: string) => `couldn't parse address "${address}": ${why}`;
const problem = (address: string, why: string) => `problem parsing address '${address}': ${couldNot(address, why)}`;
const list = (address: string) => ({ addresses: [address] });
const addressRows: readonly AddressRow[] = [
  ["platform.getBalance", "P", list, couldNot],
  ["platform.getUTXOs", "P", list, couldNot],
  ["platform.getStake", "P", list, couldNot],
  ["avm.getUTXOs", "X", list, couldNot],
  ["avm.getBalance", "X", (address) => ({ address, assetID: "AVAX" }), problem],
  ["avm.getAllBalances", "X", (address) => ({ address }), problem],
];
const strangerOn = async (chain: string, { network }: Node) => addressOn(chain, (await network()).hrp, strangerBytes);
const mismatch = (own: string, other: string) => `mismatched chainIDs: expected "${own}" but got "${other}"`;
const otherOf = { P: "X", X: "P" } as const;

const ofAddresses = addressRows.flatMap(([name, chain, params, message]) => {
  const expectRefusal = async ({ refusal }: Node, address: string, why: string) =>
    assert.equal(await refusal(name, params(address)), message(address, why));
  return [
    rule(`${name}: an address without a hyphen has no separator`, async (node) => {
      for (const address of ["", "nope", (await strangerOn(chain, node)).slice(2)]) {
        await expectRefusal(node, address, "no separator found in address");
      }
    }),
    rule(`${name}: for an address that is too short, the error contains its length`, (node) =>
      expectRefusal(node, `${chain}-nope`, "invalid bech32 string length 4"),
    ),
    rule(`${name}: for an address with a wrong checksum, the error contains the right one`, async (node) => {
      const right = await strangerOn(chain, node);
      const wrong = right.slice(0, -1) + (right.endsWith("q") ? "p" : "q");
      const answer = await node.refusal(name, params(wrong));
      const checksum = (address: string) => address.slice(-6);
      const why = `invalid checksum (expected (bech32=${checksum(right)}, bech32m=`;
      assert.ok(answer.startsWith(message(wrong, why)), answer);
      assert.ok(answer.endsWith(`), got ${checksum(wrong)})`), answer);
    }),
    rule(`${name}: for an address of another network, the error contains both prefixes`, async (node) => {
      const { hrp } = await node.network();
      const other = hrp === "fuji" ? "avax" : "fuji";
      await expectRefusal(node, addressOn(chain, other, strangerBytes), `expected hrp "${hrp}" but got "${other}"`);
    }),
    rule(`${name}: for an address of another chain, the error contains both IDs`, async (node) => {
      const { chains } = await node.network();
      const other = otherOf[chain];
      await expectRefusal(node, await strangerOn(other, node), mismatch(chains[chain], chains[other]));
    }),
    rule(`${name}: an address of an unknown chain`, async (node) => {
      await expectRefusal(node, await strangerOn("Q", node), "there is no ID with alias: Q");
    }),
  ];
});

const ofPages = (["P", "X"] as const).flatMap((chain) => {
  const name = chain === "P" ? "platform.getUTXOs" : "avm.getUTXOs";
  return [
    rule(`${name}: for two addresses of different chains, the error names the one of the other chain`, async (node) => {
      const { chains } = await node.network();
      const other = otherOf[chain];
      const addresses = [await strangerOn(chain, node), await strangerOn(other, node)];
      const message = couldNot(await strangerOn(other, node), mismatch(chains[chain], chains[other]));
      assert.equal(await node.refusal(name, { addresses }), message);
    }),
    rule(`${name}: for an unknown sourceChain, the error names it`, async (node) => {
      const addresses = [await strangerOn(chain, node)];
      for (const sourceChain of ["nope", unknownId]) {
        const message = `problem parsing source chainID "${sourceChain}": there is no ID with alias: ${sourceChain}`;
        assert.equal(await node.refusal(name, { addresses, sourceChain }), message);
      }
    }),
    rule(`${name}: a startIndex needs a valid address and a valid UTXO ID`, async (node) => {
      const address = await strangerOn(chain, node);
      const expectRefusal = async (startIndex: object, message: string) =>
        assert.equal(await node.refusal(name, { addresses: [address], startIndex }), message);
      const noSeparator = couldNot("nope", "no separator found in address");
      await expectRefusal(
        { address: "nope", utxo: unknownId },
        `couldn't parse start index address "nope": ${noSeparator}`,
      );
      const noAddress = couldNot("", "no separator found in address");
      await expectRefusal({ utxo: unknownId }, `couldn't parse start index address "": ${noAddress}`);
      await expectRefusal({ address }, `couldn't parse start index utxo: ${noLength}`);
      await expectRefusal({ address, utxo: wrongChecksum }, "couldn't parse start index utxo: invalid input checksum");
      await expectRefusal({ address, utxo: tooShort }, `couldn't parse start index utxo: ${wrongLength}`);
    }),
    rule(`${name}: an empty startIndex counts as omitted`, async (node) => {
      const addresses = [await node.holder(chain)];
      const empty = await node.call(name, { addresses, startIndex: {} });
      assert.deepEqual(await node.call(name, { addresses, startIndex: { address: "", utxo: "" } }), empty);
      assert.deepEqual(empty, await node.call(name, { addresses }));
    }),
  ];
});

/** Prefix of the reason if a transaction's bytes cannot be read. */
const issueRows = [
  ["platform.issueTx", "couldn't parse tx: couldn't parse tx: "],
  ["avm.issueTx", ""],
  ["wallet.issueTx", ""],
] as const;
const ofIssuing = issueRows.map(([name, before]) =>
  rule(`${name}: bytes that are not a transaction, and missing bytes`, async ({ refusal }) => {
    const message = (tx: string | undefined) => refusal(name, { ...(tx !== undefined && { tx }), encoding: "hexnc" });
    const noLengthLeft = "packer has insufficient length for input";
    assert.equal(await message(undefined), `${before}couldn't unpack codec version`);
    assert.equal(await message("0x"), `${before}couldn't unpack codec version`);
    assert.equal(await message("0x0000"), `${before}couldn't unmarshal interface: ${noLengthLeft}`);
    assert.equal(await message("0x00000000ffff"), `${before}couldn't unmarshal interface: unknown type ID 65535`);
    assert.equal(await refusal(name, { tx: 5 }), badArgument);
  }),
);

const others: readonly Rule[] = [
  rule("platform.getBalance without addresses: all is 0", async ({ call }) => {
    assert.equal((await call("platform.getBalance")).balance, "0");
    assert.equal((await call("platform.getBalance", { addresses: [] })).balance, "0");
  }),
  rule("avm.getBalance without an address, and without an asset", async (node) => {
    const message = problem("", "no separator found in address");
    assert.equal(await node.refusal("avm.getBalance", { assetID: "AVAX" }), message);
    const address = await strangerOn("X", node);
    assert.equal(await node.refusal("avm.getBalance", { address }), "asset '' not found");
    assert.equal(await node.refusal("avm.getBalance", { address, assetID: "nope" }), "asset 'nope' not found");
  }),
  rule("avm.getAllBalances without an address", async ({ refusal }) => {
    assert.equal(await refusal("avm.getAllBalances"), problem("", "no separator found in address"));
  }),
  rule("parameters that are neither an object nor a list with one object cannot be read", async ({ refusal }) => {
    for (const params of ["text", 5, [5], ["text"], true]) {
      assert.equal(await refusal("platform.getBlockByHeight", params), badArgument);
    }
  }),
  rule(
    "a method without parameters does not accept a string, a number or a list of them either",
    async ({ refusal }) => {
      for (const params of ["text", 5, [5]]) assert.equal(await refusal("platform.getHeight", params), badArgument);
    },
  ),
];

export const errors = [
  ...[...ofIds, ...ofNumbers, ...ofHeights, ...ofNames, ...ofAddresses],
  ...[...ofPages, ...ofIssuing, ...others],
];
