/** Samples of the model: states as state sets (OpenMetrics), and facts that no collector computes. */
import { type Sample, sample } from "../exposition/sample.ts";
import * as states from "../facts/states.ts";
import * as l1 from "../metrics/l1.ts";
import * as m from "../metrics/states.ts";
import type { Model } from "./model.ts";

/** Metrics of the samples that `stateSamples` returns. */
export const stateMetrics = [
  m.nodeState,
  m.nodeValidates,
  m.pChainBlockAge,
  m.chainState,
  m.chainConnectedWithout,
  m.validatorState,
  m.offlineBudget,
  m.offlineBudgetRatio,
  m.validatorTimeLeft,
  m.l1State,
  l1.l1Runway,
  l1.l1TimeToHalt,
  m.l1ValidatorState,
  m.l1ValidatorRunway,
] as const;

/** Returns each state with whether it is the current one; none if the current state is unknown. States are left out whose condition
 *  the queried node cannot know: `conditions` has it by state, undefined if it is unknown. */
const stateSet = <S extends string>(
  table: Readonly<Record<S, unknown>>,
  current: S | undefined,
  conditions: { readonly [state in S]?: boolean | undefined } = {},
): readonly (readonly [S, boolean])[] => {
  const isKnown = (state: S) => state === current || !(state in conditions) || conditions[state] !== undefined;
  const known = (Object.keys(table) as S[]).filter(isKnown);
  return current === undefined ? [] : known.map((state) => [state, state === current] as const);
};

/** Returns the samples of the model. */
export function stateSamples({ node, chains, validators, l1s, l1Validators }: Model): readonly Sample[] {
  const node_id = node.nodeId ?? "";
  const ofNode = [
    ...stateSet(states.nodeStates, node.state).map(([state, is]) => sample(m.nodeState, is, { node_id, state })),
    sample(m.nodeValidates, node.validates, { node_id }),
    sample(m.pChainBlockAge, node.pChainAge),
  ];
  const ofChains = chains.flatMap(
    ({ chain, blockchainId: blockchain_id, subnetId: subnet_id, alias, state: current, without }) => [
      ...stateSet(states.chainStates, current).map(([state, is]) =>
        sample(m.chainState, is, { chain, blockchain_id, subnet_id, alias, state }),
      ),
      ...without.map(({ nodeId: node_id, alias, ratio }) =>
        sample(m.chainConnectedWithout, ratio, { chain, blockchain_id, subnet_id, node_id, alias }),
      ),
    ],
  );
  const ofValidators = validators.flatMap(({ subnetId: subnet_id, nodeId: node_id, alias, state: current, ...one }) => {
    const labels = { subnet_id, node_id, alias };
    return [
      ...stateSet(states.validatorStates, current, { inactive: one.isActive, offline: one.isConnected }).map(
        ([state, is]) => sample(m.validatorState, is, { ...labels, state }),
      ),
      sample(m.offlineBudget, one.budget?.seconds, labels),
      sample(m.offlineBudgetRatio, one.budget?.ratio, labels),
      sample(m.validatorTimeLeft, one.timeLeft, labels),
    ];
  });
  const ofL1s = l1s.flatMap(({ subnetId: subnet_id, alias, state: current, runway, haltsIn }) => [
    ...stateSet(states.l1States, current).map(([state, is]) => sample(m.l1State, is, { subnet_id, alias, state })),
    sample(l1.l1Runway, runway, { subnet_id, alias }),
    sample(l1.l1TimeToHalt, haltsIn, { subnet_id, alias }),
  ]);
  const ofL1Validators = l1Validators.flatMap(({ state: current, ...one }) => {
    const labels = {
      subnet_id: one.subnetId,
      validation_id: one.validationId,
      node_id: one.nodeId,
      alias: one.alias,
    };
    return [
      ...stateSet(states.l1ValidatorStates, current, { offline: one.isConnected, wrong_key: one.hasOwnKey }).map(
        ([state, is]) => sample(m.l1ValidatorState, is, { ...labels, state }),
      ),
      sample(m.l1ValidatorRunway, one.runway, labels),
    ];
  });
  return [...ofNode, ...ofChains, ...ofValidators, ...ofL1s, ...ofL1Validators].filter((one) => one !== undefined);
}
