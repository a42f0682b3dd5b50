/** Ethereum API of the C-Chain and of the first L1. */
import type { Params, WireResult } from "../../node-api/contract.ts";
import { evmAddressError } from "../../node-api/ids.ts";
import { managerAddress } from "../l1s.ts";
import { RpcError } from "../rpc.ts";
import { l1HeightAt, ownL1 } from "./chain-health.ts";
import type { Context, Handlers } from "./types.ts";
import { managerResult } from "./validator-manager.ts";

const gigaUnits = 10n ** 9n;
/** Delay from execution to settlement of a C-Chain block. */
const settlesAfterMs = 5000;
/** e^(excess / 2^20) ms is one second on the C-Chain and two on the L1. */
const delayExcess = { c: 7_243_307n, l1: 7_970_124n };
const invalidHex = "invalid argument 0: json: cannot unmarshal invalid hex string into Go value of type common.Address";
const hex = (value: number | bigint) => `0x${value.toString(16)}`;

type Block = { readonly height: number; readonly at: number };
type Call = Params<"eth.call">["transaction"];
type Header = WireResult<"eth.getHeaderByNumber">;

/** Gas and base fee that vary with the height. */
const headerOf = ({ height, at }: Block, gasLimit: number, baseFee: bigint, excess: bigint): Header => ({
  number: hex(height),
  timestamp: hex(Math.floor(at / 1000)),
  gasLimit: hex(gasLimit),
  gasUsed: hex(21_000 * (1 + ((height * 7) % 50))),
  baseFeePerGas: hex(baseFee + BigInt(height % 100) * 10_000n),
  minDelayExcess: hex(excess),
});

/** Exponents of a gas target of 4,000,000 per second, and of a minimum base fee of one unit, as on mainnet. */
const exponents = { targetExponent: hex(46_516_320n), minPriceExponent: hex(10_888_869_450_403_096n) };
/** Returns the fields that blocks of the C-Chain have since Helicon. */
const asynchronous = ({ chain }: Context, { at }: Block): Partial<Header> =>
  at / 1000 < chain.helicon ? {} : { ...exponents, settledHeight: hex(chain.c(at - settlesAfterMs).height) };

/** Returns the last executed block of the C-Chain at a time in milliseconds. */
function executed({ chain, node }: Context, now: number): Block {
  const { height, acceptedAt } = chain.c(Math.min(now, node.start + 1000 * node.executionStallsAfter));
  return { height, at: acceptedAt };
}

/** Returns the last settled (finalized, safe) or executed block of the C-Chain. By default, `pending` is the last executed one, too:
 *  AvalancheGo vms/saevm/cchain/config.go. */
const lastOnC = (context: Context, block: string): Block =>
  executed(context, ["finalized", "safe"].includes(block) ? context.now - settlesAfterMs : context.now);

/** Returns the block that the parameter names, and throws if it is not accepted yet. */
function blockOf(context: Context, block: string, selector: string): Block {
  const isLast = ["latest", "safe", "finalized", "pending"].includes(block);
  const asked = isLast ? undefined : Number(block);
  if (asked !== undefined && !Number.isSafeInteger(asked)) throw new RpcError("invalid argument 0: hex string");
  const isOnC = selector === "C";
  if (!isOnC && !ownL1(context)) throw new RpcError("no such chain");
  const last = isOnC ? lastOnC(context, block) : l1HeightAt(context, context.now);
  if (asked === undefined) return last;
  if (asked > last.height) throw new RpcError("cannot query unfinalized data");
  return { height: asked, at: isOnC ? context.chain.cAcceptedAt(asked) : last.at };
}

/** Returns up to 100 tokens, by the digits of the address. Each block costs a fee of one gas unit. */
const balanceOf = (address: string, { height }: Block): bigint =>
  (BigInt(address) % 100_000n) * 10n ** 15n + 10n ** 18n - BigInt(height) * gigaUnits;

/** A contract of the genesis of the C-Chain, which has no function that tests call. */
const genesisContract = "0x0100000000000000000000000000000000000000";
/** Returns its input. */
const identityContract = "0x0000000000000000000000000000000000000004";

/** Returns what a contract returns, and throws if it does not have the function. Addresses without a contract return nothing. */
function resultOf(context: Context, { to, data }: Call, selector: string): string {
  const address = to.toLowerCase();
  if (address === identityContract) return data;
  const l1 = ownL1(context);
  if (selector !== "C" && l1 && address === managerAddress) return managerResult(context, l1, data);
  if (selector === "C" && address === genesisContract) throw new RpcError("execution reverted");
  return "0x";
}

const feeConfig = {
  gasLimit: 15_000_000,
  targetBlockRate: 2,
  minBaseFee: Number(25n * gigaUnits),
  targetGas: 15_000_000,
  baseFeeChangeDenominator: 36,
  minBlockGasCost: 0,
  maxBlockGasCost: 1_000_000,
  blockGasCostStep: 200_000,
};
/** Returns the upgrades that the node has read from upgrade.json of the L1. */
function upgradesOf({ node: { start, l1UpgradesAfter } }: Context) {
  if (!Number.isFinite(l1UpgradesAfter)) return {};
  const blockTimestamp = Math.floor(start / 1000) + l1UpgradesAfter;
  return { precompileUpgrades: [{ feeManagerConfig: { blockTimestamp, disable: true } }] };
}
const isServedTo = (context: Context, selector: string) => {
  if (selector !== "C" && !ownL1(context)) throw new RpcError("no such chain");
};

export const evm = {
  "eth.feeConfig": (context, _params, selector) => {
    isServedTo(context, selector);
    if (selector === "C") throw new RpcError("the method eth_feeConfig does not exist/is not available");
    return { feeConfig, lastChangedAt: 0 };
  },
  "eth.getChainConfig": (context, _params, selector) => {
    isServedTo(context, selector);
    return selector === "C" ? { chainId: 43_114 } : { chainId: 99_999, feeConfig, upgrades: upgradesOf(context) };
  },
  "eth.call": (context, { transaction, block }, selector) => {
    blockOf(context, block, selector);
    return resultOf(context, transaction, selector);
  },
  "eth.getHeaderByNumber": (context, { block }, selector) => {
    const found = blockOf(context, block, selector);
    return selector === "C"
      ? { ...headerOf(found, 30_000_000, gigaUnits / 50n, delayExcess.c), ...asynchronous(context, found) }
      : headerOf(found, 15_000_000, 25n * gigaUnits, delayExcess.l1);
  },
  "eth.getBalance": (context, { address, block }, selector) => {
    const { length } = address.slice(2);
    if (length !== 40)
      throw new RpcError(`invalid argument 0: hex string has length ${length}, want 40 for common.Address`);
    if (evmAddressError(address)) throw new RpcError(invalidHex);
    return hex(balanceOf(address, blockOf(context, block, selector)));
  },
} satisfies Partial<Handlers>;
