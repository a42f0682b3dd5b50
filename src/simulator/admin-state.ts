/** State changed through the admin API: aliases, log levels, VMs. */
import type { ChainName } from "./chain-names.ts";

type Levels = { readonly logLevel: string; readonly displayLevel: string };
/** Virtual machines by ID, with their names or an error. */
export type Plugins = {
  readonly newVMs: Readonly<Record<string, string[]>>;
  readonly failedVMs: Readonly<Record<string, string>>;
};
const usual: Levels = { logLevel: "INFO", displayLevel: "INFO" };

export function createAdminState({ newVMs, failedVMs }: Plugins) {
  const aliases = new Map<ChainName, readonly string[]>();
  const levels = new Map<string, Levels>();
  const aliasesOf = (chain: ChainName): readonly string[] => aliases.get(chain) ?? [];
  const levelsOf = (logger: string): Levels => levels.get(logger) ?? usual;
  let isProfiling = false;
  let waiting = newVMs;

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
    /** New VMs are returned once, failing ones every time. */
    loadVMs() {
      const loaded = { newVMs: waiting, ...(Object.keys(failedVMs).length > 0 && { failedVMs }) };
      waiting = {};
      return loaded;
    },
  };
}
