/** Every check, from outside in. */
import type { Check } from "./check.ts";
import { addresses } from "./checks/addresses.ts";
import { apis } from "./checks/apis.ts";
import { bootstrapping } from "./checks/bootstrapping.ts";
import { clock } from "./checks/clock.ts";
import { failing } from "./checks/collectors.ts";
import { containerIndex } from "./checks/container-index.ts";
import { health } from "./checks/health.ts";
import { height } from "./checks/height.ts";
import { identity } from "./checks/identity.ts";
import { more } from "./checks/more.ts";
import { pace } from "./checks/pace.ts";
import { reach } from "./checks/reach.ts";
import { series } from "./checks/series.ts";
import { version } from "./checks/version.ts";
import { watchedBlockchains } from "./checks/watched-blockchains.ts";
import { watchedNodes } from "./checks/watched-nodes.ts";
import { watchedSubnets } from "./checks/watched-subnets.ts";
import { watchedValidations } from "./checks/watched-validations.ts";

/** What comes later may be asked for in vain when the node has no time: what is cheap comes first. */
export const checks: readonly Check[] = [
  reach,
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
  addresses,
  failing,
  pace,
  series,
  more,
];
