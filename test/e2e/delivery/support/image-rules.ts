/** Rules for images. Each rule returns one line per violation. */
import { basename } from "node:path";
import { defaultPort } from "../../../../src/config/values.ts";

export type Architecture = "amd64" | "arm64";

/** Returns the names of the errors that apply. */
export const namesOf = (errors: Readonly<Record<string, boolean>>): string[] =>
  Object.keys(errors).filter((name) => errors[name]);

export type Configuration = {
  readonly architecture: string;
  readonly created: string;
  readonly config: {
    readonly User: string;
    readonly Entrypoint: readonly string[];
    readonly Cmd: readonly string[] | null;
    readonly Env: readonly string[];
    readonly ExposedPorts: Readonly<Record<string, unknown>>;
    readonly Volumes: Readonly<Record<string, unknown>> | null;
    readonly Labels: Readonly<Record<string, string>>;
  };
};

const labels = [
  ...["title", "description", "version", "revision", "created", "source", "url", "documentation", "licenses", "vendor"],
  ...["base.name", "base.digest"],
].map((name) => `org.opencontainers.image.${name}`);

export function configurationErrors({ created, config }: Configuration): string[] {
  const label = (name: string) => config.Labels[`org.opencontainers.image.${name}`] ?? "";
  const errors = {
    [`the user is ${config.User || "root"}`]: config.User !== "65532:65532",
    "a shell starts it": config.Entrypoint[0] !== "/nodejs/bin/node",
    "it has default arguments": (config.Cmd ?? []).length > 0,
    "NODE_ENV is not production": !config.Env.includes("NODE_ENV=production"),
    "its port is not exposed": !(`${defaultPort}/tcp` in config.ExposedPorts),
    "it keeps something": Object.keys(config.Volumes ?? {}).length > 0,
    "its creation time differs from its label": Date.parse(created) !== Date.parse(label("created")),
    "its base has no digest": !/^sha256:[0-9a-f]{64}$/.test(label("base.digest")),
  };
  return [...namesOf(errors), ...labels.filter((name) => !config.Labels[name]).map((name) => `${name} is empty`)];
}

export type Entry = {
  /** Absolute path. */
  readonly path: string;
  readonly kind: "file" | "folder" | "link";
  readonly mode: number;
  readonly uid: number;
  readonly size: number;
};

const shells = ["sh", "bash", "dash", "ash", "zsh", "ksh", "busybox", "toybox"];
const packagers = ["apt", "apt-get", "dpkg", "apk", "npm", "npx", "yarn", "pnpm", "corepack", "pip", "pip3"];
/** Maximum size of the program in bytes. */
const budget = 4e6;

/** Files that must not be in a file tree: anywhere, and in /app. */
const unwanted: Readonly<Record<string, (entry: Entry) => boolean>> = {
  "has the rights of its owner": ({ kind, mode }) => kind === "file" && (mode & 0o6000) !== 0,
  "is a shell": ({ path, kind }) => kind !== "folder" && shells.includes(basename(path)),
  "manages packages": ({ path, kind }) => kind !== "folder" && packagers.includes(basename(path)),
};
const unwantedInApp: Readonly<Record<string, (entry: Entry) => boolean>> = {
  "is not root's": ({ uid }) => uid !== 0,
  "can be written by others": ({ kind, mode }) => kind !== "link" && (mode & 0o022) !== 0,
  "cannot be read by all": ({ kind, mode }) =>
    (mode & (kind === "folder" ? 0o555 : 0o444)) !== (kind === "folder" ? 0o555 : 0o444),
  "is hidden": ({ path }) => basename(path).startsWith("."),
  "is for tests": ({ path }) => /\/(tests?|__tests__|coverage|benchmarks?)\/|\.test\.\w+$/.test(path),
  "is never loaded": ({ path }) => /\.map$|\.[cm]?ts$|\/node_modules$/.test(path),
};

export function contentErrors(entries: readonly Entry[]): string[] {
  const app = entries.filter(({ path }) => path.startsWith("/app/"));
  const found = (rules: typeof unwanted, among: readonly Entry[]) =>
    Object.entries(rules).flatMap(([what, rule]) => among.filter(rule).map(({ path }) => `${path} ${what}`));
  const native = app.filter(({ path }) => path.endsWith(".node")).map(({ path }) => path);
  const size = app.reduce((sum, entry) => sum + entry.size, 0);
  return [
    ...found(unwanted, entries),
    ...found(unwantedInApp, app),
    ...(native.join() === "/app/bcrypt.node" ? [] : [`native code: ${native.join()}`]),
    ...(size > budget ? [`/app has ${size} bytes`] : []),
  ];
}
