/** The table of inputs that must be known for the state ok. */
import { entities } from "../../entities/all.ts";
import { inputs } from "../../entities/evidence.ts";
import { code, table } from "./markdown.ts";

/** Returns the entities whose state ok needs an input. */
const entitiesWith = (input: string) =>
  Object.entries(entities).flatMap(([name, { fields }]) => (fields.state.evidence.includes(input) ? code(name) : []));

/** Returns each input with the entities whose state ok needs it, and the way to get it. */
export const evidenceTable = (): string =>
  table(
    ["Input", "Entities", "How to get it"],
    Object.entries(inputs).map(([input, { text, fix }]) => [text, entitiesWith(input).join(", "), fix]),
  );
