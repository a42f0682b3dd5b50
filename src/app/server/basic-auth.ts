/** Basic authentication against bcrypt hashes. */
import { hash, randomBytes } from "node:crypto";

/** Maximum number of cached results of each kind. */
const maxCacheEntries = 100;
/** Maximum number of pending checks per address. */
const maxPendingChecks = 100;

type Access = "anonymous" | "authenticated" | "denied" | "overloaded";
/** The connection of a client. */
export type Client = { readonly remoteAddress?: string | undefined; readonly destroyed: boolean };
type Credentials = { readonly name: string; readonly password: Buffer };
type PendingCheck = {
  readonly key: string;
  readonly credentials: Credentials;
  readonly clients: Client[];
  readonly result: PromiseWithResolvers<Access>;
};

/** Returns a function that checks an Authorization header.
 *  bcrypt runs one check at a time, because files, DNS and compression need threads too. Client addresses are served
 *  alternately, so that a flood of wrong passwords from one address does not delay the others. Accepted and rejected credentials
 *  are cached separately, so that a flood of wrong ones does not evict accepted ones. */
export function createBasicAuth(users: ReadonlyMap<string, string>) {
  const maxCost = Math.max(...[...users.values()].map(costOf));
  const salt = randomBytes(32).toString("base64");
  const accepted = new Set<string>();
  const rejected = new Set<string>();
  /** Pending checks by address, then by credentials. The next address comes first. */
  const queues = new Map<string, Map<string, PendingCheck>>();
  let isComparing = false;

  /** Takes equally long for wrong passwords and unknown names, against user enumeration by timing. */
  async function matches({ name, password }: Credentials): Promise<boolean> {
    const bcrypt = await loadBcrypt();
    const stored = users.get(name);
    if (stored === undefined) {
      await bcrypt.compare(password, dummyHash(maxCost));
      return false;
    }
    if (await bcrypt.compare(password, asBcrypt(stored))) return true;
    // each cost takes twice the time of the one below: 2^c + (2^c + 2^(c+1) + … + 2^(max-1)) = 2^max
    for (let cost = costOf(stored); cost < maxCost; cost++) await bcrypt.compare(password, dummyHash(cost));
    return false;
  }

  async function check({ key, credentials, clients }: PendingCheck): Promise<Access> {
    if (accepted.has(key)) return "authenticated";
    if (rejected.has(key) || clients.every(({ destroyed }) => destroyed)) return "denied";
    const isAccepted = await matches(credentials);
    addToCache(isAccepted ? accepted : rejected, key);
    return isAccepted ? "authenticated" : "denied";
  }

  function takeNext(): PendingCheck | undefined {
    const [[address = "", queue] = []] = queues;
    if (!queue) return undefined;
    const [next] = queue.values();
    queues.delete(address);
    if (next) queue.delete(next.key);
    if (queue.size > 0) queues.set(address, queue);
    return next;
  }

  async function compareAll() {
    if (isComparing) return;
    isComparing = true;
    for (let next = takeNext(); next; next = takeNext())
      await check(next).then(next.result.resolve, next.result.reject);
    isComparing = false;
  }

  return async (authorization: string | undefined, client: Client): Promise<Access> => {
    if (users.size === 0) return "anonymous";
    if (authorization === undefined) return "denied";
    const key = hash("sha256", salt + authorization, "base64");
    if (accepted.has(key)) return "authenticated";
    if (rejected.has(key)) return "denied";
    const credentials = parseCredentials(authorization);
    if (!credentials) return "denied";
    const { remoteAddress: address = "" } = client;
    const queue = queues.get(address) ?? new Map<string, PendingCheck>();
    let pending = queue.get(key);
    if (!pending) {
      if (queue.size >= maxPendingChecks) return "overloaded";
      pending = { key, credentials, clients: [], result: Promise.withResolvers() };
      queues.set(address, queue.set(key, pending));
    }
    pending.clients.push(client);
    void compareAll();
    return pending.result.promise;
  };
}

/** Loads the native code that checks passwords: only an exporter with users needs it. Rejects with a text if it is missing, or is not
 *  for this system. */
export const loadBcrypt = () =>
  import("bcrypt").then(
    ({ default: bcrypt }) => bcrypt,
    (error: Error) => {
      throw `cannot load bcrypt: ${error.message}; install it, or remove the users`;
    },
  );

const costOf = (hash: string) => Number(hash.slice(4, 6));

/** Returns a hash of this cost that no password matches. */
const dummyHash = (cost: number) => `$2b$${String(cost).padStart(2, "0")}$${".".repeat(53)}`;

/** Returns the hash with the algorithm prefix that the library supports. */
const asBcrypt = (stored: string) => stored.replace(/^\$2y/, "$2b");

function addToCache(results: Set<string>, key: string) {
  const [oldest] = results;
  if (oldest !== undefined && results.size >= maxCacheEntries) results.delete(oldest);
  results.add(key);
}

function parseCredentials(authorization: string): Credentials | undefined {
  const [, encoded = ""] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  const decoded = Buffer.from(encoded, "base64");
  const colon = decoded.indexOf(":");
  if (colon < 0) return undefined;
  return { name: decoded.toString("utf8", 0, colon), password: decoded.subarray(colon + 1) };
}
