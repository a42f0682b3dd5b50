/** Facts that follow from a network's ID. */
const prefixes: Readonly<Record<number, string>> = { 1: "avax", 5: "fuji", 12345: "local" };
/** Returns the beginning of the addresses of a network, after the chain and the hyphen. */
export const addressPrefix = (networkID: number): string => prefixes[networkID] ?? "custom";

/** Returns the addresses that are of another network. */
export const addressesOfOtherNetworks = (addresses: readonly string[], networkID: number): readonly string[] =>
  addresses.filter((address) => address.slice(2, address.lastIndexOf("1")) !== addressPrefix(networkID));

/** Returns whether there are always transactions: on other networks a chain may stand still for days. */
export const isPublic = (networkID: number | undefined) => networkID === 1 || networkID === 5;
