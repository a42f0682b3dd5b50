import { nodeRewardingStake, nodeUptime } from "../../../src/metrics/node.ts";
import { minDelegatorStake, minValidatorStake } from "../../../src/metrics/pchain.ts";
import * as m from "../../../src/metrics/validators.ts";
import { percent, timeSpan } from "../amounts.ts";
import { bestUptime, connectedShare, offlineBudget } from "../formulas.ts";
import { matches, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec, Variable } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { thresholdSteps, valueMappings } from "./palette.ts";
import { bars, graph, stat } from "./panels.ts";
import {
  aggregate,
  bottomk,
  overall,
  perNetwork,
  primary,
  select,
  topk,
  validatorNames,
  withValidatorName,
} from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { yesNoStates } from "./state-codes.ts";
import { validatorState } from "./state-queries.ts";
import { table } from "./table.ts";

const chosen = { node_id: matches("$node_id") };
const onPrimary = { ...chosen, subnet_id: primary };
const all = { subnet_id: primary };
const keys = [...shared.targetKeys, "subnet_id", "node_id"];
const legend = "{{name}} seen by {{target}}";
const shown = 10;

/** Queries with a line per chosen validator, limited to the highest or lowest. */
const lines = (how: typeof bottomk, expr: string) => [{ expr: how(shown, withValidatorName(expr, onPrimary)), legend }];
const of = (metric: Source<"subnet_id" | "node_id">) => select(metric, onPrimary);
const total = (metric: Source<"subnet_id">) => select(metric, all);

const nodeId: Variable = {
  name: "node_id",
  label: "validator",
  description:
    "Watched validators by alias, or the 20 largest exported ones if none is watched. Any NodeID can be entered.",
  query: `query_result(${shared.watchedByAlias} or topk(20, avax_validator_stake_avax{job=~"$job",instance=~"$instance",node=~"$node"} unless on () avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"}))`,
  regex: shared.idAndAlias,
};

