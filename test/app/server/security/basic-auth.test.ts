import bcrypt from "bcrypt";
import { expect, onTestFinished, test, vi } from "vitest";
import { type Client, createBasicAuth } from "../../../../src/app/server/basic-auth.ts";
import { basic } from "../../../support/web.ts";

const local: Client = { remoteAddress: "127.0.0.1", destroyed: false };
function usersOf(hashes: Readonly<Record<string, string>>) {
  const authorize = createBasicAuth(new Map(Object.entries(hashes)));
  return (authorization: string | undefined, client = local) => authorize(authorization, client);
}
const alice = bcrypt.hashSync("secret", 4);

/** The comparisons of bcrypt, and their maximum number at once. */
function watchBcrypt() {
  const compare = bcrypt.compare.bind(bcrypt);
  const costs: string[] = [];
  let now = 0;
  let most = 0;
  const spy = vi.spyOn(bcrypt, "compare").mockImplementation(async (data, hash) => {
    costs.push(hash.slice(0, 7));
    now++;
    most = Math.max(most, now);
    return compare(data, hash).finally(() => now--);
  });
  onTestFinished(() => spy.mockRestore());
  return { costs, most: () => most };
}

test("without users every request is allowed", async () => {
  const authorize = usersOf({});
  expect([await authorize(undefined), await authorize(basic("alice:secret"))]).toEqual(["anonymous", "anonymous"]);
});

test.each([
  ["the right password", basic("alice:secret"), "authenticated"],
  ["a scheme in small letters", basic("alice:secret").replace("Basic", "basic"), "authenticated"],
  ["a wrong password", basic("alice:wrong"), "denied"],
  ["a password that begins alike", basic("alice:secre"), "denied"],
  ["a longer password", basic("alice:secrets"), "denied"],
  ["no password", basic("alice:"), "denied"],
  ["an unknown user", basic("bob:secret"), "denied"],
  ["a user of another case", basic("Alice:secret"), "denied"],
  ["a name that every object has", basic("constructor:secret"), "denied"],
  ["no user", basic(":secret"), "denied"],
  ["no colon", basic("alice"), "denied"],
  ["another scheme", "Bearer YWxpY2U6c2VjcmV0", "denied"],
  ["no base64", "Basic alice:secret", "denied"],
  ["an empty header", "", "denied"],
  ["no header", undefined, "denied"],
])("%s: %j is %s", async (_what, authorization, access) => {
  expect(await usersOf({ alice })(authorization)).toBe(access);
});

test("the three names of the algorithm are the same algorithm", async () => {
  const long = "p".repeat(80); // bcrypt reads 72 bytes
  const hash = bcrypt.hashSync(long, 4);
  for (const name of ["$2a", "$2b", "$2y"]) {
    const authorize = usersOf({ alice: name + hash.slice(3) });
    expect(await authorize(basic(`alice:${long}`))).toBe("authenticated");
    expect(await authorize(basic(`alice:${long.slice(10)}`))).toBe("denied");
  }
});

test("a password may contain colons and any other character", async () => {
  const authorize = usersOf({ "älice b": bcrypt.hashSync("a:b ü\n", 4) });
  expect(await authorize(basic("älice b:a:b ü\n"))).toBe("authenticated");
});

test("a password is compared once, right or wrong", async () => {
  const { costs } = watchBcrypt();
  const authorize = usersOf({ alice });
  for (const text of ["alice:secret", "alice:wrong", "bob:secret"])
    expect(await authorize(basic(text))).toBe(await authorize(basic(text)));
  expect(costs).toHaveLength(3);
});

test("identical simultaneous requests share one computation", async () => {
  const { costs } = watchBcrypt();
  const authorize = usersOf({ alice });
  const answers = await Promise.all(Array.from({ length: 100 }, () => authorize(basic("alice:secret"))));
  expect([new Set(answers), costs.length]).toEqual([new Set(["authenticated"]), 1]);
});

test("a flood of wrong passwords is compared one by one, and rejected beyond the queue", async () => {
  const { costs, most } = watchBcrypt();
  const authorize = usersOf({ alice });
  expect(await authorize(basic("alice:secret"))).toBe("authenticated");
  const flood = Array.from({ length: 150 }, (_, i) => authorize(basic(`alice:wrong${i}`)));
  expect(await authorize(basic("alice:secret"))).toBe("authenticated"); // before all of them
  const answers = await Promise.all(flood);
  // the first one does not wait: its comparison is under way
  expect(answers).toEqual([...Array(101).fill("denied"), ...Array(49).fill("overloaded")]);
  expect([costs.length, most()]).toEqual([102, 1]);
  expect(await authorize(basic("alice:wrong120"))).toBe("denied"); // busy is not cached
});

test("addresses take turns: a flood of wrong passwords from one delays no other", async () => {
  const { costs } = watchBcrypt();
  const authorize = usersOf({ alice });
  const flood = Array.from({ length: 150 }, (_, i) => authorize(basic(`bob:wrong${i}`)));
  const other = { remoteAddress: "192.0.2.1", destroyed: false };
  expect(await authorize(basic("alice:secret"), other)).toBe("authenticated");
  expect(costs.length).toBeLessThanOrEqual(4); // one under way, one of each, and the next
  await Promise.all(flood);
});

test("a password is not compared once all clients that sent it have disconnected", async () => {
  const { costs } = watchBcrypt();
  const authorize = usersOf({ alice });
  const first = authorize(basic("alice:wrong"));
  const gone = authorize(basic("alice:secret"), { ...local, destroyed: true });
  expect([await first, await gone, costs.length]).toEqual(["denied", "denied", 1]);
  expect(await authorize(basic("alice:secret"))).toBe("authenticated");
});

test("with hashes of several costs, a wrong password takes as much work as an unknown name", async () => {
  const { costs } = watchBcrypt();
  const authorize = usersOf({ alice, bob: bcrypt.hashSync("secret", 6) });
  const work = async (text: string) => {
    costs.length = 0;
    await authorize(basic(text));
    return costs.reduce((sum, cost) => sum + 2 ** Number(cost.slice(4, 6)), 0);
  };
  expect([await work("alice:wrong"), await work("bob:wrong"), await work("carol:wrong")]).toEqual([64, 64, 64]);
});

test("wrong passwords do not evict a right one, and the cache is limited", async () => {
  const { costs } = watchBcrypt();
  const authorize = usersOf({ alice });
  await authorize(basic("alice:secret"));
  for (let i = 0; i < 101; i++) await authorize(basic(`alice:wrong${i}`));
  costs.length = 0;
  await authorize(basic("alice:secret"));
  await authorize(basic("alice:wrong100"));
  expect(costs).toHaveLength(0);
  await authorize(basic("alice:wrong0"));
  expect(costs).toHaveLength(1);
});

test("a failed computation is not cached", async () => {
  const spy = vi.spyOn(bcrypt, "compare").mockRejectedValueOnce(new Error("out of memory"));
  onTestFinished(() => spy.mockRestore());
  const authorize = usersOf({ alice });
  await expect(authorize(basic("alice:secret"))).rejects.toThrow("out of memory");
  expect(await authorize(basic("alice:secret"))).toBe("authenticated");
});
