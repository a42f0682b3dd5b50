/** The node's own words. */
export const texts = {
  notFound: "404 page not found\n",
  bootstrapping: "API call rejected because chain is not done bootstrapping\n",
  invalidHost: "invalid host specified\n",
  badArgument:
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  upperCase: "method must start with a non-uppercase letter",
  shortId: "input string is smaller than the checksum size",
  noContainers: "no containers have been accepted",
  noMethod: (method: string) => `rpc: can't find method ${JSON.stringify(method)}`,
  noService: (method: string) => `rpc: can't find service ${JSON.stringify(method)}`,
  illFormed: (method: string) => `rpc: service/method request ill-formed: ${JSON.stringify(method)}`,
};

/** An error that the node answers in JSON. */
export class RefusalError extends Error {
  override readonly name = "RefusalError";
}

const nanoDigits = 9;
/** Seconds, with as many digits as it takes. */
export const rfc3339 = (milliseconds: number, nanoseconds = 0): string => {
  const [whole = "", fraction = ""] = new Date(milliseconds).toISOString().slice(0, -1).split(".");
  const digits = (fraction + String(nanoseconds).padStart(nanoDigits - fraction.length, "0")).replace(/0+$/, "");
  return digits === "" ? `${whole}Z` : `${whole}.${digits}Z`;
};
export const percentage = (ratio: number): string => (100 * ratio).toFixed(4);
/** For what the node gives as JSON number: bigint only beyond what a number holds. */
export const asNumber = (value: bigint): number | bigint =>
  value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : value;
