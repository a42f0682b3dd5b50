/** All rules, in the order in which they are checked. */
import type { Rule } from "./rule.ts";
import { administration } from "./rules/administration.ts";
import { commonRules } from "./rules/common.ts";
import { containerIndex } from "./rules/container-index.ts";
import { encodings } from "./rules/encodings.ts";
import { errors } from "./rules/errors.ts";
import { evmChains } from "./rules/evm.ts";
import { fees } from "./rules/fees.ts";
import { forms } from "./rules/forms.ts";
import { l1Chains } from "./rules/l1-chains.ts";
import { limits } from "./rules/limits.ts";
import { nodeState } from "./rules/node-state.ts";
import { pChain } from "./rules/p-chain.ts";
import { paging } from "./rules/paging.ts";
import { stakingPeriods } from "./rules/staking-periods.ts";
import { states } from "./rules/states.ts";
import { subnets } from "./rules/subnets.ts";
import { transactions } from "./rules/transactions.ts";
import { validatorSets } from "./rules/validator-sets.ts";
import { validators } from "./rules/validators.ts";
import { xChain } from "./rules/x-chain.ts";

export const areas: Readonly<Record<string, readonly Rule[]>> = {
  "common rules": commonRules,
  "forms of values": forms,
  encodings,
  administration,
  "state of the node": nodeState,
  "X-Chain": xChain,
  "P-Chain": pChain,
  "fees of the P-Chain": fees,
  validators,
  "staking periods": stakingPeriods,
  "sets of validators": validatorSets,
  "subnets and L1s": subnets,
  "transactions and blocks": transactions,
  "UTXO paging": paging,
  "container index": containerIndex,
  "states and transitions": states,
  "EVM chains": evmChains,
  "chains of L1s": l1Chains,
  errors,
  limits,
};
