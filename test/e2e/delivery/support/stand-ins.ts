/** File trees of the same layout as the bases that the Dockerfile names, made of what this machine has: the registries that
 *  the real ones come from may be out of reach. */
import { chmod, chown, copyFile, cp, mkdir, realpath, symlink, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { print } from "./tools.ts";

const node = resolve("node_modules/.bin/node");
const bundler = resolve("node_modules/@rolldown/binding-linux-x64-gnu/rolldown-binding.linux-x64-gnu.node");
const certificates = "/etc/ssl/certs/ca-certificates.crt";
export const path = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";

const where = async (program: string) => realpath((await print("which", [program])).trim());

async function put(root: string, files: Readonly<Record<string, string>>) {
  for (const [to, from] of Object.entries(files)) {
    await mkdir(join(root, dirname(to)), { recursive: true });
    await copyFile(from, join(root, to));
  }
}

/** What the programs are linked with, each at its own place. */
async function librariesOf(...programs: string[]) {
  const text = await print("ldd", programs);
  const libraries = [...text.matchAll(/(\/\S+\.so\S*) \(0x/g)].map(([, library = ""]) => library);
  return Object.fromEntries(libraries.map((library) => [library, library]));
}

async function write(root: string, files: Readonly<Record<string, string>>) {
  for (const [to, text] of Object.entries(files)) {
    await mkdir(join(root, dirname(to)), { recursive: true });
    await writeFile(join(root, to), text);
  }
}

const empty = (root: string, ...folders: readonly string[]) =>
  Promise.all(folders.map((folder) => mkdir(join(root, folder), { recursive: true })));

/** Of distroless: Node.js and its libraries, certificates, users; no shell. */
export async function runtime(root: string) {
  await put(root, { "/nodejs/bin/node": node, [certificates]: certificates, ...(await librariesOf(node)) });
  await write(root, {
    "/etc/passwd": "root:x:0:0:root:/root:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/home/nonroot:/sbin/nologin\n",
    "/etc/group": "root:x:0:\nnonroot:x:65532:\n",
  });
  await empty(root, "/dev", "/proc", "/root", "/tmp", "/home/nonroot");
  await chmod(join(root, "/tmp"), 0o1777);
  await chown(join(root, "/home/nonroot"), 65532, 65532);
}

/** Copies a program of this machine with its libraries, and adds a user and a writable /tmp. */
export async function oneProgram(root: string, to: string, from: string) {
  await put(root, { [to]: from, [certificates]: certificates, ...(await librariesOf(from)) });
  await write(root, { "/etc/passwd": "root:x:0:0:root:/root:/sbin/nologin\n" });
  await empty(root, "/dev", "/proc", "/tmp");
  await chmod(join(root, "/tmp"), 0o1777);
}

/** For another architecture, on which nothing is run here. */
export const runtimeUnrun = (root: string) => write(root, { "/nodejs/bin/node": "", "/etc/passwd": "" });

/** Of `node:…-slim`: Node.js, npm, a shell and what the Dockerfile calls. */
export async function builder(root: string) {
  const names = ["sh", "env", "chmod", "cp"];
  const programs = await Promise.all(names.map(where));
  await put(root, {
    "/usr/local/bin/node": node,
    [certificates]: certificates,
    ...(await librariesOf(node, bundler, ...programs)),
    ...Object.fromEntries(names.map((name, i) => [`/usr/bin/${name}`, programs[i] ?? ""])),
  });
  const npm = dirname(dirname(await where("npm")));
  await cp(npm, join(root, "/usr/local/lib/node_modules/npm"), { recursive: true });
  await symlink("../lib/node_modules/npm/bin/npm-cli.js", join(root, "/usr/local/bin/npm"));
  await symlink("usr/bin", join(root, "/bin"));
  const registry = (await print("npm", ["config", "get", "registry"])).trim();
  await write(root, {
    "/etc/passwd": "root:x:0:0:root:/root:/bin/sh\n",
    "/root/.npmrc": `registry=${registry}\ncafile=${certificates}\nprefer-offline=true\nupdate-notifier=false\n`,
  });
  await empty(root, "/dev", "/proc", "/tmp");
}
