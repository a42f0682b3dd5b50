/** All checks in order, from connectivity to cost. */
import type { Check } from "./check.ts";
import { checkApis } from "./checks/apis.ts";
import { checkBootstrapping } from "./checks/bootstrapping.ts";
import { checkClock } from "./checks/clock.ts";
import { checkCollectorFailures } from "./checks/collectors.ts";
import { checkContainerIndex } from "./checks/container-index.ts";
import { checkIntervals, checkSeries } from "./checks/cost.ts";
import { checkHealth } from "./checks/health.ts";
import { checkHeight } from "./checks/height.ts";
import { checkIdentity } from "./checks/identity.ts";
import { checkReachability } from "./checks/reachability.ts";
import { checkUnusedFeatures } from "./checks/unused-features.ts";
import { checkUpgrade } from "./checks/upgrade.ts";
import { checkVersion } from "./checks/version.ts";
import * as watched from "./checks/watched-ids.ts";
import { checkWatchedNodes } from "./checks/watched-nodes.ts";

/** Cheap checks come first: on an overloaded node the later calls can time out. */
export const checks: readonly Check[] = [
  { name: "reachability", run: checkReachability, stopsOnProblem: true },
  { name: "identity", run: checkIdentity, stopsOnProblem: true },
  { name: "clock", run: checkClock },
  { name: "bootstrapping", run: checkBootstrapping },
  { name: "apis", run: checkApis },
  { name: "version", run: checkVersion },
  { name: "height", run: checkHeight },
  { name: "index", run: checkContainerIndex },
  { name: "health", run: checkHealth },
  { name: "upgrade", run: checkUpgrade },
  { name: "watched-nodes", run: checkWatchedNodes },
  { name: "watched-subnets", run: watched.checkSubnets },
  { name: "watched-l1-validators", run: watched.checkL1Validators },
  { name: "watched-blockchains", run: watched.checkBlockchains },
  { name: "watched-addresses", run: watched.checkAddresses },
  { name: "collectors", run: checkCollectorFailures },
  { name: "interval", run: checkIntervals },
  { name: "series", run: checkSeries },
  { name: "unused-features", run: checkUnusedFeatures },
];
