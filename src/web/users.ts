/** Who may ask: basic authentication against bcrypt hashes. */
import { hash, randomBytes } from "node:crypto";
import bcrypt from "bcrypt";

export type Access = "open" | "known" | "unknown" | "busy";

/** Answers that are remembered. A client has one password: these are many clients. */
const mostAnswers = 100;
/** Questions that wait for their turn, the one whose turn it is included. */
const mostQuestions = 16;

/** bcrypt runs for one question at a time: threads are also what files, names and compression need.
 *  Right answers and wrong ones are remembered apart, so that no flood of wrong ones displaces a right one. */
export function createUsers(users: ReadonlyMap<string, string>) {
  const stranger = strangerAmong([...users.values()]);
  const salt = randomBytes(32).toString("base64");
  const right = new Set<string>();
  const wrong = new Set<string>();
  const asked = new Map<string, Promise<Access>>();
  let turn: Promise<unknown> = Promise.resolve();

  async function compare(key: string, { name, password }: Credentials): Promise<Access> {
    const stored = users.get(name);
    const matches = await bcrypt.compare(password, asBcrypt(stored ?? stranger));
    const known = matches && stored !== undefined;
    remember(known ? right : wrong, key);
    return known ? "known" : "unknown";
  }

  return async (authorization: string | undefined): Promise<Access> => {
    if (users.size === 0) return "open";
    if (authorization === undefined) return "unknown";
    const key = hash("sha256", salt + authorization, "base64");
    if (right.has(key)) return "known";
    if (wrong.has(key)) return "unknown";
    const same = asked.get(key);
    if (same !== undefined) return same;
    const credentials = credentialsIn(authorization);
    if (!credentials) return "unknown";
    if (asked.size >= mostQuestions) return "busy";
    const answer = turn.then(() => compare(key, credentials)).finally(() => asked.delete(key));
    turn = answer.catch(() => {});
    asked.set(key, answer);
    return answer;
  };
}

/** A hash that no password has, and that takes as long as the slowest of the others. */
const strangerAmong = (hashes: readonly string[]) =>
  `$2b$${hashes
    .map((one) => one.slice(4, 6))
    .sort()
    .at(-1)}$${".".repeat(53)}`;

/** The same algorithm under the name that the library knows. */
const asBcrypt = (stored: string) => stored.replace(/^\$2y/, "$2b");

/** The oldest gives way. */
function remember(answers: Set<string>, key: string) {
  for (const oldest of answers) {
    if (answers.size < mostAnswers) break;
    answers.delete(oldest);
  }
  answers.add(key);
}

type Credentials = { readonly name: string; readonly password: Buffer };

function credentialsIn(authorization: string): Credentials | undefined {
  const [, encoded] = /^Basic +([A-Za-z0-9+/]+={0,2})$/i.exec(authorization) ?? [];
  if (encoded === undefined) return undefined;
  const decoded = Buffer.from(encoded, "base64");
  const colon = decoded.indexOf(":");
  if (colon < 0) return undefined;
  return { name: decoded.toString("utf8", 0, colon), password: decoded.subarray(colon + 1) };
}
