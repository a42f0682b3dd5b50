/** The commands of the documents, typed in a clone. */
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { createClone } from "../support/clone.ts";
import { typeExamples } from "./support/examples.ts";

test("the programs that the examples call are installed", () => {
  for (const name of ["curl", "jq"]) expect(spawnSync(name, ["--version"]).status, `${name} is missing`).toBe(0);
});

typeExamples(createClone);
