/** Each rule as a test. What a node cannot show must be what its list of exceptions names. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas, pChainAreas } from "./areas.ts";
import { type Exceptions, exceptions } from "./exceptions.ts";
import { methodsLeftOut } from "./methods.ts";
import type { Node } from "./node.ts";
import { outcomeOf } from "./run.ts";

const sentencesOf = (each: typeof areas) =>
  Object.values(each).flatMap((rules) => rules.map(({ sentence }) => sentence));
const sentences = sentencesOf(areas);

/** Without `expected`, a rule that the node cannot show is skipped. */
export function checkAll(open: () => Promise<Node>, expected?: Exceptions) {
  check(areas, open, expected);
  test("each rule is there once, and one of the nodes shows it", () => {
    const { real, simulated, pChain } = exceptions;
    const isOnPChain = (sentence: string) => !(sentence in pChain) && sentencesOf(pChainAreas).includes(sentence);
    expect(sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i)).toEqual([]);
    expect(Object.keys(real).filter((sentence) => sentence in simulated && !isOnPChain(sentence))).toEqual([]);
  });
}

export const checkPChain = (open: () => Promise<Node>, expected: Exceptions) =>
  check(pChainAreas, open, expected, /^platform\./);

function check(wanted: typeof areas, open: () => Promise<Node>, expected?: Exceptions, methods?: RegExp) {
  let node: Node;
  const unshown: Record<string, string> = {};
  beforeAll(async () => {
    node = await open();
  });
  afterAll(async () => {
    await node?.close();
  });

  for (const [area, rules] of Object.entries(wanted)) {
    describe(area, () => {
      for (const rule of rules) {
        test(rule.sentence, async ({ skip }) => {
          const outcome = await outcomeOf(rule, node);
          if (outcome.kind === "failed") throw outcome.error;
          if (outcome.kind === "ok") return;
          unshown[rule.sentence] = outcome.why;
          skip(outcome.why);
        });
      }
    });
  }

  if (!expected) return;
  test("what could not be shown is what the exceptions name", () => {
    expect(unshown).toEqual(expected);
  });
  test("every method of the document gave a result", () => {
    expect(methodsLeftOut(node.answered, methods)).toEqual([]);
  });
}
