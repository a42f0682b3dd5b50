/** Parses addresses and chain names, with the errors of AvalancheGo. */
import { bech32, bech32m } from "@scure/base";
import { primaryNetwork, toCb58 } from "../../node-api/ids.ts";
import { cb58Error } from "../cb58.ts";
import type { ChainName } from "../chain-names.ts";
import { address } from "../codec/combinators.ts";
import { chainIdOf } from "../ledger/chain-ledger.ts";
import { RpcError } from "../rpc.ts";
import { chainNamed } from "./info.ts";
import type { Context } from "./types.ts";

const letters = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const checksumLength = 6;
const [minLength, maxLength] = [8, 90];
const addressBytes = 20;
const quoted = (text: string) => JSON.stringify(text);

function formError(text: string): string | undefined {
  const length = Buffer.byteLength(text);
  if (length < minLength || length > maxLength) return `invalid bech32 string length ${length}`;
  const foreign = [...text].find((letter) => letter < "!" || letter > "~");
  if (foreign !== undefined) return `invalid character in string: '${foreign}'`;
  if (text !== text.toLowerCase() && text !== text.toUpperCase()) return "string not all lowercase or all uppercase";
  const one = text.lastIndexOf("1");
  if (one < 1 || one + checksumLength >= text.length) return `invalid separator index ${one}`;
  const unknown = [...text.toLowerCase().slice(one + 1)].find((letter) => !letters.includes(letter));
  return unknown && `invalid character not part of charset: ${unknown.charCodeAt(0)}`;
}

/** The error contains the bech32m checksum after the bech32 one. */
function checksumError(right: string, rightM: string, text: string): string | undefined {
  const [expected, other, got] = [right, rightM, text].map((each) => each.slice(-checksumLength));
  if (got === expected || got === other) return undefined;
  return `invalid checksum (expected (bech32=${expected}, bech32m=${expected}${other}), got ${got})`;
}

type Read = { readonly hrp: string; readonly bytes: Uint8Array };
function readBech32(given: string): Read | string {
  const message = formError(given);
  if (message) return message;
  const text = given.toLowerCase();
  const one = text.lastIndexOf("1");
  const hrp = text.slice(0, one);
  const words = [...text.slice(one + 1, -checksumLength)].map((letter) => letters.indexOf(letter));
  const wrong = checksumError(bech32.encode(hrp, words, false), bech32m.encode(hrp, words, false), text);
  return wrong ?? { hrp, bytes: bech32.fromWordsUnsafe(words) ?? new Uint8Array() };
}

/** Returns the 20 bytes in cb58, or an error text. */
function readAddress(context: Context, utxoChain: ChainName, text: string): { readonly shortId: string } | string {
  const { network } = context.chain;
  const hyphen = text.indexOf("-");
  if (hyphen === -1) return "no separator found in address";
  const read = readBech32(text.slice(hyphen + 1));
  if (typeof read === "string") return read;
  const alias = text.slice(0, hyphen);
  const chain = chainNamed(context, alias);
  if (!chain) return `there is no ID with alias: ${alias}`;
  const { hrp, bytes } = read;
  if (hrp !== network.hrp) return `expected hrp ${quoted(network.hrp)} but got ${quoted(hrp)}`;
  if (bytes.length !== addressBytes) return `invalid hash length: expected 20 bytes but got ${bytes.length}`;
  const own = chainIdOf(utxoChain, network);
  if (chain.id !== own) return `mismatched chainIDs: expected ${quoted(own)} but got ${quoted(chain.id)}`;
  return { shortId: toCb58(bytes) };
}

/** Parses an address. `before` is the prefix of the error text. */
export function addressOf(context: Context, utxoChain: ChainName, text: string, before = ""): string {
  if (cb58Error(text, addressBytes) === undefined) return text;
  const read = readAddress(context, utxoChain, text);
  if (typeof read !== "string") return read.shortId;
  throw new RpcError(`${before}couldn't parse address ${quoted(text)}: ${read}`);
}
export const addressesOf = (context: Context, utxoChain: ChainName, texts: readonly string[]): string[] =>
  texts.map((text) => addressOf(context, utxoChain, text));

export const formatAddress = ({ chain: { network } }: Context, utxoChain: ChainName, shortId: string): string =>
  address.toJson(shortId, { alias: utxoChain, hrp: network.hrp }) as string;

/** Returns the ID of the source chain of an export; by default this chain. */
export function sourceOf(context: Context, utxoChain: ChainName, name: string): string {
  if (name === "") return chainIdOf(utxoChain, context.chain.network);
  const found = chainNamed(context, name);
  if (found) return found.id;
  throw new RpcError(`problem parsing source chainID ${quoted(name)}: there is no ID with alias: ${name}`);
}

export const noId = primaryNetwork;
