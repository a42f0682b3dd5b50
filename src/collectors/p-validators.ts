import { primaryNetwork } from "../node-api/ids.ts";
import { collector } from "./collector.ts";
import { subnetInfo, subnetKind } from "./subnets.ts";
import * as m from "./validator-set.ts";
import * as shared from "./validator-set.ts";
import { ownerOf, ownerSettings, watchedOn } from "./watched.ts";

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
    subnetKind.item({ ...labels, kind: "primary", conversion_id: "", manager_chain_id: "", manager_address: "" }),
    shared.validatorSetItem(ranking, labels),
    m.primarySet.item({ ...labels, connected, delegated, delegators }),
  ];
}

export const pValidators = collector({
  name: "p-validators",
  summary:
    "Primary network validators: totals, and single validators according to validators.detail. For watched ones see watched-validators.",
  interval: "5m",
  detailInterval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: shared.primaryValidatorMethods,
  needs: ["network", "upgrades"],
  metrics: [subnetInfo, ...m.validatorSet.metrics, ...m.primarySet.metrics, ...shared.primaryValidatorMetrics],
  select: (settings) => ({ ...settings.validators, ...ownerSettings(settings) }),
  state: () => ({ detailed: new Set() as ReadonlySet<string> }),
  read: (node) => ({ set: shared.readPrimaryValidators(node, {}) }),
  map: {
    *set({ validators, ...context }, { selected, state }) {
      const ranking = shared.rank(validators);
      yield* totals(ranking);
      const ids = ranking.ranked.map(({ validator }) => validator.nodeID);
      state.detailed = shared.selectDetailed(ids, selected, state.detailed);
      const watched = watchedOn(selected, subnet_id);
      for (const { validator, share } of ranking.ranked) {
        const id = validator.nodeID;
        if (!state.detailed.has(id) || ownerOf(validator, watched, context.queriedNodeId).owner !== "set") continue;
        const observations = shared.validatorItems(validator, { subnet_id, alias: "", ...context });
        yield { priority: share, id, observations };
      }
    },
  },
});
