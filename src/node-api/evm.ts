/** APIs of a chain whose virtual machine is an EVM: the Ethereum API, that of Subnet-EVM about its validators, and that of the C-Chain about
 *  AVAX. */
import * as z from "zod";
import { getUtxos } from "./chain-methods.ts";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

/** A block of a synchronous chain has been executed when it is accepted. A block of an asynchronous chain is executed later: its gas and
 *  its base fee are limits, not those of its receipts (ACP-194). */
const header = z.object({
  number: w.quantity,
  /** Unix seconds. */
  timestamp: w.quantity,
  gasLimit: w.quantity,
  gasUsed: w.quantity,
  /** Smallest units of the token per unit of gas; absent before Apricot Phase 3. */
  baseFeePerGas: w.quantity.nullish(),
  /** Of an asynchronous chain only: the last settled block. */
  settledHeight: w.quantity.nullish(),
  /** Of an asynchronous chain: the gas target per second is 1,000,000 * e^(exponent / 2^25) (ACP-176). */
  targetExponent: w.quantity.nullish(),
  /** Of an asynchronous chain: the minimum base fee is e^(exponent / 415,828,534,307,635,077) smallest units of the token (ACP-283). */
  minPriceExponent: w.quantity.nullish(),
  /** Since Granite (ACP-226): the minimum delay is 1 ms * e^(excess / 2^20). */
  minDelayExcess: w.quantity.nullish(),
});

const upgrade = z.looseObject({ blockTimestamp: w.uint64.nullish() });
/** The content of upgrade.json, as Subnet-EVM returns it (params/extras/config.go, UpgradeConfig). */
const upgrades = z.looseObject({
  /** Unix seconds, by names that end with Timestamp. */
  networkUpgradeOverrides: z.record(w.text, z.unknown()).nullish(),
  stateUpgrades: w.listOf(upgrade).nullish(),
  /** Each by the name of its precompile. */
  precompileUpgrades: w.listOf(z.record(w.text, upgrade)).nullish(),
});

/** Errors of the virtual machine of a contract without the function. */
const noSuchFunction =
  /^(execution reverted|out of gas|invalid opcode|invalid jump destination|stack (underflow|limit))/;

// the node computes these methods without the lock of the chain
const { read } = methodsOf<string>({
  path: (chain) => `/ext/bc/${chain}/rpc`,
  selector: { of: "chain", default: "C" },
  isOfVm: true,
});

export const eth = {
  "eth.call": read({
    summary: "What a function of a contract returns, as bytes, at a block: latest, finalized, or a height.",
    params: z.object({
      transaction: z.object({ to: w.paramEvmAddress, data: w.hex, gas: w.paramQuantity.optional() }),
      block: z.string().min(1),
    }),
    result: w.hex,
    exampleParams: {
      transaction: { to: "0x0feedc0de0000000000000000000000000000000", data: "0x8da5cb5b", gas: "0x7a120" },
      block: "latest",
    },
    expectedErrors: { not_manager: noSuchFunction },
    quirks: [
      "The name on the wire is eth_call, and the parameters are a list.",
      "An address without a contract returns 0x. A contract without the function reverts, or returns what its fallback returns.",
    ],
  }),
  "eth.getBalance": read({
    summary:
      "Balance of an address in the smallest unit of the chain's native token, at a block: latest, finalized, or a height.",
    params: z.object({ address: w.paramEvmAddress, block: z.string().min(1) }),
    result: w.quantity,
    exampleParams: { address: "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC", block: "latest" },
    quirks: ["The name on the wire is eth_getBalance, and the parameters are a list."],
  }),
  "eth.feeConfig": read({
    summary: "Fee configuration of a Subnet-EVM chain, with the height of the block that changed it last.",
    result: z.object({ feeConfig: z.object({ targetBlockRate: w.uint64 }), lastChangedAt: w.uint64.optional() }),
    quirks: ["The name on the wire is eth_feeConfig.", "lastChangedAt is 0 if no block has changed it."],
  }),
  "eth.getChainConfig": read({
    summary: "Configuration of the chain, with the upgrades that the node has read from upgrade.json.",
    maxBodyBytes: 8 * mebibyte,
    result: z.object({ chainId: w.uint64, upgrades: upgrades.nullish() }),
    quirks: [
      "The name on the wire is eth_getChainConfig.",
      "A node reads upgrade.json at its start only. The C-Chain has no upgrades.",
      "Releases add members to the other parts: only upgrades can be compared between nodes.",
    ],
  }),
  "eth.getHeaderByNumber": read({
    summary: "Header of a block: latest, pending, finalized, or a height in hexadecimal digits.",
    params: z.object({ block: z.string().min(1) }),
    result: header,
    exampleParams: { block: "latest" },
    expectedErrors: { not_found: /^cannot query unfinalized data$/ },
    quirks: [
      "The name on the wire is eth_getHeaderByNumber, and the parameters are a list.",
      "Since Helicon, pending is the last accepted, latest the last executed and finalized the last settled block of the C-Chain (ACP-194).",
      "Since Helicon, gasUsed and baseFeePerGas of the C-Chain are upper limits: the receipts have the gas and the fee that were charged.",
    ],
  }),
};

