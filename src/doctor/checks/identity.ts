import { type Check, ok, problem } from "../check.ts";
import { count, some, versionIn } from "../words.ts";

/** A load balancer gives each connection to another node. */
const furtherConnections = 4;

export const identity: Check = {
  name: "identity",
  decides: true,
  async run({ ask, askApart, networkID, set, name }) {
    const own = await ask("info.getNodeID", {});
    const first = own.error ? await ask("platform.getHeight", {}) : own;
    const seen = [own.nodeId];
    for (let i = 0; i < furtherConnections; i++) seen.push((await askApart("info.getNodeID", {})).nodeId);
    const ids = seen.filter((id) => id !== undefined);
    const nodes = [...new Set(ids)];
    if (nodes.length > 1) {
      return problem(
        `${count(ids.length)} connections reached ${count(nodes.length)} nodes: ${some(nodes)}.`,
        "There is a load balancer, or a name for several nodes. Rounds in which more than one answers are thrown away, heights jump back and forth, and uptimes are now one node's view and now another's. Nothing further is looked at: it would be true of one node only.",
        `Point the exporter at one node: ${set("node.url", "http://ONE-NODE:9650")}.`,
        ...(name === "" ? ["To follow all of them, name each below `nodes:` in the file."] : []),
      );
    }
    const version = (await ask("info.getNodeVersion", {})).value?.version;
    const network = await networkID();
    const networkName = (await ask("info.getNetworkName", {})).value?.networkName;
    const who = own.value?.nodeID ?? first.nodeId ?? "A node that does not tell its ID";
    const what =
      version === undefined ? "does not tell its version" : `runs AvalancheGo ${versionIn(version) ?? version}`;
    const where = networkName ?? (network === undefined ? undefined : `network ${network}`);
    return ok(`${who} ${what}${where === undefined ? "" : `, on ${where}`}.`);
  },
};
