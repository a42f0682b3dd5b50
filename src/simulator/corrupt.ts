/** Spoils one member of an answer. */
const values = {
  missing: () => undefined,
  mistyped: () => ({}),
  negative: (was: unknown) => (typeof was === "string" ? "-1" : -1),
  overflow: (was: unknown) => (typeof was === "string" ? String(2n ** 64n) : 2n ** 64n),
  "null-list": () => null,
};
export type Corruption = keyof typeof values;

type Branch = Readonly<Record<string, unknown>> | readonly unknown[];
const isBranch = (value: unknown): value is Branch => typeof value === "object" && value !== null;

/** A copy that differs at `path`, of names and positions with dots between; the same where there is no such member. */
export function corrupt(value: unknown, path: string, kind: Corruption): unknown {
  const [name = "", ...rest] = path.split(".");
  if (!isBranch(value) || !Object.hasOwn(value, name)) return value;
  const was = (value as Readonly<Record<string, unknown>>)[name];
  const becomes = rest.length > 0 ? corrupt(was, rest.join("."), kind) : values[kind](was);
  if (Array.isArray(value)) return value.map((item, i) => (i === Number(name) ? becomes : item));
  return { ...value, [name]: becomes };
}
