import { primaryNetwork } from "../contract/ids.ts";
import { subnetInfo } from "../metrics/subnets.ts";
import * as m from "../metrics/validators.ts";
import type { Emit } from "../prometheus/exposition.ts";
import { Absent, collector, type Node } from "./collector.ts";
import { type Helicon, readHelicon, requiredUptime } from "./helicon.ts";
import { byWeight, type Ranked, shareOf, topOf } from "./ranking.ts";
import {
  delegatedTo,
  emitSet,
  emitStaker,
  setMetrics,
  stakerMetrics,
  sum,
  type Validator,
  watchedOn,
  weightOf,
} from "./validators.ts";

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
function emitTotals(ranked: readonly Ranked<Validator>[], emit: Emit<(typeof totals)[number]>) {
  const labels = { subnet_id };
  const connected = ranked.filter(({ validator }) => validator.connected);
  const delegations = sum(ranked, ({ validator }) => validator.delegatorCount ?? 0n);
  emit(subnetInfo, true, { ...labels, kind: "primary", alias: "", conversion_id: "", manager_chain_id: "" });
  emitSet(ranked, subnet_id, emit);
  emit(m.validatorsConnected, connected.length, labels);
  emit(m.validatorsConnectedWeight, sum(connected, weightOfRanked), labels);
  emit(
    m.validatorsDelegated,
    sum(ranked, ({ validator }) => delegatedTo(validator)),
    labels,
  );
  emit(m.delegators, delegations, labels);
}
const idsOf = (ranked: readonly Ranked<Validator>[]) => ranked.map(({ validator }) => validator.nodeID);
const weightOfRanked = ({ weight }: Ranked<Validator>) => weight;

const methods = ["platform.getCurrentValidators", "info.upgrades"] as const;

async function currentSet({ call, id }: Node<(typeof methods)[number]>) {
  const [{ validators }, { told, error }] = await Promise.all([
    call("platform.getCurrentValidators", {}),
    readHelicon({ call }),
  ]);
  const set = { validators, self: id(), told };
  return error ? new Absent(error, set) : set;
}

export const pValidators = collector({
  name: "p-validators",
  summary:
    "The primary network's validators: totals, and those that validators.detail asks for. Watched ones: see watched-validators.",
  every: "60s",
  timeout: "25s",
  required: true,
  reads: methods,
  metrics: [...totals, ...stakerMetrics],
  uses: (settings) => ({
    watched: watchedOn(settings, subnet_id),
    helicon: settings.network.helicon_time,
    ...settings.validators,
  }),
  memory: () => ({ helicon: undefined as Helicon, top: new Set() as ReadonlySet<string> }),
  read: (node) => ({ set: currentSet(node) }),
  map: {
    *set({ validators, self, told }, emit, { uses: { watched, detail, top, helicon }, memory }) {
      memory.helicon = told ?? memory.helicon;
      const ranked = byWeight(validators, weightOf);
      emitTotals(ranked, emit);
      if (detail === "top") memory.top = topOf(idsOf(ranked), top, memory.top);
      const total = sum(ranked, weightOfRanked);
      for (const { validator, weight } of ranked) {
        const id = validator.nodeID;
        if (watched.has(id) || detail === "watched" || (detail === "top" && !memory.top.has(id))) continue;
        const required = requiredUptime(validator.startTime, memory.helicon, helicon);
        const emitOne = () => emitStaker(validator, { alias: "", self: id === self, required }, emit);
        yield { share: shareOf(weight, total), id, emit: emitOne };
      }
    },
  },
});
