/** Checks one rule. */
import { inspect } from "node:util";
import { CannotShow } from "./cannot-show.ts";
import type { Node } from "./node.ts";
import type { Rule } from "./rule.ts";

export type Outcome =
  | { readonly kind: "ok" }
  | { readonly kind: "failed"; readonly error: Error }
  | { readonly kind: "cannot show"; readonly why: string };

/** What a rule compares can come from two blocks: then it is checked again. */
const attempts = 3;
const writesOff = "writing is not allowed";

const heights = async (node: Node) =>
  inspect(await Promise.all([node.height("P").catch(() => undefined), node.height("X").catch(() => undefined)]));

export async function outcomeOf({ check, writes }: Rule, node: Node): Promise<Outcome> {
  if (writes && !node.allowsWrites) return { kind: "cannot show", why: writesOff };
  for (let attempt = 1; ; attempt++) {
    const before = await heights(node);
    try {
      await check(node);
      return { kind: "ok" };
    } catch (error) {
      if (error instanceof CannotShow) return { kind: "cannot show", why: error.message };
      if (!(error instanceof Error)) throw error;
      const stoodStill = before === (await heights(node));
      if (writes || stoodStill || attempt === attempts) return { kind: "failed", error };
    }
  }
}
