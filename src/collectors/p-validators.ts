import { primaryNetwork } from "../api/ids.ts";
import { subnet, subnetInfo } from "../metrics/subnets.ts";
import * as m from "../metrics/validators.ts";
import { collector, type RunClient } from "./collector.ts";
import { ownerOf, ownershipOn } from "./shared/ownership.ts";
import {
  createUpgradesCache,
  primaryValidatorItems,
  primaryValidatorMethods,
  primaryValidatorMetrics,
  readValidators,
  type UpgradesCache,
  upgradesIn,
} from "./shared/primary-validators.ts";
import * as shared from "./shared/validators.ts";

const subnet_id = primaryNetwork;

/** Sums as bigint, because the weight of a network exceeds 2^53. */
function totals(ranking: shared.Ranking) {
  const labels = { subnet_id, alias: "" };
  let connected = 0;
  let delegated = 0n;
  let delegators = 0n;
  for (const { validator } of ranking.ranked) {
    if (validator.connected) connected++;
    delegated += validator.delegatorWeight ?? 0n;
    delegators += validator.delegatorCount ?? 0n;
  }
  return [
    subnet.item({ ...labels, kind: "primary", conversion_id: "", manager_chain_id: "", manager_address: "" }),
    shared.validatorSetItem(ranking, labels),
    m.primarySet.item({ ...labels, connected, delegated, delegators }),
  ];
}

type SetNode = RunClient<(typeof primaryValidatorMethods)[number]>;

/** Reads the validator set, and the data needed for single validators. */
const readSet = async (node: SetNode, needsPerValidator: boolean, cache: UpgradesCache) =>
  needsPerValidator
    ? readValidators(node, {}, cache)
    : {
        ...(await node.call("platform.getCurrentValidators", {})),
        queriedNodeId: undefined,
        network: undefined,
        now: node.now(),
      };

export const pValidators = collector({
  name: "p-validators",
  summary:
    "Primary network validators: totals, and single validators according to validators.detail. For watched ones see watched-validators.",
  interval: "5m",
  detailInterval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: primaryValidatorMethods,
  needs: ["network"],
  metrics: [
    subnetInfo,
    ...shared.validatorSetMetrics,
    m.validatorsConnected,
    m.validatorsDelegated,
    m.delegators,
    ...primaryValidatorMetrics,
  ],
  select: (settings) => ({ ...settings.validators, ownership: ownershipOn(settings, subnet_id) }),
  state: () => ({ upgrades: createUpgradesCache(), detailed: new Set() as ReadonlySet<string> }),
  read: (node, { detail }, { upgrades }) => ({ set: readSet(node, detail !== "watched", upgrades) }),
  map: {
    // ignores the error of the data of single validators: the totals are complete without it
    *set({ validators, queriedNodeId, network, now }, { selected: { ownership, ...detail }, state }) {
      const ranking = shared.rank(validators);
      yield* totals(ranking);
      const ids = ranking.ranked.map(({ validator }) => validator.nodeID);
      state.detailed = shared.selectDetailed(ids, detail, state.detailed);
      const upgrades = upgradesIn(state.upgrades.reported, network);
      const context = { queriedNodeId, upgrades, now, aliases: ownership.nodes };
      for (const { validator, share } of ranking.ranked) {
        const id = validator.nodeID;
        if (!state.detailed.has(id) || ownerOf({ nodeID: id, queriedNodeId }, ownership) !== "set") continue;
        yield { priority: share, id, observations: primaryValidatorItems(validator, context) };
      }
    },
  },
});
