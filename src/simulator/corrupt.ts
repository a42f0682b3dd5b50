/** Corrupts one member of a response. */
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

/** Returns a copy that is corrupted at `path`, such as validators.0.weight; the same value if there is no such member. */
export function corrupt(value: unknown, path: string, kind: Corruption): unknown {
  const [name = "", ...rest] = path.split(".");
  if (!isBranch(value) || !Object.hasOwn(value, name)) return value;
  const was = (value as Readonly<Record<string, unknown>>)[name];
  const becomes = rest.length > 0 ? corrupt(was, rest.join("."), kind) : values[kind](was);
  if (Array.isArray(value)) return value.map((item, i) => (i === Number(name) ? becomes : item));
  return { ...value, [name]: becomes };
}
