/** The table of rules that cannot be verified on one of the two kinds of nodes. */

import { table } from "../../docs/src/markdown.ts";
import { areas } from "./areas.ts";
import { exceptions } from "./exceptions.ts";

const nodes = { real: "AvalancheGo 1.14.0", simulated: "simulated" } as const;

export function exceptionTable(): string {
  const kinds = ["real", "simulated"] as const;
  const rows = Object.entries(areas).flatMap(([area, rules]) =>
    rules.flatMap(({ sentence }) =>
      kinds.flatMap((kind) => {
        const why = exceptions[kind][sentence];
        return why === undefined ? [] : [[area, sentence, nodes[kind], why]];
      }),
    ),
  );
  return table(["Area", "Rule", "Not verified on", "Reason"], rows);
}
