/** Tracked subnets and L1s: their data on the P-Chain, and their validators. */
import { kindOf } from "../engine/metric.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt, NodeError } from "../node-api/errors.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { exhaustionOf, inOrderOfBalances } from "../protocol/l1.ts";
import type { Fees } from "../protocol/validator-fee.ts";
import { collector, type RunClient, readEach, thenEach } from "./collector.ts";
import { idLabelsOf, l1Set, l1Validator, l1ValidatorOf } from "./kinds/l1-validators.ts";
import * as sets from "./kinds/validators.ts";
import { aliasesOf, createDetailChoice, readerOf, selectDetailed, watchedOn } from "./watched.ts";

const infoLabels = ["subnet_id", "alias", "kind", "conversion_id", "manager_chain_id", "manager_address"] as const;
/** `kind`: primary, permissioned, elastic or l1. IDs and the address are empty if there is none. */
type SubnetInfo = Readonly<Record<(typeof infoLabels)[number], string>>;
export const subnetKind = kindOf<SubnetInfo>().with(...infoLabels);
export const subnetInfo = subnetKind.info("avax_subnet_info", {
  help: "Information about a subnet; always 1. kind is primary, permissioned, elastic or l1.",
  from: from(
    "platform.getSubnet",
    "isPermissioned",
    "subnetTransformationTxID",
    "conversionID",
    "managerChainID",
    "managerAddress",
  ),
});

export const subnetToken = kindOf<sets.SubnetLabels & { readonly supply: bigint }>().with("subnet_id", "alias");
export const subnetSupply = subnetToken.gauge("avax_subnet_supply", {
  help: "Upper bound on the supply of an elastic subnet's token, in its smallest unit.",
  from: from("platform.getCurrentSupply", "supply"),
  of: ({ supply }) => supply,
});

type Subnet = Result<"platform.getSubnet">;

const isSet = (id: string) => id !== primaryNetwork;
const emptyIfZeroId = (id: string) => (isSet(id) ? id : "");
/** Returns the contract that manages the validators of a subnet, with its chain; empty if there is none. */
export const managerOf = ({ managerChainID, managerAddress }: Subnet) => ({
  manager_chain_id: emptyIfZeroId(managerChainID),
  manager_address: managerAddress === null || managerAddress === "0x" ? "" : managerAddress,
});
export const isL1 = ({ conversionID }: Subnet) => isSet(conversionID);
const isElastic = (subnet: Subnet) => !isL1(subnet) && isSet(subnet.subnetTransformationTxID);
const subnetKindOf = (subnet: Subnet) => (isL1(subnet) ? "l1" : isElastic(subnet) ? "elastic" : "permissioned");

/** Reads a subnet. If it is not found, throws an error that names the configuration key, because the configured ID is wrong. */
export async function findSubnet({ call }: RunClient<"platform.getSubnet">, subnetID: string, key: string) {
  const { value, error } = await attempt(call("platform.getSubnet", { subnetID }));
  if (!error) return value;
  if (error.unavailable !== "not_found") throw error;
  const message = `${key}: ${subnetID} is no subnet of this network`;
  throw new NodeError(message, { code: "wrong_id", cause: error });
}

/** Seconds of chain time within which the balance of a validator runs out if it is low. */
const lowRunway = 30 * 86_400;

/** Returns a function that returns whether a balance has run out, or runs out soon by the time of the chain. */
function isLowAt(fees: Fees) {
  const limit = (fees.state?.timestamp.getTime() ?? 0) / 1000 + lowRunway;
  return ({ balance }: sets.ListedL1Validator) => (exhaustionOf(balance, fees) ?? Number.POSITIVE_INFINITY) < limit;
}

export const subnets = collector({
  name: "subnets",
  summary: "Tracked subnets and L1s: kind, weights and validators.",
  interval: "60s",
  timeout: "25s",
  hasVaryingSeries: true,
  reads: ["platform.getSubnet", "platform.getCurrentSupply", "platform.getCurrentValidators", "info.getNodeID"],
  needs: ["chains", "fees"],
  provides: ["members"],
  metrics: [subnetKind, subnetToken, sets.validatorSet, ...sets.commonValidatorMetrics, l1Validator],
  select: (settings) =>
    settings.watch.subnet_ids.length > 0 ? { ...settings, names: aliasesOf(settings.watch.subnet_ids) } : undefined,
  state: () => ({
    /** Validators exported individually, by subnet. */
    top: new Map<string, ReadonlySet<string>>(),
    chooseDetail: createDetailChoice(),
  }),
  read(node, { names, l1 }, { chooseDetail }) {
    const { call } = node;
    const subnet = readEach(names.keys(), (id) => findSubnet(node, id, "watch.subnet_ids"));
    // after the subnet, because the node returns an empty list for an unknown one
    const set = thenEach(subnet, async (found, subnetID) => ({
      subnet: found,
      ...(await call("platform.getCurrentValidators", { subnetID })),
      queriedNodeId: await sets.readQueriedId(node),
    }));
    const detail = chooseDetail(l1, set);
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
    subnet: (subnet, { selected: { names }, item: subnet_id }) => [
      subnetKind.item({
        subnet_id,
        alias: names.get(subnet_id) ?? "",
        kind: subnetKindOf(subnet),
        conversion_id: emptyIfZeroId(subnet.conversionID),
        ...managerOf(subnet),
      }),
    ],
    supply: (supply, { selected: { names }, item: subnet_id }) =>
      supply === undefined ? [] : [subnetToken.item({ subnet_id, alias: names.get(subnet_id) ?? "", supply })],
    *set({ subnet, validators, queriedNodeId, detail, disconnected, fees }, { selected, item: subnet_id, state }) {
      const labels = { subnet_id, alias: selected.names.get(subnet_id) ?? "" };
      const ranked = sets.rank(validators, ({ nodeID }) => nodeID);
      yield sets.validatorSet.item(sets.totalsOf(ranked, labels));
      const watched = watchedOn(selected, subnet_id, queriedNodeId);
      const members = ranked.map((one) => ({ ...one, ...readerOf(one.validator, watched) }));
      if (isL1(subnet)) {
        const all = members.map(({ validator, weight, alias }) => {
          return { ...idLabelsOf(validator), alias, weight, balance: validator.balance };
        });
        yield l1Set.item({ ...labels, members: inOrderOfBalances(all) });
      }
      const isLow = isLowAt(fees);
      const ids = members.flatMap(({ validator }) => (sets.isL1Validator(validator) ? [] : validator.nodeID));
      const top = selectDetailed(ids, selected.validators, state.top.get(subnet_id) ?? new Set());
      state.top.set(subnet_id, top);
      for (const { validator, share: priority, reader, alias } of members) {
        const { nodeID } = validator;
        if (reader !== "set") continue;
        if (sets.isL1Validator(validator)) {
          const isShown = detail === "all" || (detail === "low" && (disconnected.has(nodeID) || isLow(validator)));
          const one = l1ValidatorOf(validator, { subnet_id, alias, fees, isWatched: false });
          if (isShown) yield { priority, id: validator.validationID, observations: [l1Validator.item(one)] };
        } else if (top.has(nodeID))
          yield { priority, id: nodeID, observations: sets.validatorItems(validator, { subnet_id, alias }) };
      }
    },
  },
});
