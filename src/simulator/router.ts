/** Paths of the node's server. A path is a base, which can have aliases, and a rest. */
export function createRouter<Handler>() {
  const handlers = new Map<string, Map<string, Handler>>();
  const byPath = new Map<string, Handler>();
  const aliases = new Map<string, string[]>();
  const reserved = new Set<string>();

  /** Adds a handler; returns an error text or undefined. */
  function add(base: string, rest: string, handler: Handler): string | undefined {
    const known = handlers.get(base) ?? new Map<string, Handler>();
    if (known.has(rest)) return `failed to create endpoint as ${base}${rest} already exists`;
    handlers.set(base, known.set(rest, handler));
    byPath.set(base + rest, handler);
    const messages = (aliases.get(base) ?? []).map((alias) => add(alias, rest, handler));
    return messages.find((message) => message !== undefined);
  }

  return {
    add,
    /** Adds an alias; returns an error text or undefined. A new alias is reserved even after an error. */
    alias(base: string, alias: string): string | undefined {
      if (reserved.has(alias)) return `route is either already aliased or already maps to a handle: ${alias}`;
      reserved.add(alias);
      aliases.set(base, [...(aliases.get(base) ?? []), alias]);
      const messages = [...(handlers.get(base) ?? [])].map(([rest, handler]) => add(alias, rest, handler));
      return messages.find((message) => message !== undefined);
    },
    find: (path: string): Handler | undefined => byPath.get(path),
  };
}
