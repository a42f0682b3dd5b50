import { nodeRewardingStake, nodeUptime } from "../../../src/metrics/node.ts";
import { minDelegatorStake, minValidatorStake } from "../../../src/metrics/pchain.ts";
import * as m from "../../../src/metrics/validators.ts";
import { percent, timeSpan } from "../amounts.ts";
import { bestUptime, connectedShare, offlineBudget } from "../formulas.ts";
import { like, type Source } from "../promql.ts";
import { thresholds } from "../thresholds.ts";
import type { Spec, Variable } from "./dashboard.ts";
import { freshness } from "./freshness.ts";
import { levels, words } from "./palette.ts";
import { bars, graph, stat, table } from "./panels.ts";
import * as parts from "./parts.ts";
import {
  aggregate,
  least,
  most,
  overall,
  perNetwork,
  primary,
  select,
  validatorNames,
  withValidatorName,
} from "./queries.ts";
import { validatorState } from "./states.ts";
import { yes } from "./verdicts.ts";

const chosen = { node_id: like("$node_id") };
const onPrimary = { ...chosen, subnet_id: primary };
const all = { subnet_id: primary };
const keys = [...parts.targetKeys, "subnet_id", "node_id"];
const legend = "{{name}} seen by {{target}}";
const shown = 10;

/** A line for each chosen validator; of many those that matter most. */
const lines = (how: typeof least, expr: string) => [{ expr: how(shown, withValidatorName(expr, onPrimary)), legend }];
const of = (metric: Source<"subnet_id" | "node_id">) => select(metric, onPrimary);
const total = (metric: Source<"subnet_id">) => select(metric, all);

const nodeId: Variable = {
  name: "node_id",
  label: "validator",
  description:
    "Validators by alias: those that are watched, else the 20 largest that are told one by one. Any NodeID can be typed in.",
  query: `query_result(${parts.watchedByAlias} or topk(20, avax_validator_stake_avax{job=~"$job",instance=~"$instance",node=~"$node"} unless on () avax_validator_present{job=~"$job",instance=~"$instance",node=~"$node"}))`,
  regex: parts.idAndAlias,
};