export const validators: Spec = {
  name: "validators",
  title: "Validators",
  description: "Validators of the primary network: uptime, rewards and staking periods, and the set as a whole.",
  variables: [nodeId],
  rows: [
    {
      title: "Status",
      panels: [
        shared.validatorStatus([6, 5], chosen),
        stat([4, 5], {
          title: "Lowest offline budget",
          description:
            "Shortest time that any chosen validator can still be offline and earn its reward. Below 0 its reward is lost. Keep it above the time that you need to repair a node.",
          unit: "s",
          none: "No uptime known",
          decimals: 1,
          levels: thresholdSteps("bad", [0, "warning"], [thresholds.offlineBudget, "good"]),
          queries: [{ expr: overall("min", offlineBudget(select, onPrimary)) }],
        }),
        stat([4, 5], {
          title: "Next period end",
          description: `Time until the first staking period of the chosen validators ends. Unless it renews automatically (ACP-236), the validator leaves the set then. Below ${timeSpan(thresholds.endWarning)}: prepare the next staking transaction.`,
          unit: "s",
          none: "No validator chosen",
          decimals: 1,
          levels: shared.endLevels,
          queries: [{ expr: overall("min", `${of(m.validatorEnd)} - time()`) }],
        }),
        stat([4, 5], {
          title: "Expected rewards",
          description:
            "Rewards of the chosen validators at the end of their periods, without delegation fees. A validator that misses the required uptime loses its reward.",
          unit: "suffix: AVAX",
          none: "No validator chosen",
          decimals: 1,
          queries: [
            {
              expr: `sum(${`max by (subnet_id, node_id) (${aggregate("max", m.validatorPotentialReward, ["subnet_id", "node_id"], of(m.validatorPotentialReward))})`})`,
            },
          ],
        }),
        ...freshness("p-validators|watched-validators"),
      ],
    },
    {
      title: "Chosen validators",
      panels: [
        table([24, 8], {
          title: "Validators",
          description:
            "State of each chosen validator per queried node. Offline budget: how long it can still be offline and earn its reward; below 0 the reward is lost. A node does not report its own uptime: see Queried node as seen by the network. NO KEY: register a BLS key with the next stake.",
          none: "No validator chosen",
          keys,
          facts: { ...shared.validatorName, ...shared.seenBy },
          rows: validatorNames(onPrimary),
          columns: [
            ...shared.uptimeColumns(validatorState, onPrimary),
            {
              title: "Connected",
              expr: of(m.validatorConnected),
              unit: "none",
              mappings: valueMappings(yesNoStates("YES", "NO")),
              width: 95,
            },
            { title: "Stake, AVAX", expr: of(m.validatorStake), unit: "short", decimals: 1, width: 110 },
            { title: "Delegated, AVAX", expr: of(m.validatorDelegated), unit: "short", decimals: 1, width: 140 },
            {
              title: "Delegation capacity, AVAX",
              expr: of(m.validatorDelegationCapacity),
              unit: "short",
              decimals: 1,
              width: 190,
            },
            {
              title: "Fee",
              expr: of(m.validatorDelegationFee),
              unit: "percentunit",
              decimals: 1,
              width: 70,
            },
            {
              title: "Reward, AVAX",
              expr: of(m.validatorPotentialReward),
              unit: "short",
              decimals: 1,
              width: 120,
            },
            {
              title: "BLS",
              expr: of(m.validatorBlsKey),
              unit: "none",
              mappings: valueMappings(yesNoStates("KEY", "NO KEY", "warning")),
              width: 85,
            },
          ],
          sort: { by: "State", desc: true },
        }),
      ],
    },
    {
      title: "Uptime and reward",
      panels: [
        graph([12, 8], {
          title: "Uptime",
          description: `Share of the period so far that the queried node has observed each validator online, the ten lowest. Dashed lines: the required ${percent(thresholds.uptimeRequired)}, or ${percent(thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon. A falling line means that the validator is offline now: start it, and check its port 9651.`,
          unit: "percentunit",
          none: "No uptime known",
          decimals: 2,
          max: 1,
          lines: true,
          legend: "table",
          levels: shared.requiredLevels,
          queries: lines(bottomk, of(m.validatorUptime)),
        }),
        graph([12, 8], {
          title: "Margin above the required uptime",
          description:
            "Highest uptime still reachable by the end of the staking period minus the required uptime, the ten lowest. Below 0 the reward is lost. It only decreases while the validator is offline.",
          unit: "percentunit",
          none: "No uptime known",
          decimals: 2,
          lines: true,
          legend: "table",
          levels: thresholdSteps("bad", [0, "warning"], [thresholds.uptimeMarginCritical, "good"]),
          queries: lines(bottomk, `${bestUptime(select, onPrimary)} - ${of(m.validatorUptimeRequired)}`),
        }),
        graph([12, 7], {
          title: "Connected",
          description:
            "Whether the queried node is connected to each chosen validator. Short gaps are restarts. A long gap on all nodes means that the validator is offline: restore it before its offline budget is used up.",
          unit: "none",
          none: "No connection known",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          legend: "table",
          mappings: valueMappings(yesNoStates("YES", "NO")),
          queries: lines(bottomk, of(m.validatorConnected)),
        }),
        graph([12, 7], {
          title: "Queried node as seen by the network",
          description: `For nodes that are validators: their uptime as observed by the other validators, and the share of the stake that would vote for their reward. Rewarding stake below ${percent(thresholds.rewardingStakeWarning)} puts the reward at risk.`,
          unit: "percentunit",
          none: "No queried node is a validator",
          decimals: 1,
          max: 1,
          lines: true,
          legend: "table",
          levels: thresholdSteps(
            "bad",
            [thresholds.rewardingStakeCritical, "warning"],
            [thresholds.rewardingStakeWarning, "good"],
          ),
          queries: [
            { expr: select(nodeRewardingStake), legend: `rewarding stake ${shared.target}` },
            { expr: select(nodeUptime), legend: `uptime ${shared.target}` },
          ],
        }),
      ],
    },
    {
      title: "Stake and period",
      panels: [
        bars([8, 8], {
          title: "Next period ends",
          description: `Time until the chosen validators' staking periods end, the ten nearest. Orange within ${timeSpan(thresholds.endWarning)}, red within ${timeSpan(thresholds.endCritical)}: prepare the next stake. A validator that renews automatically begins its next cycle then.`,
          unit: "s",
          none: "No validator chosen",
          decimals: 1,
          min: 0,
          levels: shared.endLevels,
          queries: [
            {
              expr: bottomk(shown, withValidatorName(`${of(m.validatorEnd)} - time()`, onPrimary)),
              legend: "{{name}} {{target}}",
            },
          ],
        }),
        graph([16, 8], {
          legend: "table",
          title: "Own and delegated stake",
          description:
            "Own stake and delegations of the ten largest chosen validators, in AVAX. A decrease of the delegations means that a delegation has ended.",
          unit: "short",
          none: "No validator chosen",
          min: 0,
          queries: [
            {
              expr: topk(shown, withValidatorName(of(m.validatorStake), onPrimary)),
              legend: "own {{name}} {{target}}",
            },
            {
              expr: topk(shown, withValidatorName(of(m.validatorDelegated), onPrimary)),
              legend: "delegated {{name}} {{target}}",
            },
          ],
        }),
        table([24, 7], {
          title: "Delegations and periods",
          description:
            "Number of delegations of each chosen validator, its fees from ended delegations, its share of the network, and the age of its period. Renews: whether it continues with another period.",
          none: "No validator chosen",
          keys,
          facts: {
            ...shared.validatorName,
            ...shared.seenBy,
            tx_id: { title: "Transaction" },
            auto_renew: { title: "Renews", width: 80 },
          },
          rows: `${select(m.validatorInfo, onPrimary)} * on (job, instance, node, subnet_id, node_id) group_left (name) ${validatorNames(onPrimary)}`,
          columns: [
            { title: "Delegations", expr: of(m.validatorDelegators), unit: "locale", width: 95 },
            {
              title: "Fees earned, AVAX",
              expr: of(m.validatorAccruedDelegateeReward),
              unit: "short",
              decimals: 2,
              width: 120,
            },
            {
              title: "Share",
              expr: `${of(m.validatorWeight)} / on (job, instance, node, subnet_id) group_left () ${total(m.validatorsWeight)}`,
              unit: "percentunit",
              decimals: 2,
              width: 75,
            },
            {
              title: "Since",
              expr: `time() - ${of(m.validatorStart)}`,
              unit: "s",
              decimals: 0,
              width: 90,
            },
          ],
        }),
        table([24, 7], {
          title: "Last period and renewal",
          description:
            "Result of the last staking period of each chosen validator that ended while the exporter was running, and its reward without delegation fees. NOT REWARDED: find out when it was offline. Next period and restaked share: only of auto-renewing validators. Next delegation end: only with the collector delegations, which is disabled by default.",
          none: "No validator chosen",
          keys,
          facts: { ...shared.validatorName, ...shared.seenBy },
          rows: validatorNames(onPrimary),
          columns: [
            {
              title: "Last period",
              expr: of(m.validatorLastRewarded),
              unit: "none",
              mappings: valueMappings(yesNoStates("REWARDED", "NOT REWARDED")),
              width: 130,
            },
            { title: "Last reward, AVAX", expr: of(m.validatorLastReward), unit: "short", decimals: 2, width: 150 },
            { title: "Ended since", expr: `time() - ${of(m.validatorLastEnd)}`, unit: "s", decimals: 0, width: 110 },
            { title: "Next period", expr: of(m.validatorNextPeriod), unit: "s", decimals: 0, width: 110 },
            { title: "Restaked", expr: of(m.validatorAutoCompound), unit: "percentunit", decimals: 1, width: 90 },
            {
              title: "Next delegation end",
              expr: `${of(m.validatorNextDelegationEnd)} - time()`,
              unit: "s",
              decimals: 1,
              width: 160,
            },
            { title: "Ending, AVAX", expr: of(m.validatorNextDelegation), unit: "short", decimals: 1, width: 120 },
          ],
        }),
      ],
    },
    {
      title: "Network",
      panels: [
        stat([4, 4], {
          title: "Validators",
          description: "Validators of the primary network. Investigate a decrease of several percent within a day.",
          unit: "locale",
          none: "Not reported",
          queries: [{ expr: perNetwork("max", total(m.validators)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Delegations",
          description: "Delegations to all validators of the primary network. Informational.",
          unit: "locale",
          none: "Not reported",
          queries: [{ expr: perNetwork("max", total(m.delegators)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Superminority",
          description:
            "Smallest number of validators that together hold more than a third of the weight: they could halt the network. Higher is better; not under an operator's control.",
          unit: "locale",
          none: "Not reported",
          queries: [{ expr: perNetwork("min", total(m.validatorsSuperminority)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Largest validator",
          description: "Weight share of the largest validator, including delegations. Informational.",
          unit: "percentunit",
          none: "Not reported",
          decimals: 2,
          queries: [
            {
              expr: perNetwork("max", `${total(m.validatorsLargestWeight)} / ${total(m.validatorsWeight)}`),
              legend: "{{network}}",
            },
          ],
        }),
        stat([4, 4], {
          title: "Minimum validator stake",
          description:
            "Minimum AVAX that a validator of the primary network must stake itself. Have it ready before a period ends.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 0,
          queries: [{ expr: perNetwork("max", select(minValidatorStake)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Minimum delegation",
          description: "Minimum AVAX of a delegation. A validator with less delegation capacity is full.",
          unit: "suffix: AVAX",
          none: "Not reported",
          decimals: 0,
          queries: [{ expr: perNetwork("max", select(minDelegatorStake)), legend: "{{network}}" }],
        }),
        graph([12, 7], {
          title: "Validators, total and connected",
          description:
            "Validators of the primary network, and those that each queried node is connected to. A growing gap on one node only means a connectivity problem of that node. On all nodes it is a problem of the network.",
          unit: "locale",
          none: "Not reported",
          queries: [
            { expr: total(m.validators), legend: `total ${shared.target}` },
            { expr: total(m.validatorsConnected), legend: `connected ${shared.target}` },
          ],
        }),
        graph([12, 7], {
          title: "Connected stake",
          description: `Share of the primary network's weight that each queried node is connected to. Below the dashed line at ${percent(thresholds.connectedWeightCritical)} a node reports unhealthy: check its connections and its public address.`,
          unit: "percentunit",
          none: "Not reported",
          decimals: 1,
          max: 1,
          lines: true,
          levels: thresholdSteps(
            "bad",
            [thresholds.connectedWeightCritical, "warning"],
            [thresholds.connectedWeightWarning, "good"],
          ),
          queries: [{ expr: connectedShare(select, all), legend: shared.target }],
        }),
      ],
    },
  ],
};
