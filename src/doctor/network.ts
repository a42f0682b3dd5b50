/** Properties derived from the network ID. */
const prefixes: Readonly<Record<number, string>> = { 1: "avax", 5: "fuji", 12345: "local" };
/** Returns the prefix of addresses of a network, after the chain and the hyphen. */
export const addressPrefix = (networkID: number): string => prefixes[networkID] ?? "custom";

/** Returns the addresses that belong to another network. */
export const addressesOfOtherNetworks = (addresses: readonly string[], networkID: number): readonly string[] =>
  addresses.filter((address) => address.slice(2, address.lastIndexOf("1")) !== addressPrefix(networkID));

/** Returns whether the network always has transactions: on other networks a chain can be idle for days. */
export const isPublic = (networkID: number | undefined) => networkID === 1 || networkID === 5;
