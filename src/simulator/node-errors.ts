/** Error messages of AvalancheGo. */
export const nodeErrors = {
  notFound: "404 page not found\n",
  bootstrapping: "API call rejected because chain is not done bootstrapping\n",
  invalidHost: "invalid host specified\n",
  badArgument:
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  upperCase: "method must start with a non-uppercase letter",
  shortId: "input string is smaller than the checksum size",
  wrongChecksum: "invalid input checksum",
  notSubnet: "the primary network isn't a subnet",
  noContainers: "no containers have been accepted",
  /** For the validator set of one subnet, or of all. */
  unfinalized(height: string, tip: number, subnetID?: string) {
    const sets = subnetID === undefined ? "sets" : "set";
    const ofSubnet = subnetID === undefined ? "" : ` with SubnetID = ${subnetID}`;
    const heights = `current P-chain height (${tip}) < requested P-Chain height (${height})`;
    return `failed to get validator ${sets} at ${height}: failed to fetch validator set at unfinalized height${ofSubnet}: ${heights}`;
  },
  noMethod: (method: string) => `rpc: can't find method ${JSON.stringify(method)}`,
  noService: (method: string) => `rpc: can't find service ${JSON.stringify(method)}`,
  illFormed: (method: string) => `rpc: service/method request ill-formed: ${JSON.stringify(method)}`,
};
