/** Panels about the members of L1s and subnets. */
import { toValidator } from "../../../alerting/alert.ts";
import { chainConnectedWeight } from "../../../collectors/chains.ts";
import * as epochs from "../../../collectors/epochs.ts";
import * as uptime from "../../../collectors/l1-uptimes.ts";
import * as validators from "../../../collectors/validator-set.ts";
import { entities } from "../../../entities/all.ts";
import { percent } from "../../../lib/text.ts";
import type { Row } from "./dashboard.ts";
import { dataLink } from "./data-links.ts";
import {
  chosen,
  l1Keys,
  nodeIdWidth,
  ofL1,
  shown,
  subnetWeightShare,
  validation,
  validationFacts,
  validationKeys,
  withAlias,
} from "./l1-queries.ts";
import { inWords, thresholdSteps } from "./palette.ts";
import { duration, graph, share } from "./panels.ts";
import { median, named, perItem } from "./queries.ts";
import * as shared from "./shared-panels.ts";
import { table } from "./table.ts";
import { thresholds } from "./thresholds.ts";
import { id, idAndAlias, lineName, watchedOnly } from "./validator-panels.ts";

const active = entities.l1.metric("validators_active");
const present = entities.validator.metric("present");
const chain = ["chain", "subnet_id"] as const;
const chainAndAlias = [...chain, "alias"] as const;
const largest = (metric: typeof validators.validators | typeof active) =>
  `topk(${shown}, ${named(perItem("max", metric, ["subnet_id", "alias"], ofL1), "subnet_id")})`;

export const memberRow: Row = {
  title: "Members",
  isCollapsed: true,
  panels: [
    graph([24, 7], {
      title: "Validators, total and active",
      description: `Validators of each chosen L1 or subnet, and the active ones of an L1; the ${shown} largest. A step means that a validator was added, removed or became inactive. Validators from before the conversion are counted as active.`,
      unit: "locale",
      none: "No L1 tracked",
      min: 0,
      steps: true,
      queries: [
        { expr: largest(validators.validators), legend: `${lineName} total` },
        { expr: largest(active), legend: `${lineName} active` },
      ],
    }),
    table([24, 7], {
      title: "Watched validators of the subnets",
      description:
        "Watched validators of the chosen L1s and subnets. Those with a period, of permissioned and elastic subnets or from before the conversion of an L1, need no balance. They leave when it ends: renew yours before then.",
      none: "No validator of a chosen L1 is watched by its NodeID",
      keys: [...l1Keys, "node_id"],
      facts: {
        node_id: { title: "NodeID", width: nodeIdWidth },
        alias: { title: "Validator", width: 140 },
        subnet_id: { title: "Subnet ID" },
      },
      rows: [perItem("max", present, idAndAlias, ofL1)],
      only: watchedOnly(ofL1),
      columns: [
        {
          title: "In the set",
          expr: perItem("max", present, id, ofL1),
          ...inWords(["no", "bad"], ["yes", "good"]),
          width: 90,
        },
        { title: "Weight", expr: subnetWeightShare, ...share, width: 90 },
        {
          title: "Ends in",
          expr: `${perItem("max", validators.validatorEnd, id, ofL1)} - time()`,
          ...duration,
          levels: shared.endLevels,
        },
      ],
      sort: { by: "Ends in" },
      links: { NodeID: [dataLink(toValidator, ["node_id"])] },
    }),
  ],
};

export const uptimeRow: Row = {
  title: "Uptime and epochs",
  isCollapsed: true,
  panels: [
    table([24, 7], {
      title: "Uptime of L1 validators",
      description: `L1 validators as the virtual machine of their chain counts them on the monitored nodes (median), the lowest uptime first. Below ${percent(thresholds.l1Uptime)} validators sign no uptime proof: start the node, or top up a validator whose uptime is not counted.`,
      none: "No L1 of the Subnet-EVM run here",
      keys: validationKeys,
      facts: validationFacts,
      rows: [
        perItem("max", uptime.l1Uptime, withAlias, chosen),
        perItem("max", uptime.l1UptimeCounted, withAlias, chosen),
      ],
      columns: [
        {
          title: "Uptime",
          expr: median(uptime.l1Uptime, validation, chosen),
          ...share,
          levels: thresholdSteps("bad", [thresholds.l1Uptime, "good"]),
          width: 90,
        },
        {
          title: "Connected",
          expr: perItem("avg", uptime.l1Connected, validation, chosen),
          unit: "percentunit",
          decimals: 0,
          width: 95,
        },
        {
          title: "Counted",
          expr: perItem("min", uptime.l1UptimeCounted, validation, chosen),
          ...inWords(["no", "bad"], ["yes", "good"]),
          width: 90,
        },
      ],
      sort: { by: "Uptime" },
    }),
    table([24, 5], {
      title: "Epochs of the chains",
      description:
        "Each chain of the chosen L1s on the node that is behind most. P-Chain height: that of the epoch, whose validators sign messages. Make the chain accept a block to begin the next epoch.",
      none: "No chain of an L1 run here",
      keys: ["network", "chain", "subnet_id"],
      facts: {
        alias: { title: "L1", width: 125 },
        chain: { title: "Chain" },
        subnet_id: { title: "Subnet ID", width: 100 },
      },
      rows: [
        perItem("max", epochs.epochHeight, chainAndAlias, ofL1),
        perItem("max", uptime.l1UptimeProvenRatio, chainAndAlias, ofL1),
      ],
      columns: [
        { title: "Began", expr: `time() - ${perItem("min", epochs.epochStart, chain, ofL1)}`, ...duration },
        {
          title: "P-Chain height",
          expr: perItem("min", epochs.epochHeight, chain, ofL1),
          unit: "locale",
          width: 110,
        },
        {
          title: "Connected",
          expr: perItem("min", chainConnectedWeight, chain, ofL1),
          ...share,
          levels: shared.shareLevels,
          width: 95,
        },
        {
          title: "Uptime proven",
          expr: perItem("min", uptime.l1UptimeProvenRatio, chain, ofL1),
          ...share,
          width: 115,
        },
      ],
    }),
  ],
};
