import { primaryNetwork } from "../contract/ids.ts";
import { subnetInfo } from "../metrics/subnets.ts";
import * as m from "../metrics/validators.ts";
import { sample } from "../prometheus/sample.ts";
import { collector, type Node } from "./collector.ts";
import { type HeliconMemory, heliconMemory } from "./parts/helicon.ts";
import { type Ranking, rank, shownOf } from "./parts/ranking.ts";
import { readStakers, stakerMethods, stakerMetrics, stakerSamples } from "./parts/stakers.ts";
import { delegatedTo, setMetrics, setSamples, type Validator, watchedOn, weightOf } from "./parts/validators.ts";

const totals = [
  subnetInfo,
  ...setMetrics,
  m.validatorsConnected,
  m.validatorsConnectedWeight,
  m.validatorsDelegated,
  m.delegators,
] as const;
const subnet_id = primaryNetwork;

/** Sums in bigint: a network's weight is beyond 2^53. */
function totalSamples(ranking: Ranking<Validator>) {
  const labels = { subnet_id };
  let connected = 0;
  let connectedWeight = 0n;
  let delegated = 0n;
  let delegators = 0n;
  for (const { validator, weight } of ranking.ranked) {
    if (validator.connected) {
      connected++;
      connectedWeight += weight;
    }
    delegated += delegatedTo(validator);
    delegators += validator.delegatorCount ?? 0n;
  }
  return [
    sample(subnetInfo, true, { ...labels, kind: "primary", alias: "", conversion_id: "", manager_chain_id: "" }),
    ...setSamples(ranking, subnet_id),
    sample(m.validatorsConnected, connected, labels),
    sample(m.validatorsConnectedWeight, connectedWeight, labels),
    sample(m.validatorsDelegated, delegated, labels),
    sample(m.delegators, delegators, labels),
  ];
}

type SetNode = Node<(typeof stakerMethods)[number]>;

/** The set; and, to tell of some one by one, what that takes. This collector is required: what only some of its series need
 *  makes nothing fail. */
async function readSet(node: SetNode, oneByOne: boolean, memory: HeliconMemory) {
  if (!oneByOne) return { ...(await node.call("platform.getCurrentValidators", {})), self: undefined };
  const { validators, self } = await readStakers(node, {}, memory);
  return { validators, self };
}

export const pValidators = collector({
  name: "p-validators",
  summary:
    "Primary network validators: totals, and single validators according to validators.detail. For watched ones see watched-validators.",
  every: "60s",
  timeout: "25s",
  required: true,
  reads: stakerMethods,
  metrics: [...totals, ...stakerMetrics],
  uses(settings) {
    const { validators, network, collectors } = settings;
    const aliases = watchedOn(settings, subnet_id);
    /** Another collector tells of the watched. */
    const others = collectors.has("watched-validators");
    const oneByOne = validators.detail !== "watched" || (!others && aliases.size > 0);
    return { ...validators, configured: network.helicon_time, aliases, others, oneByOne };
  },
  memory: () => ({ helicon: heliconMemory(), shown: new Set() as ReadonlySet<string> }),
  read: (node, { oneByOne }, memory) => ({ set: readSet(node, oneByOne, memory.helicon) }),
  map: {
    *set({ validators, self }, { uses: { aliases, others, configured, ...detail }, memory }) {
      const ranking = rank(validators, weightOf);
      yield* totalSamples(ranking);
      const ids = ranking.ranked.map(({ validator }) => validator.nodeID);
      memory.shown = shownOf(ids, detail, memory.shown);
      const context = { self, helicon: memory.helicon.told, configured, aliases };
      for (const { validator, share } of ranking.ranked) {
        const id = validator.nodeID;
        if (aliases.has(id)) {
          if (!others) yield* stakerSamples(validator, context);
        } else if (memory.shown.has(id)) yield { share, id, samples: stakerSamples(validator, context) };
      }
    },
  },
});
