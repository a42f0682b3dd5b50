/** The primary network: its supply, its stake and its validators. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { collector } from "./collector.ts";
import * as sets from "./kinds/validators.ts";
import { subnetKind } from "./subnets.ts";
import { readerOf, selectDetailed, watchedOn } from "./watched.ts";

const currentSupply = kindOf<Pick<Result<"platform.getCurrentSupply">, "supply">>().with();
currentSupply.avax("avax_pchain_supply_avax", {
  help: "Upper bound of the supply in AVAX, including potential rewards and burned fees.",
  from: from("platform.getCurrentSupply", "supply"),
  of: ({ supply }) => supply,
});

const totalStake = kindOf<Pick<Result<"platform.getTotalStake">, "weight">>().with();
totalStake.avax("avax_pchain_stake_avax", {
  help: "Total stake on the primary network in AVAX, including delegations.",
  from: from("platform.getTotalStake", "weight"),
  of: ({ weight }) => weight,
});

export const pSupply = collector({
  name: "p-supply",
  summary: "Current AVAX supply.",
  interval: "5m",
  required: true,
  reads: ["platform.getCurrentSupply"],
  metrics: [currentSupply],
  read: ({ call }) => ({ primary: call("platform.getCurrentSupply", {}) }),
  map: { primary: (current) => [currentSupply.item(current)] },
});

export const pStake = collector({
  name: "p-stake",
  summary: "Total stake of the primary network.",
  interval: "60s",
  required: true,
  reads: ["platform.getTotalStake"],
  metrics: [totalStake],
  read: ({ call }) => ({ total: call("platform.getTotalStake", {}) }),
  map: { total: (total) => [totalStake.item(total)] },
});

const subnet_id = primaryNetwork;

const sumOf = (amounts: readonly (bigint | undefined)[]) =>
  amounts.reduce<bigint>((sum, amount = 0n) => sum + amount, 0n);

export const pValidators = collector({
  name: "p-validators",
  summary:
    "Primary network validators: totals, and single validators according to validators.detail. For watched ones see watched-validators.",
  interval: "5m",
  detailInterval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: ["platform.getCurrentValidators", "info.getNodeID"],
  needs: ["network", "upgrades"],
  metrics: [subnetKind, sets.validatorSet, sets.primarySet, ...sets.primaryValidatorMetrics],
  select: (settings) => settings,
  state: () => ({ top: new Set() as ReadonlySet<string> }),
  read: (node) => ({ set: sets.readPrimaryValidators(node, {}) }),
  map: {
    *set({ validators, ...context }, { selected, state }) {
      const labels = { subnet_id, alias: "" };
      const ranked = sets.rank(validators, ({ nodeID }) => nodeID);
      yield subnetKind.item({
        ...labels,
        kind: "primary",
        conversion_id: "",
        manager_chain_id: "",
        manager_address: "",
      });
      yield sets.validatorSet.item(sets.totalsOf(ranked, labels));
      yield sets.primarySet.item({
        ...labels,
        connected: validators.filter(({ connected }) => connected).length,
        delegated: sumOf(validators.map(({ delegatorWeight }) => delegatorWeight)),
        delegators: sumOf(validators.map(({ delegatorCount }) => delegatorCount)),
      });
      const ids = ranked.map(({ validator }) => validator.nodeID);
      state.top = selectDetailed(ids, selected.validators, state.top);
      const watched = watchedOn(selected, subnet_id, context.queriedNodeId);
      for (const { validator, share: priority } of ranked) {
        const { nodeID: id } = validator;
        const { reader, alias } = readerOf(validator, watched);
        if (reader !== "set" || !state.top.has(id)) continue;
        yield { priority, id, observations: sets.validatorItems(validator, { subnet_id, alias, ...context }) };
      }
    },
  },
});
