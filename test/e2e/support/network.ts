/** The five validators of the local network's genesis, each a separate node on this machine. */
import { spawnSync } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { freePort } from "../../support/ports.ts";
import { type AvalancheNode, startNode } from "./avalanche-node.ts";
import { type BlsKey, blsKeyOf, genesis } from "./identities.ts";
import { go, release as ownRelease, type Release } from "./programs.ts";

/** Returns the folder of AvalancheGo's source in the module cache, which has the genesis and the keys of the local network. */
export function moduleFolder(): string {
  const module = `github.com/ava-labs/avalanchego@v${ownRelease}`;
  const { stdout } = spawnSync(go(), ["mod", "download", "-json", module], { encoding: "utf8" });
  const { Dir: folder, Error: reason } = JSON.parse(stdout);
  if (reason) throw new Error(`go mod download ${module}: ${reason}`);
  return folder;
}

/** Peers exchange their observed uptimes with every ping. */
const quickPings = ["--network-ping-frequency=1s", "--network-ping-timeout=5s"];

/** `count` of the five start, with more flags. */
type NetworkOptions = { readonly count?: number; readonly flags?: readonly string[] };

/** Resolves once the first ones are bootstrapped, which each needs the others for. */
export async function startNetwork({ count = 5, flags: shared = [] }: NetworkOptions = {}) {
  const keys = join(moduleFolder(), "staking", "local");
  const firstPort = await freePort();
  const beacon = [`--bootstrap-ips=127.0.0.1:${firstPort}`, `--bootstrap-ids=${genesis.first}`];
  const validator = (i: number, flags: readonly string[] = [], release?: Release) => {
    const identity = [
      `--staking-tls-cert-file=${join(keys, `staker${i}.crt`)}`,
      `--staking-tls-key-file=${join(keys, `staker${i}.key`)}`,
      `--staking-signer-key-file=${join(keys, `signer${i}.key`)}`,
    ];
    if (i === 1) return startNode({ identity, stakingPort: firstPort, flags: [...quickPings, ...shared] });
    return startNode({ identity, flags: [...beacon, ...quickPings, ...shared, ...flags], release });
  };
  const validators = await allOrNone(Array.from({ length: count }, (_, i) => validator(i + 1)));
  return {
    validators,
    /** Returns the BLS key of a validator. */
    keyOf: async (index: number): Promise<BlsKey> => blsKeyOf(await readFile(join(keys, `signer${index + 1}.key`))),
    /** Starts any validator but the first again, with an empty database unless more flags name one; of another release if it is given. */
    async restart(index: number, flags: readonly string[], release?: Release): Promise<AvalancheNode> {
      await validators[index]?.stop();
      const node = await validator(index + 1, flags, release);
      validators[index] = node;
      return node;
    },
    /** One more that is no validator. */
    join: (until?: "listening") =>
      startNode({
        identity: ["--staking-ephemeral-cert-enabled=true", "--staking-ephemeral-signer-enabled=true"],
        flags: [...beacon, ...quickPings, ...shared],
        ...(until && { until }),
      }),
  };
}

/** Where one does not start, the others stop. */
async function allOrNone(starting: readonly Promise<AvalancheNode>[]): Promise<AvalancheNode[]> {
  const started = await Promise.allSettled(starting);
  const nodes = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  const failed = started.find((one) => one.status === "rejected");
  if (!failed) return nodes;
  await Promise.all(nodes.map((node) => node.stop()));
  throw failed.reason;
}
