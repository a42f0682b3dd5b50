/** The node's own words. */
export const texts = {
  notFound: "404 page not found\n",
  bootstrapping: "API call rejected because chain is not done bootstrapping\n",
  invalidHost: "invalid host specified\n",
  badArgument:
    "couldn't unmarshal an argument. Ensure arguments are valid and properly formatted. See documentation for example calls",
  upperCase: "method must start with a non-uppercase letter",
  shortId: "input string is smaller than the checksum size",
  notSubnet: "the primary network isn't a subnet",
  noContainers: "no containers have been accepted",
  unfinalized: (subnetID: string, tip: number, height: string | number) =>
    `failed to get validator set at ${height}: failed to fetch validator set at unfinalized height with SubnetID = ${subnetID}: current P-chain height (${tip}) < requested P-Chain height (${height})`,
  noMethod: (method: string) => `rpc: can't find method ${JSON.stringify(method)}`,
  noService: (method: string) => `rpc: can't find service ${JSON.stringify(method)}`,
  illFormed: (method: string) => `rpc: service/method request ill-formed: ${JSON.stringify(method)}`,
};
