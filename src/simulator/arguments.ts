/** Arguments of every method, read as Go types: missing and null members have the zero value. */
import type { RpcMethodName } from "../api/contract.ts";
import { idError, nodeIdError, primaryNetwork } from "../api/ids.ts";

/** Methods of the node that are not in the contract. */
export const undocumentedMethods = ["admin.getConfig", "admin.dbGet"] as const;
export type MethodName = RpcMethodName | (typeof undocumentedMethods)[number];

type Members = Readonly<Record<string, unknown>>;
/** `read` returns undefined for invalid values. */
type Kind = { readonly zero: unknown; readonly read: (value: unknown) => unknown };
type Fields = Readonly<Record<string, Kind>>;

const isObject = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const onlyText = (fits: (value: string) => boolean) => (value: unknown) =>
  typeof value === "string" && fits(value) ? value : undefined;

const text: Kind = { zero: "", read: onlyText(() => true) };
const flag: Kind = { zero: false, read: (value) => (typeof value === "boolean" ? value : undefined) };
const id: Kind = { zero: primaryNetwork, read: onlyText((value) => idError(value) === undefined) };
const nodeId: Kind = { zero: "", read: onlyText((value) => nodeIdError(value) === undefined) };

/** Unsigned integer, as a number or decimal string. */
function unsigned(bits: bigint): Kind {
  const isOne = (value: string | number | bigint) => /^\d+$/.test(String(value)) && BigInt(value) < 2n ** bits;
  const isScalar = (value: unknown) => ["string", "number", "bigint"].includes(typeof value);
  return {
    zero: 0,
    read: (value) => (isScalar(value) && isOne(value as string | number | bigint) ? value : undefined),
  };
}
const [uint16, uint32, uint64] = [unsigned(16n), unsigned(32n), unsigned(64n)];
const maxUint64 = String(2n ** 64n - 1n);
/** The maximum means "proposed" internally, and is rejected as a number. */
const height: Kind = {
  zero: 0,
  read: (value) => (value === "proposed" ? value : String(value) === maxUint64 ? undefined : uint64.read(value)),
};

/** One of these words, case-insensitive. */
const word = (words: readonly string[], zero?: string): Kind => ({
  zero,
  read: (value) => words.find((each) => typeof value === "string" && each.toUpperCase() === value.toUpperCase()),
});
const encoding = word(["hex", "hexc", "hexnc", "json"], "hex");
const level = word(["OFF", "FATAL", "ERROR", "WARN", "INFO", "TRACE", "DEBUG", "VERBO"]);

const list = ({ zero, read }: Kind): Kind => ({
  zero: [],
  read(value) {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item) => (item === null ? zero : read(item)));
    return items.includes(undefined) ? undefined : items;
  },
});
const object = (fields: Fields): Kind => ({
  zero: undefined,
  read: (value) => (isObject(value) ? readMembers(value, fields) : undefined),
});

/** Returns the values of a field. Go's encoding/json reads names of any case, ignores null, and keeps the last value. */
const valuesOf = (given: Members, field: string) =>
  Object.entries(given).flatMap(([name, value]) =>
    name.toLowerCase() === field.toLowerCase() && value !== null && value !== undefined ? [value] : [],
  );

function readMembers(given: Members, fields: Fields): Members | undefined {
  const members: Record<string, unknown> = {};
  for (const [name, { zero, read }] of Object.entries(fields)) {
    const values = valuesOf(given, name).map(read);
    if (values.includes(undefined)) return undefined;
    const member = values.length > 0 ? values.at(-1) : zero;
    if (member !== undefined) members[name] = member;
  }
  return members;
}

const none: Fields = {};
const [ofSubnet, ofBlock, ofTx] = [{ subnetID: id }, { blockID: id, encoding }, { txID: id, encoding }];
const atHeight = { height: uint64, encoding };
const ofTags = { tags: list(text) };
const signed = { tx: text, encoding };
const startIndex = object({ address: text, utxo: text });
const ofUtxos = { addresses: list(text), sourceChain: text, limit: uint32, startIndex, encoding };

