/** Each rule as a test. What a node cannot show must be what its list of exceptions names. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { areas } from "./areas.ts";
import { type Exceptions, exceptions } from "./exceptions.ts";
import { methodsLeftOut } from "./methods.ts";
import type { Node } from "./node.ts";
import { outcomeOf } from "./run.ts";

/** Without `expected`, a rule that the node cannot show is skipped. */
export function checkAll(open: () => Promise<Node>, expected?: () => Promise<Exceptions>) {
  let node: Node;
  const unshown: Record<string, string> = {};
  beforeAll(async () => {
    node = await open();
  });
  afterAll(async () => {
    await node?.close();
  });

  for (const [area, rules] of Object.entries(areas)) {
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

  test("each rule is there once, and one of the nodes shows it", () => {
    const sentences = Object.values(areas).flatMap((rules) => rules.map(({ sentence }) => sentence));
    expect(sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i)).toEqual([]);
    const lists = Object.values<Exceptions>(exceptions);
    expect(sentences.filter((sentence) => lists.every((list) => sentence in list))).toEqual([]);
  });

  if (!expected) return;
  test("what could not be shown is what the exceptions name", async () => {
    expect(unshown).toEqual(await expected());
  });
  test("every method of the document gave a result", () => {
    expect(methodsLeftOut(node.answered)).toEqual([]);
  });
}
