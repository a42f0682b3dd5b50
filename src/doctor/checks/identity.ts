import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { count, some, versionIn } from "../words.ts";

/** Each on a connection of its own: what balances connections gives each to another node. */
const connections = 4;

export const identity = check({
  name: "identity",
  decides: true,
  async gather({ ask, apart }) {
    const own = await ask("info.getNodeID", {});
    const height = own.error ? await ask("platform.getHeight", {}) : own;
    const others: (string | undefined)[] = [];
    for (let i = 0; i < connections; i++) others.push((await apart("info.getNodeID", {})).nodeId);
    return {
      nodeId: own.value?.nodeID ?? height.nodeId,
      seen: [own.nodeId, ...others].filter((id) => id !== undefined),
      version: (await ask("info.getNodeVersion", {})).value?.version,
      networkID: (await ask("info.getNetworkID", {})).value?.networkID,
      networkName: (await ask("info.getNetworkName", {})).value?.networkName,
    };
  },
  judge({ nodeId, seen, version, networkID, networkName }, { set, name }): readonly Finding[] {
    const nodes = [...new Set(seen)];
    if (nodes.length > 1) {
      return [
        problem(`${count(seen.length)} connections reached ${count(nodes.length)} nodes: ${some(nodes)}.`, {
          why: "There is a load balancer, or a name for several nodes. Rounds in which more than one answers are thrown away, heights jump back and forth, and uptimes are now one node's view and now another's. Nothing further is looked at: it would be true of one node only.",
          fix: [
            `Point the exporter at one node: ${set("node.url", "http://ONE-NODE:9650")}.`,
            ...(name === "" ? ["To follow all of them, name each below `nodes:` in the file."] : []),
          ],
        }),
      ];
    }
    const release = version === undefined ? undefined : (versionIn(version) ?? version);
    const who = nodeId ?? "A node that does not tell its ID";
    const what = release === undefined ? "does not tell its version" : `runs AvalancheGo ${release}`;
    const where = networkName ?? (networkID === undefined ? undefined : `network ${networkID}`);
    return [ok(`${who} ${what}${where === undefined ? "" : `, on ${where}`}.`)];
  },
});
