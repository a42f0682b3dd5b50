import { readEach, thenEach } from "../engine/collector.ts";
import { kindOf } from "../engine/metric.ts";
import { exhaustionOf, inOrderOfBalances } from "../entities/protocol/l1.ts";
import type { Fees } from "../entities/protocol/validator-fee.ts";
import { from, type Result } from "../node-api/contract.ts";
import { attempt, NodeError } from "../node-api/errors.ts";
import { primaryNetwork } from "../node-api/ids.ts";
import { collector, type RunClient } from "./collector.ts";
import * as l1 from "./l1-validators.ts";
import { l1ValidatorItem } from "./l1-validators.ts";
import * as shared from "./validator-set.ts";
import { validatorSet } from "./validator-set.ts";
import { aliasesOf, ownerOf, ownerSettings, type Settings, watchedOn } from "./watched.ts";

type SubnetLabels = { readonly subnet_id: string; readonly alias: string };
/** `kind`: primary, permissioned, elastic or l1. IDs and the address are empty if there is none. */
type SubnetInfo = SubnetLabels & {
  readonly kind: string;
  readonly conversion_id: string;
  readonly manager_chain_id: string;
  readonly manager_address: string;
};
export const subnetKind = kindOf<SubnetInfo>().with(
  "subnet_id",
  "alias",
  "kind",
  "conversion_id",
  "manager_chain_id",
  "manager_address",
);
export const subnetInfo = subnetKind.info("avax_subnet_info", {
  help: "Information about a subnet; always 1. kind is primary, permissioned, elastic or l1. manager_address is that of the contract that manages the validators of an L1.",
  from: from(
    "platform.getSubnet",
    ...(["isPermissioned", "subnetTransformationTxID", "conversionID", "managerChainID", "managerAddress"] as const),
  ),
});

export const subnetToken = kindOf<SubnetLabels & { readonly supply: bigint }>().with("subnet_id", "alias");
export const subnetSupply = subnetToken.gauge("avax_subnet_supply", {
  help: "Upper bound on the supply of an elastic subnet's token, in its smallest unit.",
  from: from("platform.getCurrentSupply", "supply"),
  of: ({ supply }) => supply,
});

// Lookup and classification of a subnet.

export type Subnet = Result<"platform.getSubnet">;

const isSet = (id: string) => id !== primaryNetwork;
const emptyIfZeroId = (id: string) => (isSet(id) ? id : "");
/** Returns the contract that manages the validators of a subnet, with its chain; empty if there is none. */
export const managerOf = ({ managerChainID, managerAddress }: Subnet) => ({
  chain_id: emptyIfZeroId(managerChainID),
  address: managerAddress === null || managerAddress === "0x" ? "" : managerAddress,
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

// The choice of L1 validators that are exported individually, in addition to the watched ones.

/** Maximum number of validators of all L1s together that are all exported by default. */
export const maxAllByDefault = 1000;

/** Seconds of chain time within which the balance of a validator runs out if it is low. */
const lowRunway = 30 * 86_400;

type Detail = "watched" | "low" | "all";
/** Returns the configured detail. The default depends on the number of validators of all L1s together: all of them are exported until
 *  there are more than 1.25 times the maximum (hysteresis). */
export function detailOf({ detail }: Settings["l1"], count: number, before: Detail | undefined): Detail {
  return detail ?? (count > maxAllByDefault * (before === "all" ? 1.25 : 1) ? "low" : "all");
}

/** The last choice, and the last size of each set. */
type DetailState = { detail: Detail | undefined; readonly counts: Map<string, number> };
export const createDetail = (): DetailState => ({ detail: undefined, counts: new Map() });

type Sets = ReadonlyMap<string, Promise<{ readonly validators: readonly unknown[] }>>;
/** Returns the detail once all sets have been read. A set that cannot be read has its last size. */
export async function chooseDetail(l1: Settings["l1"], sets: Sets, state: DetailState): Promise<Detail> {
  const { counts, detail } = state;
  await Promise.allSettled([...sets].map(async ([key, set]) => counts.set(key, (await set).validators.length)));
  const count = [...sets.keys()].reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const choice = detailOf(l1, count, detail);
  if (counts.size >= sets.size) state.detail = choice; // not of a set whose size was never read
  return choice;
}

/** Returns a function that returns whether a balance has run out, or runs out soon by the time of the chain. */
function isLowAt(fees: Fees) {
  const limit = (fees.state?.timestamp.getTime() ?? 0) / 1000 + lowRunway;
  return ({ balance }: shared.ListedL1Validator) => (exhaustionOf(balance, fees) ?? Number.POSITIVE_INFINITY) < limit;
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
    subnetInfo,
    subnetSupply,
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
      const labels = { subnet_id, alias: names.get(subnet_id) ?? "", kind: subnetKindOf(subnet) };
      return [subnetKind.item({ ...labels, conversion_id, manager_chain_id, manager_address })];
    },
    supply: (supply, { selected: { names }, item: subnet_id }) =>
      supply === undefined ? [] : [subnetToken.item({ subnet_id, alias: names.get(subnet_id) ?? "", supply })],
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
