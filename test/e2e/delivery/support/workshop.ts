/** Builds images as `docker build` would, without a daemon, a registry or files of the machine. */
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { builder, path, runtime, runtimeUnrun } from "./stand-ins.ts";
import { buildah, end, print } from "./tools.ts";

type Architecture = "amd64" | "arm64";
type Configuration = {
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

export type Args = Readonly<Record<string, string>> & { readonly SOURCE_DATE_EPOCH: string };
export type Built = {
  readonly configuration: Configuration;
  /** Its files, unpacked. */
  readonly root: string;
};
type Run = (...args: readonly string[]) => Promise<string>;

/** Removes the digests of images. */
export const withoutDigests = (text: string): string => text.replace(/@sha256:[0-9a-f]{64}(?=\s|$)/g, "");

/** Returns the images that the stages of a Dockerfile begin with. */
export const basesOf = (dockerfile: string): string[] =>
  [...dockerfile.matchAll(/^FROM (?:--platform=\S+ )?(\S+)/gm)].map(([, base = ""]) => base);

/** Project files from which the image is built, and files next to them. */
const checkedOut = [
  ...["Dockerfile", ".dockerignore", ".npmrc", "LICENSE", "README.md"],
  ...["package.json", "package-lock.json", "src"],
];

/** buildah with separate storage, of the fast kind if the system supports it. */
async function openStore(folder: string): Promise<Run> {
  const program = buildah();
  const withDriver = (driver: string) => {
    const store = ["--root", join(folder, driver), "--runroot", join(folder, `${driver}-run`)];
    return [...store, "--storage-driver", driver];
  };
  const overlay = withDriver("overlay");
  const { out } = await end(program, [...overlay, "from", "scratch"]);
  const works = (await end(program, [...overlay, "mount", out.trim()])).code === 0;
  const global = works ? overlay : withDriver("vfs");
  return async (...args) => (await print(program, [...global, ...args])).trim();
}

async function importTree(run: Run, name: string, make: (root: string) => Promise<unknown>, ...settings: string[]) {
  const root = await mkdtemp(join(tmpdir(), "avalanche-exporter-base-"));
  await make(root);
  await print("chmod", ["755", root]);
  const container = await run("from", "scratch");
  await run("copy", "--quiet", container, root, "/");
  await run("config", `--env=PATH=${path}`, ...settings, container);
  await run("commit", "--quiet", "--rm", container, name);
  await rm(root, { recursive: true });
}

/** Puts images of this machine's making under the names that the Dockerfile asks for. */
async function importBases(run: Run, [build = "", final = ""]: readonly string[]) {
  const nonroot = ["--user=65532", "--workingdir=/home/nonroot", '--entrypoint=["/nodejs/bin/node"]'];
  await importTree(run, "localhost/builder-amd64", builder);
  // its programs are this machine's: buildah 1.28 takes the target's where the Dockerfile asks for this machine's
  const twin = await run("from", "--pull-never", "localhost/builder-amd64");
  await run("config", "--arch=arm64", twin);
  await run("commit", "--quiet", "--rm", twin, "localhost/builder-arm64");
  await importTree(run, "localhost/runtime-amd64", runtime, ...nonroot);
  await importTree(run, "localhost/runtime-arm64", runtimeUnrun, "--arch=arm64", ...nonroot);
  const both = (image: string) =>
    ["amd64", "arm64"].map((machine) => `containers-storage:localhost/${image}-${machine}`);
  await run("manifest", "create", build, ...both("builder"));
  await run("manifest", "create", final, ...both("runtime"));
}

export async function openWorkshop() {
  if (process.getuid?.() !== 0) throw new Error("only root builds and runs images");
  const folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-image-"));
  const context = join(folder, "checkout");
  for (const file of checkedOut) await cp(file, join(context, file), { recursive: true });
  const dockerfile = withoutDigests(await readFile("Dockerfile", "utf8"));
  await writeFile(join(context, "Dockerfile"), dockerfile);
  const run = await openStore(folder);
  await importBases(run, basesOf(dockerfile));
  const cache = (await print("npm", ["config", "get", "cache"])).trim();
  await mkdir(cache, { recursive: true });

  /** The configuration of the image that buildah has built. */
  async function make(context: string, args: Args, format: "docker" | "oci", architecture: Architecture) {
    const file = join(folder, "id");
    await run(
      // the packages are installed once
      ...["bud", "--isolation=chroot", "--pull-never", "--layers", `--volume=${cache}:/root/.npm`],
      ...[`--format=${format}`, `--platform=linux/${architecture}`, `--timestamp=${args.SOURCE_DATE_EPOCH}`],
      ...Object.entries(args).map(([name, value]) => `--build-arg=${name}=${value}`),
      ...[`--iidfile=${file}`, context],
    );
    const id = (await readFile(file, "utf8")).trim();
    return JSON.parse(await run("inspect", "--type=image", id));
  }

  async function unpack(id: string, configuration: Configuration): Promise<Built> {
    const root = await mkdtemp(join(folder, "root-"));
    const container = await run("from", "--pull-never", id);
    await print("cp", ["--archive", `${await run("mount", container)}/.`, root]);
    await run("rm", container);
    return { configuration, root };
  }

  return {
    context,
    /** Copies the checkout. */
    async checkout(name: string): Promise<string> {
      const copy = join(folder, name);
      await cp(context, copy, { recursive: true });
      return copy;
    },
    async build(context: string, args: Args, architecture: Architecture = "amd64"): Promise<Built> {
      const { FromImageID, Docker } = await make(context, args, "docker", architecture);
      return unpack(FromImageID, Docker);
    },
    /** Pushes an image of the checkout to a registry at localhost. Returns its digest. */
    async push(reference: string, args: Args, architectures: readonly Architecture[]): Promise<string> {
      await run("manifest", "create", "pushed");
      for (const one of architectures) {
        const { FromImageID } = await make(context, args, "oci", one);
        await run("manifest", "add", "pushed", `containers-storage:${FromImageID}`);
      }
      const file = join(folder, "digest");
      const to = `docker://${reference}`;
      await run("manifest", "push", "--all", "--tls-verify=false", `--digestfile=${file}`, "pushed", to);
      return (await readFile(file, "utf8")).trim();
    },
    /** Pulls an image for this machine from a registry at localhost. */
    async pull(reference: string): Promise<Built> {
      const id = await run("pull", "--quiet", "--policy=always", "--tls-verify=false", `docker://${reference}`);
      return unpack(id, JSON.parse(await run("inspect", "--type=image", id)).Docker);
    },
    /** Of the image's manifest, over all that is in it. In docker's format buildah names the container that made it too. */
    digestOf: async (context: string, args: Args): Promise<string> =>
      (await make(context, args, "oci", "amd64")).FromImageDigest,
    /** Writes an image of a file tree to a file, as `docker save` does. */
    async saveTree(name: string, file: string, makeTree: (root: string) => Promise<unknown>, ...settings: string[]) {
      await importTree(run, name, makeTree, ...settings);
      await run("push", "--quiet", name, `docker-archive:${file}:${name}`);
    },
    async close() {
      await run("rm", "--all");
      await rm(folder, { recursive: true, force: true });
    },
  };
}
export type Workshop = Awaited<ReturnType<typeof openWorkshop>>;
