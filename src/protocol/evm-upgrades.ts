/** Upgrades of an EVM chain, which the operators of its validators set in upgrade.json. The chain stops if its validators have different ones.
 *  Source: Subnet-EVM, params/extras/config.go, UpgradeConfig. Witness: test/e2e/l1-consensus.test.ts. */
import type { Result } from "../node-api/contract.ts";

export type Upgrades = NonNullable<Result<"eth.getChainConfig">["upgrades"]>;
/** `at` in Unix seconds. */
export type Activation = { readonly upgrade: string; readonly at: number };

/** Returns JSON that is equal for equal upgrades: it has the names of each object in their order, and all digits of numbers. */
export const textOf = (upgrades: Upgrades): string =>
  JSON.stringify(upgrades, (_name, part: unknown) => {
    if (typeof part === "bigint") return part > Number.MAX_SAFE_INTEGER ? String(part) : Number(part);
    if (!(part instanceof Object) || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  });

const inOrder = (all: readonly Activation[]) => all.toSorted((a, b) => a.at - b.at);
/** Returns the activations in their order. The second one with the same name has the number 2. */
export function activationsOf(upgrades: Upgrades): readonly Activation[] {
  const { networkUpgradeOverrides, stateUpgrades, precompileUpgrades } = upgrades;
  const named = [...(stateUpgrades ?? []).map((stateUpgrade) => ({ stateUpgrade })), ...(precompileUpgrades ?? [])];
  const found = [
    ...Object.entries(networkUpgradeOverrides ?? {}),
    ...named
      .flatMap(Object.entries<{ readonly blockTimestamp?: unknown }>)
      .map(([name, one]) => [name, one.blockTimestamp] as const),
  ].flatMap(([upgrade, at]) => (typeof at === "number" || typeof at === "bigint" ? { upgrade, at: Number(at) } : []));
  const byName = [...Map.groupBy(inOrder(found), ({ upgrade }) => upgrade)];
  return inOrder(
    byName.flatMap(([name, all]) => all.map(({ at }, i) => ({ upgrade: i === 0 ? name : `${name} ${i + 1}`, at }))),
  );
}

/** Returns the last activation, and those that are ahead. */
export const currentAt = (now: number, activations: readonly Activation[]): readonly Activation[] =>
  activations.filter(({ at }) => at >= (activations.findLast((one) => one.at <= now)?.at ?? 0));
