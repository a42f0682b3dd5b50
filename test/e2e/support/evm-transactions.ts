/** Transactions of EVM chains, signed with the local network's public test key. */
import { secp256k1 } from "@avalabs/avalanchejs";
import { keccak_256 } from "@noble/hashes/sha3";
import type { Asked } from "./avalanche-node.ts";
import { eventually } from "./programs.ts";
import { key } from "./wallet.ts";

/** The address of the key. */
export const sender = "0x8db97C7cEcE249c2b98bDC0226Cc4C2A57BF52FC";
const receiver = "0a11ce0000000000000000000000000000000000";
const transferGas = 21_000n;
/** Enough for a call of a contract and for the creation of a small one. */
const callGas = 1_000_000n;
/** Above every base fee of these tests. */
const gasPrice = 1_000n * 10n ** 9n;

/** Genesis of a chain of Subnet-EVM that gives the key its tokens. The base fee rises with a gas target so low. */
export const evmGenesis = {
  config: {
    chainId: 99_999,
    ...Object.fromEntries(
      [
        "homestead",
        "eip150",
        "eip155",
        "eip158",
        "byzantium",
        "constantinople",
        "petersburg",
        "istanbul",
        "muirGlacier",
      ].map((fork) => [`${fork}Block`, 0]),
    ),
    feeConfig: {
      gasLimit: 15_000_000,
      targetBlockRate: 2,
      minBaseFee: 25_000_000_000,
      targetGas: 50_000,
      baseFeeChangeDenominator: 36,
      minBlockGasCost: 0,
      maxBlockGasCost: 1_000_000,
      blockGasCostStep: 200_000,
    },
  },
  alloc: { [sender.slice(2)]: { balance: "0x52b7d2dcc80cd2e4000000" } },
  nonce: "0x0",
  timestamp: "0x0",
  extraData: "0x",
  gasLimit: "0xe4e1c0",
  difficulty: "0x0",
  mixHash: `0x${"00".repeat(32)}`,
  coinbase: `0x${"00".repeat(20)}`,
  number: "0x0",
  gasUsed: "0x0",
  parentHash: `0x${"00".repeat(32)}`,
};

type Item = Uint8Array | readonly Item[];

/** Big-endian without leading zeros; 0 has no byte. */
function bytesOf(value: bigint): Buffer {
  if (value === 0n) return Buffer.alloc(0);
  const hex = value.toString(16);
  return Buffer.from(hex.padStart(hex.length + (hex.length % 2), "0"), "hex");
}

/** Recursive Length Prefix, the encoding of transactions. */
function encode(item: Item): Buffer {
  const isBytes = item instanceof Uint8Array;
  const body = isBytes ? Buffer.from(item) : Buffer.concat(item.map(encode));
  if (isBytes && body.length === 1 && (body[0] ?? 0) < 0x80) return body;
  const offset = isBytes ? 0x80 : 0xc0;
  if (body.length < 56) return Buffer.concat([Buffer.of(offset + body.length), body]);
  const length = bytesOf(BigInt(body.length));
  return Buffer.concat([Buffer.of(offset + 55 + length.length), length, body]);
}

/** `to` and `data` in hexadecimal digits; without `to` it creates a contract. */
type Transaction = { readonly to: string; readonly data: string; readonly gas: bigint; readonly value: bigint };
const transfer: Transaction = { to: receiver, data: "", gas: transferGas, value: 1n };

/** A transaction that is signed with the ID of the chain (EIP-155). */
async function signed({ to, data, gas, value }: Transaction, chainId: bigint, nonce: bigint): Promise<string> {
  const [receiverBytes, dataBytes] = [Buffer.from(to, "hex"), Buffer.from(data, "hex")];
  const parts = [bytesOf(nonce), bytesOf(gasPrice), bytesOf(gas), receiverBytes, bytesOf(value), dataBytes];
  const hash = keccak_256(encode([...parts, bytesOf(chainId), Buffer.alloc(0), Buffer.alloc(0)]));
  const signature = Buffer.from(await secp256k1.signHash(hash, key));
  const number = (from: number, to: number) => bytesOf(BigInt(`0x${signature.toString("hex", from, to)}`));
  const recovery = bytesOf(chainId * 2n + 35n + BigInt(signature[64] ?? 0));
  return `0x${encode([...parts, recovery, number(0, 32), number(32, 64)]).toString("hex")}`;
}

type Receipt = { readonly blockNumber: string; readonly status: string; readonly contractAddress: string | null };

/** Sends transactions at once, and resolves to the receipt of the last one. */
async function send(node: Asked, chain: string, transactions: readonly Transaction[]): Promise<Receipt> {
  const ask = (method: string, ...params: readonly unknown[]) => node.ask(`/ext/bc/${chain}/rpc`, method, params);
  const chainId = BigInt(await ask("eth_chainId"));
  const next = BigInt(await ask("eth_getTransactionCount", sender, "latest"));
  let last: unknown;
  for (const [i, one] of transactions.entries())
    last = await ask("eth_sendRawTransaction", await signed(one, chainId, next + BigInt(i)));
  return eventually(
    "the last transaction in a block",
    async () => (await ask("eth_getTransactionReceipt", last)) ?? undefined,
  );
}

/** Sends transfers at once, and resolves to the number of the block that has the last one. */
export const sendTransfers = async (node: Asked, chain: string, count: number): Promise<number> =>
  Number((await send(node, chain, Array(count).fill(transfer))).blockNumber);

/** Calls a contract once for each data. */
export const sendCalls = (node: Asked, chain: string, to: string, data: readonly string[]): Promise<Receipt> =>
  send(
    node,
    chain,
    data.map((one) => ({ to: to.slice(2), data: one, gas: callGas, value: 0n })),
  );

/** Creates a contract, and resolves to its address. */
export async function createContract(node: Asked, chain: string, creation: string): Promise<string> {
  const { contractAddress } = await send(node, chain, [{ to: "", data: creation, gas: callGas, value: 0n }]);
  return contractAddress ?? "";
}
