/** Collapsed rows about the chosen validators: uptime, rewards, stake and connections. */
import { chainValidatorDisconnected } from "../../../collectors/chains.ts";
import { nodeRewardingStake } from "../../../collectors/node.ts";
import * as peers from "../../../collectors/peers.ts";
import * as rewards from "../../../collectors/rewards.ts";
import * as m from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { chainConnectedWithout } from "../../../entities/chain/fields.ts";
import { timeSpan } from "../../../lib/duration.ts";
import { percent } from "../../../lib/text.ts";
import type { Row } from "./dashboard.ts";
import { badBelow, inWords, thresholdSteps } from "./palette.ts";
import { bars, duration, graph, share } from "./panels.ts";
import { age, named, perItem, primary, queryPerTarget, select, targetKeys, withTarget } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";
import {
  amount,
  id,
  idAndAlias,
  lineName,
  lowest,
  nameFacts,
  type OfValidator,
  present,
  rowKeys,
  validatorLinks,
} from "./validator-panels.ts";

const shown = 10;
export const uptimeRow = (which: OfValidator): Row => ({
  title: "Uptime by observer",
  isCollapsed: true,
  panels: [
    graph([12, 8], {
      title: "Uptime",
      description:
        "Share of the period so far that the observers have seen each validator online (median, the ten lowest), and the highest required share. A falling line means that the validator is offline now: start it, and check its port 9651.",
      unit: "percentunit",
      none: "No uptime known",
      decimals: 2,
      max: 1,
      legend: "table",
      queries: [
        { expr: lowest(m.validatorUptime, idAndAlias, which), legend: lineName },
        { expr: perItem("max", m.validatorUptimeRequired, [], which), legend: "required ({{network}})" },
      ],
    }),
    graph([12, 8], {
      title: "Monitored nodes as seen by the network",
      description: `For nodes that are validators: the share of the stake that would vote for their reward. Below ${percent(thresholds.rewardingStakeWarning)} the reward is at risk.`,
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 1,
      max: 1,
      lines: true,
      legend: "table",
      levels: badBelow(thresholds.rewardingStakeCritical, thresholds.rewardingStakeWarning),
      queries: [queryPerTarget(select(nodeRewardingStake), "rewarding stake")],
    }),
    graph([12, 8], {
      title: "Uptime of the monitored nodes by stake",
      description:
        "Uptime of each monitored validator that this share of the reporting stake observes, or less. The stake decides about the reward: keep the median above the required uptime. If only the lowest line is low, some validators lack a connection.",
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 0,
      max: 1,
      legend: "table",
      queries: [queryPerTarget(select(peers.observedUptime), "{{stake_share}}")],
    }),
    graph([12, 8], {
      title: "Stake against the reward",
      description: `Share of the stake that has reported an uptime below the required one and would refuse the reward of a period with this requirement, and share that has reported none. More than ${percent(1 - thresholds.rewardingStakeCritical)} together puts the reward at risk: stay online, and check port 9651.`,
      unit: "percentunit",
      none: "No monitored node is a validator",
      decimals: 1,
      min: 0,
      legend: "table",
      queries: [
        queryPerTarget(select(peers.insufficientStake), "refuses {{required}}"),
        queryPerTarget(select(peers.unobservedStake), "no report"),
      ],
    }),
    table([24, 8], {
      title: "Validators by observer",
      description:
        "Connection and uptime of each chosen validator as seen by each monitored node. A node does not report its own. If only one observer differs, check the connections of this observer.",
      none: "No validator chosen",
      keys: [...targetKeys, ...id],
      facts: { ...nameFacts, ...shared.nodeFact },
      rows: [withTarget(select(present, which))],
      columns: [
        {
          title: "Connected",
          expr: select(m.validatorConnected, which),
          ...inWords(["no", "bad"], ["yes", "good"]),
        },
        { title: "Uptime", expr: select(m.validatorUptime, which), unit: "percentunit", decimals: 2 },
      ],
      sort: { by: "Uptime" },
    }),
  ],
});

/** A row per validator, watched or exported. */
const rowsOf = (which: OfValidator) => [
  perItem("max", present, idAndAlias, which),
  perItem("max", m.validatorInfo, idAndAlias, which),
];

export const rewardRow = (which: OfValidator): Row => ({
  title: "Rewards and renewal",
  isCollapsed: true,
  panels: [
    table([24, 8], {
      title: "Last period and renewal",
      description:
        "Result of the last staking period of each chosen validator that ended while the exporter was running, and its reward without delegation fees. Not rewarded: find out when it was offline, and in the panel Stake against the reward how much stake refused. Next period: only of auto-renewing validators; 0 means that it ends.",
      none: "No validator chosen",
      keys: rowKeys,
      facts: nameFacts,
      rows: rowsOf(which),
      columns: [
        {
          title: "Last period",
          expr: perItem("max", rewards.validatorLastRewarded, id, which),
          ...inWords(["not rewarded", "bad"], ["rewarded", "good"]),
        },
        amount("Last reward", rewards.validatorLastReward, which, 150),
        { title: "Ended ago", expr: `time() - ${perItem("max", rewards.validatorLastEnd, id, which)}`, ...duration },
        { title: "Next period", expr: perItem("max", m.validatorNextPeriod, id, which), ...duration },
        amount("Delegation fees", m.validatorAccruedDelegateeReward, which, 180),
      ],
      sort: { by: "Last period" },
      links: validatorLinks,
    }),
  ],
});

