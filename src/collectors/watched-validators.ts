import { emptyNodeId, primaryNetwork } from "../contract/ids.ts";
import { validatorPresent } from "../metrics/validators.ts";
import type { Emit } from "../prometheus/exposition.ts";
import { Absent, collector, type Node } from "./collector.ts";
import { createFeeReader, feeMethods } from "./fee-reader.ts";
import { type Helicon, readHelicon, requiredUptime } from "./helicon.ts";
import { emitL1Validator, l1ValidatorMetrics } from "./l1.ts";
import { emitMember, emitStaker, isL1Validator, stakerMetrics, type Validator, watchedOn } from "./validators.ts";

const methods = ["platform.getCurrentValidators", "info.upgrades", ...feeMethods] as const;
type WatchNode = Node<(typeof methods)[number]>;
/** Node IDs with the operator's names for them. */
type Watched = ReadonlyMap<string, string>;
const none: Watched = new Map();

/** Asked for exactly one node, AvalancheGo loads every delegation to it: the empty NodeID, which no validator has, makes it two. */
const lookUp = (nodes: Iterable<string>) => {
  const ids = [...nodes];
  return ids.length === 1 ? [...ids, emptyNodeId] : ids;
};

async function onPrimary({ call, id }: WatchNode, watched: Watched) {
  const [{ validators }, { told, error }] = await Promise.all([
    call("platform.getCurrentValidators", { nodeIDs: lookUp(watched.keys()) }),
    readHelicon({ call }),
  ]);
  const answer = { validators, self: id(), told };
  return error ? new Absent(error, answer) : answer;
}

const find = async ({ call }: WatchNode, subnetID: string, watched: Watched) =>
  (await call("platform.getCurrentValidators", { subnetID, nodeIDs: lookUp(watched.keys()) })).validators;

function emitPresence(
  validators: readonly Validator[],
  watched: Watched,
  subnet_id: string,
  emit: Emit<typeof validatorPresent>,
) {
  const current = new Set(validators.map(({ nodeID }) => nodeID));
  for (const node_id of watched.keys()) emit(validatorPresent, current.has(node_id), { subnet_id, node_id });
}

export const watchedValidators = collector({
  name: "watched-validators",
  summary: "The watched validators, on each of their subnets, without the others there.",
  every: "30s",
  reads: methods,
  metrics: [validatorPresent, ...stakerMetrics, ...l1ValidatorMetrics],
  uses(settings) {
    const { watch, network } = settings;
    const subnets = new Set(watch.node_ids.flatMap(({ subnet_ids }) => subnet_ids));
    if (subnets.size === 0) return undefined;
    return {
      watched: new Map([...subnets].map((subnet) => [subnet, watchedOn(settings, subnet)] as const)),
      helicon: network.helicon_time,
      /** Other collectors tell of these. */
      elsewhere: new Set([...watch.subnet_ids.map(({ id }) => id), ...watch.validation_ids]),
    };
  },
  memory: () => ({ helicon: undefined as Helicon }),
  read(node, { watched }) {
    const measured = createFeeReader(node);
    const primary = watched.get(primaryNetwork);
    const others = [...watched].filter(([subnet]) => subnet !== primaryNetwork);
    return {
      primary: new Map(primary ? [[primaryNetwork, onPrimary(node, primary)]] : []),
      subnet: new Map(others.map(([id, nodes]) => [id, measured(() => find(node, id, nodes))])),
    };
  },
  map: {
    primary({ validators, self, told }, emit, { uses: { watched, helicon }, memory }) {
      memory.helicon = told ?? memory.helicon;
      const aliases = watched.get(primaryNetwork) ?? none;
      emitPresence(validators, aliases, primaryNetwork, emit);
      for (const validator of validators) {
        const { nodeID, startTime } = validator;
        const required = requiredUptime(startTime, memory.helicon, helicon);
        emitStaker(validator, { alias: aliases.get(nodeID) ?? "", self: nodeID === self, required }, emit);
      }
    },
    subnet({ value: validators, ...fees }, emit, { uses: { watched, elsewhere }, item: subnet }) {
      const aliases = watched.get(subnet) ?? none;
      emitPresence(validators, aliases, subnet, emit);
      for (const validator of validators) {
        if (!isL1Validator(validator)) emitMember(validator, subnet, aliases.get(validator.nodeID) ?? "", emit);
        else if (!elsewhere.has(subnet) && !elsewhere.has(validator.validationID)) {
          emitL1Validator(validator, subnet, fees, emit);
        }
      }
    },
  },
});
