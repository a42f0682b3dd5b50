import { exhaustionOf, inOrderOfBalances } from "../facts/l1.ts";
import type { Fees } from "../facts/validator-fee.ts";
import * as l1 from "../metrics/l1.ts";
import * as m from "../metrics/subnets.ts";
import { validatorSet } from "../metrics/validators.ts";
import { collector, readEach, thenEach } from "./collector.ts";
import { aliasesOf } from "./settings.ts";
import { chooseDetail, createDetail, lowRunway } from "./shared/detail.ts";
import { l1ValidatorItem } from "./shared/l1-validators.ts";
import { ownerOf, ownerSettings, watchedOn } from "./shared/ownership.ts";
import { emptyIfZeroId, findSubnet, isElastic, isL1, kindOf, managerOf } from "./shared/subnet.ts";
import * as shared from "./shared/validators.ts";

/** Returns a function that returns whether a balance has run out, or runs out soon by the time of the chain. */
function isLowAt(fees: Fees) {
  const limit = (fees.state?.timestamp.getTime() ?? 0) / 1000 + lowRunway;
  return ({ balance }: shared.L1Validator) => (exhaustionOf(balance, fees) ?? Number.POSITIVE_INFINITY) < limit;
}

export const subnets = collector({
  name: "subnets",
  summary: "Tracked subnets and L1s: kind, weights and validators.",
  interval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: ["platform.getSubnet", "platform.getCurrentSupply", "platform.getCurrentValidators", "info.getNodeID"],
  needs: ["chains", "fees"],
  metrics: [
    m.subnetInfo,
    m.subnetSupply,
    ...validatorSet.metrics,
    ...shared.commonValidatorMetrics,
    ...l1.l1Validator.metrics,
  ],
  select(settings) {
    const { watch, validators, l1 } = settings;
    if (watch.subnet_ids.length === 0) return undefined;
    return { ...validators, ...ownerSettings(settings), l1, names: aliasesOf(watch.subnet_ids) };
  },
  state: () => ({
    /** Validators exported individually, by subnet. */
    detailed: new Map<string, ReadonlySet<string>>(),
    l1: createDetail(),
  }),
  read(node, { names, l1 }, state) {
    const { call } = node;
    const subnet = readEach(names.keys(), (id) => findSubnet(node, id, "watch.subnet_ids"));
    // after the subnet, because the node returns an empty list for an unknown one
    const set = thenEach(subnet, async (found, subnetID) => ({
      subnet: found,
      ...(await call("platform.getCurrentValidators", { subnetID })),
      queriedNodeId: await shared.readQueriedId(node),
    }));
    const detail = chooseDetail(l1, set, state.l1);
    return {
      subnet,
      supply: thenEach(subnet, async (found, subnetID) =>
        isElastic(found) ? (await call("platform.getCurrentSupply", { subnetID })).supply : undefined,
      ),
      set: thenEach(set, async (read, subnetID) => {
        const chains = node.chains.filter(({ subnet_id }) => subnet_id === subnetID);
        const disconnected = new Set(chains.flatMap(({ disconnectedIds }) => [...disconnectedIds]));
        return { ...read, detail: await detail, disconnected, fees: node.fees };
      }),
    };
  },
  map: {
    subnet(subnet, { selected: { names }, item: subnet_id }) {
      const { chain_id: manager_chain_id, address: manager_address } = managerOf(subnet);
      const conversion_id = emptyIfZeroId(subnet.conversionID);
      const labels = { subnet_id, alias: names.get(subnet_id) ?? "", kind: kindOf(subnet) };
      return [m.subnet.item({ ...labels, conversion_id, manager_chain_id, manager_address })];
    },
    supply: (supply, { selected: { names }, item: subnet_id }) =>
      supply === undefined ? [] : [m.subnetToken.item({ subnet_id, alias: names.get(subnet_id) ?? "", supply })],
    *set(
      { subnet, validators, queriedNodeId, detail, disconnected, fees },
      { selected, item: subnet_id, state: { detailed } },
    ) {
      const labels = { subnet_id, alias: selected.names.get(subnet_id) ?? "" };
      const ranking = shared.rank(validators);
      yield shared.validatorSetItem(ranking, labels);
      const watched = watchedOn(selected, subnet_id);
      const members = ranking.ranked.map((one) => ({ ...one, ...ownerOf(one.validator, watched, queriedNodeId) }));
      if (isL1(subnet)) {
        const all = members.map(({ validator, weight, alias }) => {
          const { validationID: validation_id = "", nodeID: node_id, balance } = validator;
          return { validation_id, node_id, alias, weight, balance };
        });
        yield l1.l1Set.item({ ...labels, members: inOrderOfBalances(all) });
      }
      const isLow = isLowAt(fees);
      const ids = members.flatMap(({ validator }) => (shared.isL1Validator(validator) ? [] : validator.nodeID));
      const top = shared.selectDetailed(ids, selected, detailed.get(subnet_id) ?? new Set());
      detailed.set(subnet_id, top);
      for (const { validator, share: priority, owner } of members) {
        const { nodeID: node_id } = validator;
        if (owner !== "set") continue;
        const of = { subnet_id, alias: "" };
        if (shared.isL1Validator(validator)) {
          const isShown = detail === "all" || (detail === "low" && (disconnected.has(node_id) || isLow(validator)));
          const observations = [l1ValidatorItem(validator, { ...of, fees, isWatched: false })];
          if (isShown) yield { priority, id: validator.validationID, observations };
        } else if (top.has(node_id))
          yield { priority, id: node_id, observations: shared.validatorItems(validator, of) };
      }
    },
  },
});
