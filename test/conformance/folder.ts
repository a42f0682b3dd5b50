import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Node } from "./node.ts";
import type { Rule } from "./rule.ts";

/** With an empty folder, gone afterwards. */
export const inFolder =
  (check: (folder: string, node: Node) => Promise<void>): Rule["check"] =>
  async (node) => {
    const folder = await mkdtemp(join(tmpdir(), "conformance-"));
    try {
      await check(folder, node);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };
