/** The table of calls per hour and collector, counted over the runs of one hour. */
import { defaultSettings } from "../../app/config/watch-schema.ts";
import type { Collector, RunClient, Settings } from "../../collectors/collector.ts";
import { milliseconds } from "../../lib/duration.ts";
import { formatCount } from "../../lib/text.ts";
import { contract, lockOf, methodOf, type ReadMethodName } from "../../node-api/contract.ts";
import { primaryChains, primaryNetwork } from "../../node-api/ids.ts";
import { maxConnectionAgeMs } from "../../node-api/transport.ts";
import { exampleResults } from "./example-results.ts";
import { code, table } from "./markdown.ts";

type Watch = Partial<Settings["watch"]>;
const elastic = "elastic";
const [pAddress = ""] = contract["platform.getUTXOs"].exampleParams.addresses;
const [xAddress = ""] = contract["avm.getUTXOs"].exampleParams.addresses;
const [cAddress = ""] = contract["avax.getUTXOs"].exampleParams.addresses;
const node = (subnet: string) => ({ node_ids: [{ id: "NodeID-", alias: "", subnet_ids: [subnet] }] });

/** One watched entity of each kind. */
const watchedEntities: Readonly<Record<string, Watch>> = {
  "a node": node(primaryNetwork),
  "a node on an L1": node("l1"),
  "an L1": { subnet_ids: [{ id: "l1", alias: "" }] },
  "an elastic subnet": { subnet_ids: [{ id: elastic, alias: "" }] },
  "a validation": { validation_ids: [{ id: "validation", alias: "" }] },
  "a chain": { blockchain_ids: [{ id: "chain", alias: "" }] },
  "a P-Chain address": { addresses: [{ id: pAddress, alias: "" }] },
  "an X-Chain address": { addresses: [{ id: xAddress, alias: "" }] },
  "a C-Chain address": { addresses: [{ id: cAddress, alias: "" }] },
  "an EVM address": { evm_addresses: [{ id: "0x", chain: "C", alias: "" }] },
};

type Asked = { readonly subnetID?: string; readonly nodeIDs?: readonly string[]; readonly alias?: string };

/** The chains of the primary network, which every node runs. */
const chains = primaryChains.map((chain) => ({
  chain,
  subnet_id: primaryNetwork,
  alias: "",
  disconnectedIds: new Set(),
}));

/** Returns the example of the result; of a node with elastic subnets, with a chain for each alias, and with each node on an L1. */
function answerOf(name: ReadMethodName, { subnetID, nodeIDs, alias }: Asked): unknown {
  const isElastic = name === "platform.getSubnet" && subnetID === elastic;
  const kind = isElastic ? { conversionID: primaryNetwork, subnetTransformationTxID: "transformation" } : {};
  const chain = name === "info.getBlockchainID" ? { blockchainID: alias } : {};
  const isOnL1 = name === "platform.getCurrentValidators" && subnetID === "l1" && nodeIDs;
  const member = exampleResults["platform.getL1Validator"];
  const members = isOnL1 ? { validators: [{ ...member, nodeID: nodeIDs[0] }] } : {};
  const example = exampleResults[name];
  return methodOf(name).result.parse(
    typeof example === "string" ? example : { ...example, ...kind, ...chain, ...members },
  );
}

type Calls = ReadonlyMap<ReadMethodName, number>;

async function callsOf(collector: Collector, watch: Watch): Promise<Calls> {
  const calls = new Map<ReadMethodName, number>();
  /** Times until which the results that stay the same are kept. */
  const kept = new Map<string, number>();
  let at = 0;
  const call = async (name: ReadMethodName, params: object) => {
    const key = `${name} ${JSON.stringify(params)}`;
    const answer = answerOf(name, params);
    if (at < (kept.get(key) ?? 0)) return answer;
    calls.set(name, (calls.get(name) ?? 0) + 1);
    if (methodOf(name).isFixed?.(answer)) kept.set(key, at + maxConnectionAgeMs);
    return answer;
  };
  const asked = {
    call,
    id: () => "NodeID-self",
    now: () => new Date(0),
    chains,
    network: "local",
    fees: {},
    upgrades: {},
  } as unknown as RunClient<ReadMethodName>;
  const session = collector
    .configure({ ...defaultSettings, watch: { ...defaultSettings.watch, ...watch } })
    ?.createSession();
  for (; session && at < milliseconds("1h"); at += milliseconds(collector.interval)) {
    await Promise.all(session.read(asked).map(async ({ result, map }) => [...map(await result)]));
  }
  return calls;
}

const beyond = (calls: Calls, other: Calls): Calls =>
  new Map(
    [...calls].map(([name, count]) => [name, count - (other.get(name) ?? 0)] as const).filter(([, more]) => more > 0),
  );

function row({ name }: Collector, of: string, calls: Calls): string[] {
  const locks = new Map<string, number>();
  for (const [method, count] of calls) {
    const lock = lockOf(methodOf(method));
    if (lock !== undefined) locks.set(lock, (locks.get(lock) ?? 0) + count);
  }
  const list = (counts: ReadonlyMap<string, number>, show: (key: string) => string) =>
    [...counts].map(([key, count]) => `${show(key)} ${formatCount(count)}`).join(", ");
  return [code(name), of, list(calls, code), list(locks, String)];
}

/** Returns the calls per hour of all collectors together while nothing is watched. */
export async function standingCalls(collectors: readonly Collector[]): Promise<Calls> {
  const all = new Map<ReadMethodName, number>();
  for (const collector of collectors) {
    for (const [name, count] of await callsOf(collector, {})) all.set(name, (all.get(name) ?? 0) + count);
  }
  return all;
}

async function rowsOf(collector: Collector): Promise<string[][]> {
  const always = await callsOf(collector, {});
  const rows = always.size > 0 ? [row(collector, "", always)] : [];
  for (const [entity, watch] of Object.entries(watchedEntities)) {
    const more = beyond(await callsOf(collector, watch), always);
    if (more.size > 0) rows.push(row(collector, entity, more));
  }
  return rows;
}

export async function costTable(collectors: readonly Collector[]): Promise<string> {
  const rows = await Promise.all(collectors.map((collector) => rowsOf(collector)));
  return table(["Collector", "Additional for", "Calls per hour", "Calls that hold a chain lock"], rows.flat());
}
