import type { Case } from "./case.ts";
import { a, day, node, nothing, of, type Scenario, validator, watched } from "./scenario.ts";

const oslo = { alias: "oslo", subnet_id: "primary", node_id: "NodeID-R" };
const ofR = 'subnet_id="primary",node_id="NodeID-R"';
const helicon = (instance = "") => `avax_upgrade_timestamp_seconds{${instance}upgrade="helicon"}`;

export const upgradeAndRewardCases: readonly Case[] = [
  {
    alert: "AvaxNodeUpgradeUnknown",
    when: { avax_node_upgrade_unknown: "1" },
    after: 60,
    fires: [{ severity: "warning", summary: "Node NodeID-Own (mainnet) does not know the next network upgrade" }],
  },
  {
    // another node knows an upgrade in two days
    alert: "AvaxNodeUpgradeUnknown",
    when: {
      'avax_up{instance="other:9652"}': "1",
      'avax_node_info{instance="other:9652",node_id="NodeID-B",network="mainnet"}': "1",
      [helicon('instance="other:9652",')]: String(2 * day),
    },
    after: 30,
    about: "item",
    fires: [
      {
        severity: "critical",
        labels: { job: "avalanche-exporter", instance: "exporter:9652", node_id: "NodeID-Own" },
        summary: "Node NodeID-Own (mainnet) does not know the next network upgrade",
      },
    ],
  },
  {
    alert: "AvaxUpgradeAhead",
    when: { [helicon()]: String(6 * day) },
    after: 30,
    about: "item",
    fires: [
      {
        severity: "info",
        labels: { upgrade: "helicon" },
        summary: "Upgrade helicon (mainnet) activates in 5d 23h 29m 0s",
      },
    ],
  },
  {
    alert: "AvaxValidatorUnrewarded",
    when: {
      [`avax_validator_last_period_rewarded{${ofR}}`]: "0",
      [`avax_validator_last_period_end_timestamp_seconds{${ofR}}`]: "-86400",
    },
    after: 10,
    about: "item",
    fires: [
      {
        severity: "warning",
        labels: oslo,
        summary: "Validator oslo (mainnet) was not rewarded for its last period",
      },
    ],
  },
  {
    alert: "AvaxValidatorRenewalChanged",
    when: { [`avax_validator_next_period_seconds{${ofR}}`]: "2419200x10 0" },
    after: 15,
    looksBack: true,
    about: "item",
    fires: [{ severity: "warning", labels: oslo, summary: "Auto-renewal of validator oslo (mainnet) is off" }],
  },
  {
    alert: "AvaxValidatorRenewalChanged",
    when: { [`avax_validator_auto_compound_ratio{${ofR}}`]: "1x10 0.5" },
    after: 15,
    looksBack: true,
    about: "item",
    fires: [{ severity: "info", labels: oslo, summary: "Auto-renewal of validator oslo (mainnet) has changed" }],
  },
];

const v = (name: string) => a(name, watched);
const renewing = {
  ...node("a"),
  ...validator("a", { connected: "1", uptime: "0.99", start: -14 * day, end: 60 * day }),
  [v("avax_validator_next_period_seconds")]: "1209600x3000",
  [v("avax_validator_auto_compound_ratio")]: "1x3000",
};
const knows = (instance: string, values: string) => ({
  [of({ instance })("avax_upgrade_timestamp_seconds", { upgrade: "helicon" })]: values,
  [of({ instance })("avax_upgrade_timestamp_seconds", { upgrade: "granite" })]: `${-100 * day}x3000`,
});
const later = 8 * day;

export const upgradeAndRewardScenarios: readonly Scenario[] = [
  {
    name: "an upgrade in eight days, which one node of two knows from the seventh day on",
    interval: "1h",
    input: { ...node("a"), ...node("b"), ...knows("a", `${later}x3000`), ...knows("b", `_x168 ${later}x3000`) },
    firing: [
      ["12h", { "AvaxNodeUpgradeUnknown warning": 1 }],
      ["48h", { "AvaxNodeUpgradeUnknown warning": 1, "AvaxUpgradeAhead info": 1 }],
      ["130h", { "AvaxNodeUpgradeUnknown critical": 1, "AvaxUpgradeAhead info": 1 }],
      ["172h", { "AvaxUpgradeAhead info": 1 }],
      ["195h", nothing],
    ],
  },
  {
    name: "an upgrade that all nodes know, and its activation",
    interval: "1h",
    input: {
      ...node("a"),
      ...node("b"),
      ...knows("a", `${later}x3000`),
      ...knows("b", `${later}x3000`),
      [a("avax_node_upgrade_unknown")]: "0x3000",
    },
    firing: [
      ["12h", nothing],
      ["190h", { "AvaxUpgradeAhead info": 1 }],
      ["195h", nothing],
    ],
  },
  {
    name: "most of the stake announces an upgrade that the node does not know, and the node is updated a day later",
    interval: "1h",
    input: { ...node("a"), [a("avax_node_upgrade_unknown")]: "0x9 1x23 0x100" },
    firing: [
      ["9h", nothing],
      ["30h", { "AvaxNodeUpgradeUnknown warning": 1 }],
      ["36h", nothing],
    ],
  },
  {
    name: "a renewing validator is rewarded, and its next period begins",
    interval: "1h",
    input: {
      ...renewing,
      [v("avax_validator_last_period_rewarded")]: "_x24 1x500",
      [v("avax_validator_last_period_end_timestamp_seconds")]: `_x24 ${day}x500`,
    },
    firing: [
      ["30h", nothing],
      ["100h", nothing],
    ],
  },
  {
    name: "a renewing validator is not rewarded",
    interval: "1h",
    input: {
      ...renewing,
      [v("avax_validator_last_period_rewarded")]: "_x24 0x500",
      [v("avax_validator_last_period_end_timestamp_seconds")]: `_x24 ${day}x500`,
    },
    firing: [
      ["23h", nothing],
      ["30h", { "AvaxValidatorUnrewarded warning": 1 }],
      ["190h", { "AvaxValidatorUnrewarded warning": 1 }],
      ["195h", nothing],
    ],
  },
  {
    name: "the auto-renewal is turned off on purpose",
    interval: "1h",
    input: { ...renewing, [v("avax_validator_next_period_seconds")]: "1209600x9 0x100" },
    firing: [
      ["9h", nothing],
      ["12h", { "AvaxValidatorRenewalChanged warning": 1 }],
      ["30h", { "AvaxValidatorRenewalChanged warning": 1 }],
      ["36h", nothing],
    ],
  },
  {
    name: "the length of the next period is halved",
    interval: "1h",
    input: { ...renewing, [v("avax_validator_next_period_seconds")]: "1209600x9 604800x100" },
    firing: [
      ["12h", { "AvaxValidatorRenewalChanged info": 1 }],
      ["36h", nothing],
    ],
  },
];
