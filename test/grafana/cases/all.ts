import type { Case } from "./case.ts";
import { exporterCases } from "./exporter.ts";
import { l1Cases } from "./l1.ts";
import { nativeCases } from "./native.ts";
import { networkCases } from "./network.ts";
import { nodeCases } from "./node.ts";
import { upgradeAndRewardCases } from "./upgrades-and-rewards.ts";
import { validatorCases } from "./validators.ts";

export const cases: readonly Case[] = [
  ...exporterCases,
  ...nodeCases,
  ...validatorCases,
  ...l1Cases,
  ...networkCases,
  ...upgradeAndRewardCases,
  ...nativeCases,
];
