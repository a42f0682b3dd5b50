/** Alerts about L1 validators: one per validator, however many nodes report it. */
import { l1HasDeactivationOwner, l1OwnersDigest, l1Weight } from "../collectors/kinds/l1-validators.ts";
import { l1Uptime } from "../collectors/l1-uptimes.ts";
import { l1 } from "../entities/l1/fields.ts";
import { l1Validator } from "../entities/l1-validator/fields.ts";
import { l1ValidatorStates } from "../entities/l1-validator/state.ts";
import { alert } from "./alert.ts";
import { hasChanged, median, mostSee, named, oneSees, perL1, perL1Validator, perValidator } from "./expressions.ts";
import { l1Name, l1ValidatorName, longL1Name, longL1ValidatorName } from "./names.ts";
import { durationOf, thresholds } from "./thresholds.ts";

const balanceLow = alert({
  name: "AvaxL1BalanceLow",
  tiers: {
    critical: { for: "10m", parameters: { duration: durationOf(thresholds.exhaustionCritical) } },
    warning: { for: "10m", parameters: { duration: durationOf(thresholds.exhaustionWarning) } },
  },
  keepFiringFor: "15m",
  sentence: "Most nodes see that a balance of a watched validator (warning: or of an L1) ends soon, or is 0.",
  expr: ({ duration }, severity) => {
    const watched = `${median(l1Validator.metric("balance_runway_seconds"), perL1Validator)} < ${duration}`;
    if (severity === "critical") return watched;
    return `${watched}\nor ${median(l1.metric("balance_runway_seconds"), perL1)} < ${duration}`;
  },
  summary: `Balance of {{ if $labels.validation_id }}${l1ValidatorName}{{ else }}a validator of ${l1Name}{{ end }} {{ if eq $value 0.0 }}has run out{{ else }}runs out in {{ $value | humanizeDuration }}{{ end }}: top it up`,
  description: `${l1ValidatorStates.inactive.fix} The balance of {{ if $labels.validation_id }}${longL1ValidatorName}{{ else }}a validator of the L1 ${longL1Name}{{ end }} {{ if eq $value 0.0 }}has run out. The validator is inactive: it does not participate in consensus, and its weight still counts towards the total.{{ else }}lasts for {{ $value | humanizeDuration }}, less if more validators become active. Then the validator becomes inactive.{{ end }} avalanche-exporter status {{ $labels.subnet_id }} --url http://EXPORTER:10652 lists the amounts to add.`,
});

const offline = alert({
  name: "AvaxL1ValidatorOffline",
  tiers: { critical: { for: "7m", parameters: { window: "10m" } } },
  keepFiringFor: "5m",
  sentence: "Most nodes have no connection to the validator, or its node does not run its L1, for most of the window.",
  expr: ({ window }) => `${mostSee(l1Validator, perL1Validator, "offline", window)}
or ${oneSees(l1Validator, perL1Validator, "not_running", window)}`,
  summary: `Validator ${l1ValidatorName} is offline, or does not run its L1: check its node and its staking port`,
  description: `${l1ValidatorStates.offline.fix} If it can: ${l1ValidatorStates.not_running.fix} Most monitored nodes that run a chain of the L1 have no connection to ${longL1ValidatorName}, or its node does not run it. Its weight is missing from consensus, and it pays the validator fee for nothing.`,
});

const wrongKey = alert({
  name: "AvaxL1ValidatorWrongKey",
  tiers: { warning: { for: "15m", parameters: { window: "30m" } } },
  keepFiringFor: "15m",
  sentence: "The registered BLS key is not that of the validator's node, for most of the window.",
  expr: ({ window }) => mostSee(l1Validator, perL1Validator, "wrong_key", window),
  summary: `Validator ${l1ValidatorName} has the wrong BLS key: start it with the registered one`,
  description: `${l1ValidatorStates.wrong_key.fix} The BLS key that is registered for ${longL1ValidatorName} is not that of its node. Its signatures are invalid, and its weight is missing from the quorum of messages to other chains.`,
});

export const l1ValidatorAlerts = [balanceLow, offline, wrongKey];

export const uptimeLow = alert({
  name: "AvaxL1ValidatorUptimeLow",
  tiers: { warning: { for: "30m", parameters: { below: thresholds.l1Uptime } } },
  keepFiringFor: "15m",
  sentence: "Most nodes have observed an uptime of the L1 validator below this share.",
  expr: ({ below }) => `${median(l1Uptime, perL1Validator)} < ${below}`,
  summary: `Validator ${l1ValidatorName} has {{ $value | humanizePercentage }} uptime`,
  description: `Most monitored nodes have observed an uptime of {{ $value | humanizePercentage }} or less of ${longL1ValidatorName}, as the virtual machine of its chain counts it. Validators do not sign a proof of a higher uptime, and an L1 that pays by uptime pays it nothing.`,
});

export const ownersChanged = alert({
  name: "AvaxL1ValidatorOwnerChanged",
  tiers: { warning: { for: "1m", parameters: { window: "1d" } } },
  keepFiringFor: "15m",
  sentence: "The owners of a validator have changed within the window: its node was registered again.",
  expr: ({ window }) => hasChanged(l1OwnersDigest, perValidator, window),
  summary: `Validator ${named(l1Weight, "node_id")} of ${l1Name} has other owners`,
  description:
    "The node {{ $labels.node_id }} validates the L1 {{ $labels.subnet_id }} with other owners than before: it was removed and registered again. The new owners can deactivate it, and get its balance. If that was not you, someone else controls the L1.",
});

export const noOwner = alert({
  name: "AvaxL1ValidatorNoOwner",
  tiers: { warning: { for: "5m", parameters: {} } },
  keepFiringFor: "15m",
  sentence: "The L1 validator has no deactivation owner.",
  expr: () => `${median(l1HasDeactivationOwner, perL1Validator)} == 0`,
  summary: `Anyone can deactivate the validator ${l1ValidatorName}`,
  description: `The validator ${longL1ValidatorName} was registered without a deactivation owner. Anyone can deactivate it with a transaction on the P-Chain, and so halt the L1. Its owners cannot be changed.`,
});
