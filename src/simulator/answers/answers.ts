/** Every method's answer: one function each. */
import { isMethodName, methodOf } from "../../contract/contract.ts";
import type { MethodName } from "../arguments.ts";
import { administration, besides } from "./administration.ts";
import type { Answer, Answers, Context } from "./answer.ts";
import { health } from "./health.ts";
import { indexAndX } from "./index-and-x.ts";
import { info, own } from "./info.ts";
import { pChain } from "./p-chain.ts";
import { subnets } from "./subnets.ts";
import { validators } from "./validators.ts";

export const answers: Answers = {
  ...pChain,
  ...validators,
  ...subnets,
  ...indexAndX,
  ...info,
  ...own,
  ...health,
  ...administration,
};

/** Of a method that is only known at run time; one without an answer of its own gives the contract's sample. */
export function answerTo(context: Context, name: MethodName, params: unknown, at: string | undefined): unknown {
  if (!isMethodName(name)) return besides[name](context, params as never);
  const answer = answers[name] as Answer<never> | undefined;
  return answer ? answer(context, params as never, at as never) : methodOf(name).example.result;
}