const largest = (metric: typeof m.validatorStake | typeof m.validatorDelegated, which: OfValidator) =>
  `topk(${shown}, ${named(perItem("max", metric, idAndAlias, which), "node_id")})`;
export const stakeRow = (which: OfValidator): Row => ({
  title: "Stake and periods",
  isCollapsed: true,
  panels: [
    bars([8, 8], {
      title: "Period ends",
      description: `Time until the chosen validators' staking periods end, the ten nearest, without those that renew automatically. Orange within ${timeSpan(thresholds.endWarning)}, blue within ${timeSpan(thresholds.endInfo)}: prepare the next stake.`,
      ...duration,
      none: "No period ends",
      min: 0,
      levels: shared.endLevels,
      queries: [
        {
          expr: `bottomk(${shown}, ${named(perItem("max", entities.validator.metric("time_left_seconds"), idAndAlias, which), "node_id")})`,
          legend: lineName,
        },
      ],
    }),
    graph([16, 8], {
      legend: "table",
      title: "Own and delegated stake",
      description:
        "Own stake and delegations of the ten largest chosen validators, in AVAX. A decrease of the delegations means that a delegation has ended.",
      unit: "locale",
      none: "No validator chosen",
      decimals: 0,
      min: 0,
      queries: [
        { expr: largest(m.validatorStake, which), legend: `own ${lineName}` },
        { expr: largest(m.validatorDelegated, which), legend: `delegated ${lineName}` },
      ],
    }),
    table([24, 8], {
      title: "Periods and delegations",
      description:
        "Transaction and age of each chosen validator's period, whether it continues with another one, its number of delegations, and its share of the network's weight. Compare the transaction with that of your wallet.",
      none: "No validator chosen",
      keys: rowKeys,
      facts: { ...nameFacts, tx_id: { title: "Transaction" }, auto_renew: { title: "Renews", width: 80 } },
      rows: [perItem("max", m.validatorInfo, [...idAndAlias, "tx_id", "auto_renew"], which)],
      columns: [
        { title: "Since", expr: `time() - ${perItem("max", m.validatorStart, id, which)}`, ...duration },
        { title: "Delegations", expr: perItem("max", m.validatorDelegators, id, which), unit: "locale", width: 100 },
        {
          title: "Share",
          expr: `${perItem("max", m.validatorWeight, id, which)} / on (network) group_left () ${perItem("max", m.validatorsWeight, [], { subnet_id: primary })}`,
          unit: "percentunit",
          decimals: 2,
          width: 90,
        },
      ],
      links: validatorLinks,
    }),
  ],
});

export const peerRow = (which: OfValidator): Row => ({
  title: "Connections",
  isCollapsed: true,
  panels: [
    table([24, 8], {
      title: "Connections to watched validators",
      description:
        "Time since the last message of each connected watched validator, and number of chains on which the node has benched it because its queries failed. Check validators that are benched: they respond too late.",
      none: "No watched validator is connected",
      keys: [...targetKeys, ...id],
      facts: { ...nameFacts, ...shared.nodeFact },
      rows: [withTarget(select(peers.validatorLastContact, which))],
      columns: [
        {
          title: "Last message",
          expr: age(select(peers.validatorLastContact, which)),
          unit: "s",
          decimals: 0,
          width: 120,
        },
        {
          title: "Benched",
          expr: select(peers.validatorBenchedChains, which),
          unit: "suffix:chains",
          levels: thresholdSteps("good", [1, "warning"]),
          width: 120,
        },
      ],
      sort: { by: "Benched", desc: true },
    }),
    table([12, 8], {
      title: "Weight connected without each validator",
      description: `Share of the weight of each chain that stays connected while the validator is stopped, on the node with the lowest share. Stop a node only if it stays above ${percent(thresholds.connectedWeightCritical)} on all of its chains: below, a chain accepts no blocks.`,
      none: "No validator of a chain of the nodes watched",
      keys: ["network", "chain", "node_id"],
      facts: {
        alias: { title: "Validator", width: 140 },
        node_id: { title: "NodeID", width: 105 },
        chain: { title: "Chain" },
        ...shared.networkFact,
      },
      rows: [perItem("min", chainConnectedWithout, ["chain", "node_id", "alias"], which)],
      columns: [
        {
          title: "Connected without it",
          expr: perItem("min", chainConnectedWithout, ["chain", "node_id"], which),
          ...share,
          levels: shared.connectedLevels,
          width: 185,
        },
      ],
      sort: { by: "Connected without it" },
    }),
    table([12, 8], {
      title: "Disconnected validators",
      description:
        "Validators of each chain that a node is not connected to or has benched: watched ones, and all of subnets and L1s. Start them, or top up those of an L1 without a balance. If only one node lacks them, check its connections.",
      none: "All are connected, or the health API is disabled",
      keys: [...targetKeys, "chain", "node_id"],
      facts: {
        alias: { title: "Validator", width: 100 },
        node_id: { title: "NodeID" },
        chain: { title: "Chain", width: 110 },
        ...shared.nodeFact,
      },
      rows: [withTarget(select(chainValidatorDisconnected, which))],
      columns: [],
    }),
  ],
});
