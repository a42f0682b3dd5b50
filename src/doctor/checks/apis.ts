import { methodOf, type RpcMethodName } from "../../contract/contract.ts";
import { type Check, type Finding, ok, problem } from "../check.ts";
import { type Interview, isIdle, type Round } from "../interview.ts";
import { list, namesOf } from "../words.ts";

const indexing = "--index-enabled";

const flagOf = (method: RpcMethodName) => methodOf(method).endpoint.flag;
const nameOf = (flag: string) => flag.replace(/^--(api-)?|-enabled$/g, "");

/** Returns the flags of the APIs that are off. An index answers 404 also if its chain is not there, so only the P-Chain's counts. */
const offIn = ({ calls }: Round) =>
  calls.flatMap(({ method, at, reply }) => {
    const flag = flagOf(method);
    return reply.error?.unavailable === "api_off" && (flag !== indexing || at?.startsWith("P/")) ? (flag ?? []) : [];
  });

function turnOn(flag: string): string {
  if (flag === indexing)
    return "Start the node with `--index-enabled=true --index-allow-incomplete=true`. Without the second flag, a node that has run without an index does not start. The index begins with the next block.";
  const warning =
    ". This API allows any caller to reconfigure the node: enable it only if the port is not reachable by others";
  return `Start the node with \`${flag}=true\`${flag === "--api-admin-enabled" ? warning : ""}.`;
}

function apiOff(flag: string, rounds: readonly Round[], { set }: Interview): Finding {
  const lack = rounds.length > 1 ? "Affected collectors" : "Affected collector";
  const further = flag === "--api-info-enabled" ? " The version and the network are unknown as well." : "";
  const changes = rounds
    .filter((round) => isIdle(round))
    .map(({ job }) => set(`collector.${job.collector.name}`, false))
    .join(" ");
  return problem(
    `The ${nameOf(flag)} API of the node is disabled (404).`,
    `${lack}: ${namesOf(rounds)}.${further}`,
    turnOn(flag),
    ...(changes ? [`Or, to keep it disabled: ${changes}.`] : []),
  );
}

export const apis: Check = {
  name: "apis",
  async run(node) {
    const rounds = await node.rounds();
    const off = [...new Set(rounds.flatMap(offIn))];
    if (off.length > 0) {
      const affected = (flag: string) => rounds.filter((round) => offIn(round).includes(flag));
      return off.map((flag) => apiOff(flag, affected(flag), node));
    }
    const used = rounds.flatMap(({ calls }) => calls.flatMap(({ method }) => flagOf(method) ?? []));
    const names = [...new Set(used)].map(nameOf).sort();
    return names.length > 0 ? [ok(`All required APIs are enabled: ${list(names)}.`)] : [];
  },
};
