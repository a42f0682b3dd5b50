/** State changed through the admin API: aliases and log levels. */
import type { ChainName } from "./chain-names.ts";

type Levels = { readonly logLevel: string; readonly displayLevel: string };
const usual: Levels = { logLevel: "INFO", displayLevel: "INFO" };

export function createAdminState() {
  const aliases = new Map<ChainName, readonly string[]>();
  const levels = new Map<string, Levels>();
  const aliasesOf = (chain: ChainName): readonly string[] => aliases.get(chain) ?? [];
  const levelsOf = (logger: string): Levels => levels.get(logger) ?? usual;
  let isProfiling = false;

  return {
    /** Returns the added aliases. */
    aliasesOf,
    addAlias: (chain: ChainName, alias: string) => void aliases.set(chain, [...aliasesOf(chain), alias]),
    levelsOf,
    setLevels: (logger: string, some: Partial<Levels>) => void levels.set(logger, { ...levelsOf(logger), ...some }),
    /** Whether a CPU profile was running before. */
    setProfiling(isOn: boolean): boolean {
      const was = isProfiling;
      isProfiling = isOn;
      return was;
    },
  };
}
