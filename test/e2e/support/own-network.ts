/** A network of one's own with the genesis of the local one, on which Helicon activates at a chosen time: a node takes no other upgrades
 *  on the local network. Its validators have the same keys. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isBefore } from "../../../src/lib/text.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { moduleFolder } from "./network.ts";
import { release } from "./programs.ts";

const networkId = 20_260_922;
const always = "2020-12-05T05:00:00Z";
const nanosecondsPerSecond = 1e9;
const upgradesBeforeHelicon = [
  ...[1, 2, 3, 4, 5].map((phase) => `apricotPhase${phase}`),
  ...["apricotPhasePre6", "apricotPhase6", "apricotPhasePost6", "banff", "cortina", "durango", "etna", "fortuna"],
  "granite",
];

/** Returns the flags of its nodes. Staking periods can last seconds. `heliconAt`: Unix milliseconds, by default in the past. `validators`:
 *  how many of the five validators its genesis has. */
export async function ownNetwork(heliconAt = Date.now() - 60_000, validators = 5): Promise<readonly string[]> {
  const genesis = JSON.parse(await readFile(join(moduleFolder(), "genesis", "genesis_local.json"), "utf8"));
  const initialStakers = genesis.initialStakers.slice(0, validators);
  const startTime = Math.floor(Date.now() / 1000) - 3600;
  const upgrades = {
    ...Object.fromEntries(upgradesBeforeHelicon.map((name) => [`${name}Time`, always])),
    ...{ apricotPhase4MinPChainHeight: 0, cortinaXChainStopVertexID: primaryNetwork },
    graniteEpochDuration: 5 * nanosecondsPerSecond,
    // times of blocks are whole seconds: a node drops a transaction that is valid only later in the second of its block
    heliconTime: new Date(1000 * Math.ceil(heliconAt / 1000)).toISOString(),
  };
  return [
    `--network-id=${networkId}`,
    `--genesis-file-content=${encoded({ ...genesis, initialStakers, networkID: networkId, startTime })}`,
    `--upgrade-file-content=${encoded(upgrades)}`,
    ...["--min-stake-duration=1s", "--helicon-min-stake-duration=1s"],
  ];
}
/** Returns the flags of nodes with short staking periods, on which each upgrade that the release has is active. */
export const everyUpgrade = async () => (isBefore(release, "1.15.0") ? ["--min-stake-duration=1s"] : ownNetwork());

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64");
