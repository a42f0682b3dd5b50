import { createHash } from "node:crypto";
import type { Asked } from "../avalanche-node.ts";

/** The text before a value on the page, and the value. */
export type Sample = readonly [series: string, value: number];
/** An integer as in the node's JSON, exact at any size. */
export type Whole = string | number | bigint;

/** As documented in docs/metrics.md. */
const maxLength = 512;

/** Returns a label value in the form that the README promises. */
function published(text: string): string {
  const plain = text.replace(/[^\P{Cc}\n]|\p{Cs}/gu, "\ufffd");
  if (plain === text && text.length <= maxLength) return text;
  const digest = createHash("sha256").update(text, "utf16le").digest("base64url").slice(0, 22);
  return `${plain.slice(0, maxLength - 23)}…${digest}`;
}

/** `labels` in the catalog's order; one without a value is left out. */
export function sample(name: string, value: Whole | boolean, labels: Readonly<Record<string, string>> = {}): Sample {
  const known = Object.entries(labels).filter(([, text]) => text !== "");
  const pairs = known.map(([label, text]) => `${label}=${JSON.stringify(published(text))}`);
  return [pairs.length > 0 ? `${name}{${pairs.join(",")}}` : name, Number(value)];
}

/** nAVAX as AVAX. */
export const avax = (nano: Whole) => Number(`${nano}e-9`);
/** The node's percentages, as text. */
export const ratio = (percent: string) => Number(`${percent}e-2`);
/** RFC 3339 as Unix seconds. */
export const seconds = (time: string) => Date.parse(time) / 1000;
export const sum = (values: readonly bigint[]) => values.reduce((total, value) => total + value, 0n);

export const onP = (node: Asked, method: string, params?: object) => node.ask("/ext/bc/P", method, params);

/** Returns undefined if the node's error means that the data is unavailable. Other errors are thrown. */
export async function unless<T>(absent: RegExp, answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof Error && absent.test(error.message)) return undefined;
    throw error;
  }
}
/** The method came with a later version of the node. */
export const unknownMethod = /can't find method/;
/** The node serves no such API or chain. */
export const notServed = /: 404 /;