/** Returns the members of a request. The Ethereum API has an underscore in its names, and lists of parameters. */
export function requestOf(method: string, params: unknown) {
  if (!Object.hasOwn(eth, method)) return { method, params };
  const { shape } = eth[method as keyof typeof eth].params as unknown as z.ZodObject;
  const given = params as Readonly<Record<string, unknown>>;
  return { method: method.replace(".", "_"), params: Object.keys(shape).map((name) => given[name]) };
}

const validator = z.object({
  validationID: w.id,
  nodeID: w.nodeId,
  weight: w.uint64,
  startTimestamp: w.unixTime.optional(),
  isActive: z.boolean(),
  /** False for a validator of a subnet, and for one from before the conversion to an L1. */
  isL1Validator: z.boolean().optional(),
  isConnected: z.boolean(),
  /** Absent if it is not from 0 to 100, because the clocks of validators and of the node differ. */
  uptimePercentage: w.lenient(w.percent),
  uptimeSeconds: w.uint64,
});

// the virtual machine reads the validators from the P-Chain, under its lock
const validatorsApi = methodsOf<string>({
  path: (chain) => `/ext/bc/${chain}/validators`,
  lock: () => "P",
  selector: { of: "chain" },
  isOfVm: true,
});

export const subnetEvm = {
  "validators.getCurrentValidators": validatorsApi.read({
    summary: "Validators of an L1 or subnet as its Subnet-EVM chain counts them: uptime, connection, weight.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    params: z.object({ nodeIDs: z.array(w.paramNodeId).optional() }),
    result: z
      .object({ validators: w.listOf(validator) })
      .superRefine(w.uniqueBy(({ validators }) => validators.map(({ validationID }) => validationID))),
    expectedErrors: { not_counted: /validationID not found/ },
    quirks: [
      "Fails as a whole for up to a minute after the registration of a validator: validationID not found.",
      "Numbers are numbers in JSON, not strings as in other methods.",
      "Only a node that runs the chain serves it, unless its configuration has validators-api-enabled: false.",
      "The uptime is that which the queried node observes; it counts itself as always connected.",
      "A validator from before the conversion has the ID of the transaction that added it as validationID.",
      "The list is empty on a node without sybil protection; its order is not defined.",
    ],
  }),
};

/** API of the C-Chain for AVAX that comes from the P- and X-Chain. */
const avaxApi = methodsOf({ path: () => "/ext/bc/C/avax", lock: () => "C" });

export const avax = {
  "avax.getUTXOs": avaxApi.read({
    ...getUtxos,
    summary: "One page of the UTXOs that another chain has exported to the given addresses of the C-Chain.",
    params: getUtxos.params.extend({ sourceChain: w.paramAliasOrId }),
    exampleParams: { addresses: ["C-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u"], sourceChain: "P", limit: 1 },
    quirks: [
      ...getUtxos.quirks.slice(0, 2),
      "sourceChain is required: the C-Chain has no UTXOs of its own. The encoding json is not supported.",
      "The path exists only for the C-Chain.",
    ],
  }),
};
