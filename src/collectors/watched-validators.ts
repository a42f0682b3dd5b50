/** Watched validators by node, on each subnet that they validate. */
import { attempt } from "../node-api/errors.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { collector, readEach } from "./collector.ts";
import { blsKey, idLabelsOf, l1Validator, l1ValidatorOf } from "./kinds/l1-validators.ts";
import * as sets from "./kinds/validators.ts";
import { findSubnet } from "./subnets.ts";
import { firstOf, idsOf, readerOf, watchedOn } from "./watched.ts";

export const watchedValidators = collector({
  name: "watched-validators",
  summary:
    "Watched validators on every subnet they validate, queried individually; with watch.own also those of the queried node.",
  interval: "30s",
  hasVaryingSeries: true,
  reads: ["platform.getCurrentValidators", "info.getNodeID", "platform.getSubnet"],
  needs: ["chains", "network", "fees", "upgrades"],
  provides: ["members"],
  metrics: [...sets.primaryValidatorMetrics, l1Validator, blsKey],
  select: (settings) => (settings.watch.node_ids.length > 0 || settings.watch.own ? settings : undefined),
  read(node, settings) {
    const { call, chains, fees } = node;
    const { node_ids, own, subnet_ids: tracked } = settings.watch;
    const queried = own ? sets.readQueriedId(node) : undefined;
    const ofNodes = node_ids.flatMap(({ subnet_ids }) => subnet_ids);
    const ofOwn = own ? [primaryNetwork, ...chains.flatMap(({ subnet_id }) => subnet_id || []), ...idsOf(tracked)] : [];
    const subnets = new Set([...ofNodes, ...ofOwn]);
    const primaryFirst = subnets.has(primaryNetwork) ? new Set([primaryNetwork, ...subnets]) : subnets;
    return {
      set: readEach(primaryFirst, async (subnetID) => {
        const queriedNodeId = await queried;
        const ids = new Set(watchedOn(settings, subnetID, queriedNodeId).nodes.keys());
        // the node returns all validators if no node ID is requested
        if (ids.size === 0) return { ids, validators: [] };
        const nodeIDs = sets.queryIds([...ids]);
        if (subnetID === primaryNetwork) {
          return { ids, ...(await sets.readPrimaryValidators(node, { nodeIDs })) };
        }
        await findSubnet(node, subnetID, ofNodes.includes(subnetID) ? "watch.node_ids" : "watch.subnet_ids");
        const { validators } = await call("platform.getCurrentValidators", { subnetID, nodeIDs });
        const hasKey = validators.some(({ nodeID, publicKey }) => nodeID === queriedNodeId && publicKey != null);
        const ownKey = hasKey ? (await attempt(call("info.getNodeID", {}))).value?.nodePOP?.publicKey : undefined;
        return { ids, validators, queriedNodeId, ownKey, fees };
      }),
    };
  },
  map: {
    *set({ ids, validators, ownKey, fees = {}, ...read }, { selected, item: subnet_id }) {
      const { queriedNodeId } = read;
      const context = subnet_id === primaryNetwork ? read : {};
      const watched = watchedOn(selected, subnet_id, queriedNodeId);
      const configured = watchedOn(selected, subnet_id, undefined).nodes;
      const periods = new Map(validators.map((one) => [one.nodeID, sets.periodOf(one)]));
      for (const node_id of ids) {
        const alias = watched.nodes.get(node_id) ?? "";
        const isConfigured = configured.has(node_id);
        yield sets.presence.item({ subnet_id, node_id, alias, isConfigured, period: periods.get(node_id) });
      }
      const isFirst = firstOf(); // the series limit applies to repeated node IDs
      for (const validator of validators) {
        const { nodeID, publicKey } = validator;
        if (!ids.has(nodeID)) continue; // a response can contain more
        const { reader, alias } = readerOf(validator, watched);
        const isL1Validator = sets.isL1Validator(validator);
        if (isL1Validator && nodeID === queriedNodeId && publicKey && ownKey !== undefined) {
          const matches = publicKey.toLowerCase() === ownKey.toLowerCase();
          yield blsKey.item({ subnet_id, ...idLabelsOf(validator), alias, matches });
        }
        if (reader !== "watched-validators") continue;
        if (!isL1Validator) yield* sets.validatorItems(validator, { subnet_id, alias, ...context });
        else {
          const observation = l1Validator.item(l1ValidatorOf(validator, { subnet_id, alias, fees, isWatched: true }));
          if (isFirst(nodeID)) yield observation;
          else yield { priority: 0, id: validator.validationID, observations: [observation] };
        }
      }
    },
  },
});