const fieldsOf: Readonly<Record<MethodName, Fields>> = {
  "admin.alias": { endpoint: text, alias: text },
  "admin.aliasChain": { chain: text, alias: text },
  "admin.dbGet": { key: text },
  "admin.getChainAliases": { chain: text },
  "admin.getConfig": none,
  "admin.getLoggerLevel": { loggerName: text },
  "admin.loadVMs": none,
  "admin.lockProfile": none,
  "admin.memoryProfile": none,
  "admin.setLoggerLevel": { loggerName: text, logLevel: level, displayLevel: level },
  "admin.startCPUProfiler": none,
  "admin.stopCPUProfiler": none,
  "avm.getAllBalances": { address: text, includePartial: flag },
  "avm.getAssetDescription": { assetID: text },
  "avm.getBalance": { address: text, assetID: text, includePartial: flag },
  "avm.getBlock": ofBlock,
  "avm.getBlockByHeight": atHeight,
  "avm.getHeight": none,
  "avm.getTx": ofTx,
  "avm.getTxFee": none,
  "avm.getTxStatus": { txID: id },
  "avm.getUTXOs": ofUtxos,
  "avm.issueTx": signed,
  "health.health": ofTags,
  "health.liveness": ofTags,
  "health.readiness": ofTags,
  "index.getContainerByID": { id, encoding },
  "index.getContainerByIndex": { index: uint64, encoding },
  "index.getContainerRange": { startIndex: uint64, numToFetch: uint64, encoding },
  "index.getIndex": { id },
  "index.getLastAccepted": { encoding },
  "index.isAccepted": { id },
  "info.getBlockchainID": { alias: text },
  "info.getNetworkID": none,
  "info.getNetworkName": none,
  "info.getNodeID": none,
  "info.getNodeIP": none,
  "info.getNodeVersion": none,
  "info.getVMs": none,
  "info.isBootstrapped": { chain: text },
  "info.peers": { nodeIDs: list(nodeId) },
  "info.upgrades": none,
  "info.uptime": none,
  "platform.getAllValidatorsAt": { height },
  "platform.getBalance": { addresses: list(text) },
  "platform.getBlock": ofBlock,
  "platform.getBlockByHeight": atHeight,
  "platform.getBlockchainStatus": { blockchainID: text },
  "platform.getBlockchains": none,
  "platform.getCurrentSupply": ofSubnet,
  "platform.getCurrentValidators": { ...ofSubnet, nodeIDs: list(nodeId) },
  "platform.getFeeConfig": none,
  "platform.getFeeState": none,
  "platform.getHeight": none,
  "platform.getL1Validator": { validationID: id },
  "platform.getMinStake": ofSubnet,
  "platform.getProposedHeight": none,
  "platform.getRewardUTXOs": ofTx,
  "platform.getStake": { addresses: list(text), validatorsOnly: flag, encoding },
  "platform.getStakingAssetID": ofSubnet,
  "platform.getSubnet": ofSubnet,
  "platform.getSubnets": { ids: list(id) },
  "platform.getTimestamp": none,
  "platform.getTotalStake": ofSubnet,
  "platform.getTx": ofTx,
  "platform.getTxStatus": { txID: id },
  "platform.getUTXOs": ofUtxos,
  "platform.getValidatorFeeConfig": none,
  "platform.getValidatorFeeState": none,
  "platform.getValidatorsAt": { ...ofSubnet, height },
  "platform.issueTx": signed,
  "platform.sampleValidators": { ...ofSubnet, size: uint16 },
  "platform.validatedBy": { blockchainID: id },
  "platform.validates": ofSubnet,
  "proposervm.getCurrentEpoch": none,
  "proposervm.getProposedHeight": none,
  "wallet.issueTx": signed,
};

/** Reads arguments from an object, a list that begins with one, or nothing. Returns undefined if they are invalid. */
export function readArguments(name: MethodName, params: unknown): Members | undefined {
  const given: unknown = (Array.isArray(params) ? params[0] : params) ?? {};
  return isObject(given) ? readMembers(given, fieldsOf[name]) : undefined;
}

const needed: { readonly [N in MethodName]?: string } = {
  "platform.getBlockchainStatus": "blockchainID",
  "info.isBootstrapped": "chain",
};
/** Returns the name of a required member that is empty. */
export function emptyMember(name: MethodName, members: Members): string | undefined {
  const member = needed[name];
  return member !== undefined && members[member] === "" ? member : undefined;
}
