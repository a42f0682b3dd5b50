/** What a network's ID tells. */
import type { Interview } from "./interview.ts";

const prefixes: Readonly<Record<number, string>> = { 1: "avax", 5: "fuji", 12345: "local" };
/** What the addresses of a network begin with, after the chain and the hyphen. */
export const addressPrefix = (networkID: number): string => prefixes[networkID] ?? "custom";

const prefixOf = (address: string) => address.slice(2, address.lastIndexOf("1"));
export const strangersAmong = (addresses: readonly string[], networkID: number): readonly string[] =>
  addresses.filter((address) => prefixOf(address) !== addressPrefix(networkID));

/** Somebody always makes transactions there: on other networks a chain may stand still for days. */
export const isPublic = (networkID: number | undefined) => networkID === 1 || networkID === 5;

/** undefined where the info API is off. */
export const networkOf = async ({ ask }: Pick<Interview, "ask">): Promise<number | undefined> =>
  (await ask("info.getNetworkID", {})).value?.networkID;
