/** All checks in order, from connectivity to cost. */
import type { Check } from "./check.ts";
import { apis } from "./checks/apis.ts";
import { bootstrapping } from "./checks/bootstrapping.ts";
import { clock } from "./checks/clock.ts";
import { collectorFailures } from "./checks/collectors.ts";
import { containerIndex } from "./checks/container-index.ts";
import { intervals, series } from "./checks/cost.ts";
import { health } from "./checks/health.ts";
import { height } from "./checks/height.ts";
import { identity } from "./checks/identity.ts";
import { reachability } from "./checks/reachability.ts";
import { unusedFeatures } from "./checks/unused-features.ts";
import { version } from "./checks/version.ts";
import { watchedAddresses, watchedBlockchains, watchedSubnets, watchedValidations } from "./checks/watched-ids.ts";
import { watchedNodes } from "./checks/watched-nodes.ts";

/** Cheap checks come first: on an overloaded node the later calls can time out. */
export const checks: readonly Check[] = [
  reachability,
  identity,
  clock,
  bootstrapping,
  apis,
  version,
  height,
  containerIndex,
  health,
  watchedNodes,
  watchedSubnets,
  watchedValidations,
  watchedBlockchains,
  watchedAddresses,
  collectorFailures,
  intervals,
  series,
  unusedFeatures,
];