export const validators: Spec = {
  name: "validators",
  title: "Validators",
  description:
    "Validators of the primary network: will they be rewarded, until when, for what; and the set as a whole.",
  variables: [nodeId],
  rows: [
    {
      title: "Verdict",
      panels: [
        parts.validatorVerdict([6, 5], chosen),
        stat([4, 5], {
          title: "Shortest offline budget",
          description:
            "The least time that any chosen validator may still be offline until its period ends, and earn all the same. Below 0: its reward is lost, whatever it does. Keep it above the time that you need to repair a node.",
          unit: "s",
          none: "No uptime known",
          decimals: 1,
          levels: levels("bad", [0, "warning"], [thresholds.offlineBudget, "good"]),
          queries: [{ expr: overall("min", offlineBudget(select, onPrimary)) }],
        }),
        stat([4, 5], {
          title: "Next end",
          description: `Time until the first of the chosen validators' periods ends. It does not come back by itself unless it renews (ACP-236): prepare its next stake within ${timeSpan(thresholds.endWarning)}.`,
          unit: "s",
          none: "No validator chosen",
          decimals: 1,
          levels: parts.endLevels,
          queries: [{ expr: overall("min", `${of(m.validatorEnd)} - time()`) }],
        }),
        stat([4, 5], {
          title: "Rewards to come",
          description:
            "What the chosen validators will be paid at the end of their periods if each earns it, without delegators' fees. What is at stake when one is offline.",
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
      title: "Watchlist",
      panels: [
        table([24, 8], {
          title: "Validators",
          description:
            "Everything about each chosen validator, as each queried node sees it. May be offline: how long it may still be away until its period ends, and earn all the same; below 0 the reward is lost. A queried node does not tell its own uptime: see how the network sees it, below. NO KEY: register a BLS key with the next stake.",
          none: "No validator chosen",
          keys,
          facts: { ...parts.validatorName, ...parts.seenBy },
          rows: validatorNames(onPrimary),
          columns: [
            ...parts.uptimeColumns(validatorState, onPrimary),
            {
              title: "Connected",
              expr: of(m.validatorConnected),
              unit: "none",
              mappings: words(yes("YES", "NO")),
              width: 95,
            },
            { title: "Stake, AVAX", expr: of(m.validatorStake), unit: "short", decimals: 1, width: 110 },
            { title: "Delegated, AVAX", expr: of(m.validatorDelegated), unit: "short", decimals: 1, width: 140 },
            {
              title: "Room, AVAX",
              expr: of(m.validatorDelegationCapacity),
              unit: "short",
              decimals: 1,
              width: 110,
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
              mappings: words(yes("KEY", "NO KEY", "warning")),
              width: 85,
            },
          ],
          sort: { by: "State", desc: true },
        }),
      ],
    },
    {
      title: "Will the reward be paid?",
      panels: [
        graph([12, 8], {
          title: "Uptime",
          description: `Share of the period so far that the queried node has seen each validator online; of many the ten lowest. The dashed lines are what is required: ${percent(thresholds.uptimeRequired)}, or ${percent(thresholds.uptimeRequiredSinceHelicon)} for periods since Helicon. A falling line is a validator that is away now: start it, look at its port 9651.`,
          unit: "percentunit",
          none: "No uptime known",
          decimals: 2,
          max: 1,
          lines: true,
          legend: "table",
          levels: parts.requiredLevels,
          queries: lines(least, of(m.validatorUptime)),
        }),
        graph([12, 8], {
          title: "Margin above the required uptime",
          description:
            "Best uptime at the period's end, if never away again, less what is required; of many the ten lowest. Below 0 the reward can no longer be earned. It falls only while a validator is away.",
          unit: "percentunit",
          none: "No uptime known",
          decimals: 2,
          lines: true,
          legend: "table",
          levels: levels("bad", [0, "warning"], [thresholds.uptimeMarginCritical, "good"]),
          queries: lines(least, `${bestUptime(select, onPrimary)} - ${of(m.validatorUptimeRequired)}`),
        }),
        graph([12, 7], {
          title: "Connected",
          description:
            "Whether the queried node is connected to each chosen validator. Short gaps are restarts. A long one, seen by all nodes, is a validator that is offline: bring it back before its offline budget is used up.",
          unit: "none",
          none: "No connection known",
          min: 0,
          max: 1,
          decimals: 0,
          steps: true,
          legend: "table",
          mappings: words(yes("YES", "NO")),
          queries: lines(least, of(m.validatorConnected)),
        }),
        graph([12, 7], {
          title: "The queried node, as its network sees it",
          description: `Of nodes that validate themselves: their uptime as the other validators have seen it, and the share of the stake whose validators would reward them. Rewarding stake under ${percent(thresholds.rewardingStakeWarning)} puts the reward at risk.`,
          unit: "percentunit",
          none: "No queried node is a validator",
          decimals: 1,
          max: 1,
          lines: true,
          legend: "table",
          levels: levels(
            "bad",
            [thresholds.rewardingStakeCritical, "warning"],
            [thresholds.rewardingStakeWarning, "good"],
          ),
          queries: [
            { expr: select(nodeRewardingStake), legend: `rewarding stake ${parts.target}` },
            { expr: select(nodeUptime), legend: `uptime ${parts.target}` },
          ],
        }),
      ],
    },
    {
      title: "Stake and period",
      panels: [
        bars([8, 8], {
          title: "Ends first",
          description: `Time until the chosen validators' periods end, the ten nearest. Orange within ${timeSpan(thresholds.endWarning)}, red within ${timeSpan(thresholds.endCritical)}: have the next stake ready. One that renews itself begins its next cycle then.`,
          unit: "s",
          none: "No validator chosen",
          decimals: 1,
          min: 0,
          levels: parts.endLevels,
          queries: [
            {
              expr: least(shown, withValidatorName(`${of(m.validatorEnd)} - time()`, onPrimary)),
              legend: "{{name}} {{target}}",
            },
          ],
        }),
        graph([16, 8], {
          legend: "table",
          title: "Own and delegated stake",
          description:
            "AVAX of the ten largest chosen validators, own stake and delegations apart. Falling delegations: a delegator's period has ended.",
          unit: "short",
          none: "No validator chosen",
          min: 0,
          queries: [
            {
              expr: most(shown, withValidatorName(of(m.validatorStake), onPrimary)),
              legend: "own {{name}} {{target}}",
            },
            {
              expr: most(shown, withValidatorName(of(m.validatorDelegated), onPrimary)),
              legend: "delegated {{name}} {{target}}",
            },
          ],
        }),
        table([24, 7], {
          title: "Delegations and periods",
          description:
            "How many delegations each chosen validator has, what it has earned from those that ended, its share of the network, and when its period began. Renews tells whether it stays for another period.",
          none: "No validator chosen",
          keys,
          facts: {
            ...parts.validatorName,
            ...parts.seenBy,
            tx_id: { title: "Transaction" },
            auto_renew: { title: "Renews", width: 80 },
          },
          rows: `${select(m.validatorInfo, onPrimary)} * on (job, instance, node, subnet_id, node_id) group_left (name) ${validatorNames(onPrimary)}`,
          columns: [
            { title: "Delegators", expr: of(m.validatorDelegators), unit: "locale", width: 95 },
            {
              title: "Earned, AVAX",
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
      ],
    },
    {
      title: "Network",
      panels: [
        stat([4, 4], {
          title: "Validators",
          description: "Validators of the primary network. A fall of some percent within a day is worth a look at why.",
          unit: "locale",
          none: "Not told by the node",
          queries: [{ expr: perNetwork("max", total(m.validators)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Delegations",
          description: "Delegations to all validators of the primary network. For information: there is nothing to do.",
          unit: "locale",
          none: "Not told by the node",
          queries: [{ expr: perNetwork("max", total(m.delegators)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Superminority",
          description:
            "The least number of validators that together hold more than a third of the weight, and could halt the network. The larger, the better; it is no operator's to change.",
          unit: "locale",
          none: "Not told by the node",
          queries: [{ expr: perNetwork("min", total(m.validatorsSuperminority)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Largest validator",
          description: "Share of the weight that the largest validator has, delegations included. For information.",
          unit: "percentunit",
          none: "Not told by the node",
          decimals: 2,
          queries: [
            {
              expr: perNetwork("max", `${total(m.validatorsLargestWeight)} / ${total(m.validatorsWeight)}`),
              legend: "{{network}}",
            },
          ],
        }),
        stat([4, 4], {
          title: "Least stake of a validator",
          description:
            "AVAX that a validator of the primary network must stake itself. Have it ready before a period ends.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 0,
          queries: [{ expr: perNetwork("max", select(minValidatorStake)), legend: "{{network}}" }],
        }),
        stat([4, 4], {
          title: "Least delegation",
          description: "AVAX that a delegator must delegate at least. A validator with less room than this is full.",
          unit: "suffix: AVAX",
          none: "Not told by the node",
          decimals: 0,
          queries: [{ expr: perNetwork("max", select(minDelegatorStake)), legend: "{{network}}" }],
        }),
        graph([12, 7], {
          title: "Validators and those connected",
          description:
            "Validators of the primary network, and how many of them each queried node is connected to. A gap that widens on one node alone is that node's network; on all it is the network itself.",
          unit: "locale",
          none: "Not told by the node",
          queries: [
            { expr: total(m.validators), legend: `in the set ${parts.target}` },
            { expr: total(m.validatorsConnected), legend: `connected ${parts.target}` },
          ],
        }),
        graph([12, 7], {
          title: "Connected share of the stake",
          description: `Share of the primary network's weight that each queried node is connected to. Under the dashed line at ${percent(thresholds.connectedWeightCritical)} a node thinks itself unhealthy: look at its connections, and at its public address.`,
          unit: "percentunit",
          none: "Not told by the node",
          decimals: 1,
          max: 1,
          lines: true,
          levels: levels(
            "bad",
            [thresholds.connectedWeightCritical, "warning"],
            [thresholds.connectedWeightWarning, "good"],
          ),
          queries: [{ expr: connectedShare(select, all), legend: parts.target }],
        }),
      ],
    },
  ],
};
