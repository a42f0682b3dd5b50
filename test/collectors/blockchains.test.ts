import { expect, test } from "vitest";
import { blockchains } from "../../src/collectors/blockchains.ts";
import { blockchainStatus } from "../../src/metrics/subnets.ts";
import { named, runOnce, samplesOf, settings } from "../support/run-collector.ts";

const chainId = "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm";

test("an unknown status is exported like the others", async () => {
  const { text } = await runOnce(
    blockchains,
    { "platform.getBlockchainStatus": { status: "Paused" }, "platform.getBlockchains": { blockchains: [] } },
    { settings: settings({ watch: { blockchain_ids: named(chainId) } }) },
  );
  expect(samplesOf(text, blockchainStatus).filter((line) => line.endsWith(" 1"))).toEqual([
    `avax_blockchain_status{blockchain_id="${chainId}",status="Paused"} 1`,
  ]);
});

test("the series limit drops chains that are not watched", async () => {
  const chain = (id: string) => ({ id, name: "", subnetID: "s", vmID: "v" });
  const answers = { "platform.getBlockchains": { blockchains: [chain("a"), chain(chainId), chain("b")] } };
  const given = settings({ watch: { blockchain_ids: named(chainId) } });
  const { text, ended } = await runOnce(blockchains, answers, { settings: given, limit: 7 });
  expect([[...text.matchAll(/info\{blockchain_id="(\w+)"/g)].map(([, id]) => id), ended.dropped]).toEqual([
    [chainId, "a"],
    1,
  ]);
});
