/** The table of inputs that must be known for the state ok. */
import { evidence, inputs } from "../../entities/evidence.ts";
import { code, table } from "./markdown.ts";

/** Returns each input with the entities whose state ok needs it, and the way to get it. */
export function evidenceTable(): string {
  const needs: Readonly<Record<string, readonly string[]>> = evidence;
  const entitiesOf = (input: string) => Object.keys(needs).filter((entity) => needs[entity]?.includes(input));
  return table(
    ["Input", "Entities", "How to get it"],
    Object.entries(inputs).map(([input, { text, fix }]) => [text, entitiesOf(input).map(code).join(", "), fix]),
  );
}
