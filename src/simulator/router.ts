/** Paths of the node's server and their other names. A path is a base, which can have other names, and what follows it. */
export function createRouter<Handler>() {
  const handlers = new Map<string, Map<string, Handler>>();
  const byPath = new Map<string, Handler>();
  const aliases = new Map<string, string[]>();
  const reserved = new Set<string>();

  /** Undefined, or what is wrong. */
  function add(base: string, rest: string, handler: Handler): string | undefined {
    const known = handlers.get(base) ?? new Map<string, Handler>();
    if (known.has(rest)) return `failed to create endpoint as ${base}${rest} already exists`;
    handlers.set(base, known.set(rest, handler));
    byPath.set(base + rest, handler);
    const faults = (aliases.get(base) ?? []).map((alias) => add(alias, rest, handler));
    return faults.find((fault) => fault !== undefined);
  }

  return {
    add,
    /** Whatever is wrong, unless the name was given before, it is taken from now on. */
    alias(base: string, alias: string): string | undefined {
      if (reserved.has(alias)) return `route is either already aliased or already maps to a handle: ${alias}`;
      reserved.add(alias);
      aliases.set(base, [...(aliases.get(base) ?? []), alias]);
      const faults = [...(handlers.get(base) ?? [])].map(([rest, handler]) => add(alias, rest, handler));
      return faults.find((fault) => fault !== undefined);
    },
    find: (path: string): Handler | undefined => byPath.get(path),
  };
}
