/** The rules on the state of the node, on older releases of AvalancheGo. */
import { afterAll, describe } from "vitest";
import { startOlder } from "../conformance/real/nodes.ts";
import { checkNode } from "../conformance/suite.ts";

describe.each(["v1.12.2", "v1.11.13"] as const)("%s", (release) => {
  let older: Awaited<ReturnType<typeof startOlder>>;
  afterAll(async () => {
    await older?.stop();
  });

  checkNode(async () => {
    older = await startOlder(release);
    return older.connect();
  });
});
