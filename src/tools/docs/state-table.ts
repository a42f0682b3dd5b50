/** The tables of states, with the meaning and the fix of each. */

import { entities } from "../../entities/all.ts";
import { chainStates } from "../../entities/chain/state.ts";
import { l1States } from "../../entities/l1/state.ts";
import { l1ValidatorStates } from "../../entities/l1-validator/state.ts";
import { networkStates } from "../../entities/network/state.ts";
import { nodeStates } from "../../entities/node/state.ts";
import { subnetStates } from "../../entities/subnet/state.ts";
import { validatorStates } from "../../entities/validator/state.ts";
import { code, table } from "./markdown.ts";

const enumerations = [
  [entities.network.metric("state"), networkStates],
  [entities.node.metric("state"), nodeStates],
  [entities.chain.metric("state"), chainStates],
  [entities.validator.metric("state"), validatorStates],
  [entities.subnet.metric("state"), subnetStates],
  [entities.l1.metric("state"), l1States],
  [entities.l1_validator.metric("state"), l1ValidatorStates],
] as const;

/** Returns the states of each metric in the order of their severity. */
export const stateTable = (): string =>
  table(
    ["Metric", "State", "Meaning", "Fix"],
    enumerations.flatMap(([{ name }, all]) =>
      Object.entries<{ readonly meaning: string; readonly fix?: string }>(all).map(([state, { meaning, fix = "" }]) => [
        code(name),
        code(state),
        meaning,
        fix,
      ]),
    ),
  );
