/** The npm package: compiled code, without its dependency bcrypt. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import lock from "../../../package-lock.json" with { type: "json" };
import { buildPackage } from "../../../src/tools/packaging/build.ts";
import { root } from "../../../src/tools/packaging/bundle.ts";
import { createSbom } from "../../../src/tools/packaging/sbom.ts";
import { startNode } from "../../support/exporter.ts";
import { temporaryFolder } from "../../support/folder.ts";

const revision = "0123456789abcdef0123456789abcdef01234567";
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-package-"));
  vi.stubEnv("SOURCE_COMMIT", revision);
  await buildPackage(folder);
});
afterAll(() => rm(folder, { recursive: true }));
const read = (name: string) => readFile(join(folder, name), "utf8");

/** Runs the program to its end; `before` are flags of Node.js. */
async function run(args: readonly string[], before: readonly string[] = []) {
  const child = spawn(process.execPath, [...before, join(folder, "avalanche-exporter.js"), ...args], { env: {} });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, "close")]);
  return { code, out, err };
}

test("it contains compiled code and source maps without the sources", async () => {
  const names = await readdir(folder);
  const others = ["LICENSE", "README.md", "THIRD-PARTY-NOTICES", "package.json"];
  expect(names.filter((name) => !/\.js(\.map)?$/.test(name)).sort()).toEqual(others);
  const maps = names.filter((name) => name.endsWith(".map"));
  expect(maps).toContain("main.js.map");
  for (const map of maps) expect(JSON.parse(await read(map))).not.toHaveProperty("sourcesContent");
});

test("it names no file of the machine that built it", async () => {
  for (const name of await readdir(folder)) expect(await read(name)).not.toContain(process.cwd());
});

test("it depends only on bcrypt", async () => {
  const { name, version, license } = packageJson;
  const manifest = JSON.parse(await read("package.json"));
  expect(manifest).toMatchObject({ name, version, license, dependencies: { bcrypt: packageJson.dependencies.bcrypt } });
  expect(Object.keys(manifest.dependencies)).toEqual(["bcrypt"]);
  expect(manifest).not.toHaveProperty("private");
});

test("the notices have the license of every package that is compiled in", async () => {
  const notices = await read("THIRD-PARTY-NOTICES");
  const { bcrypt, ...bundled } = packageJson.dependencies;
  for (const name of Object.keys(bundled)) expect(notices).toMatch(new RegExp(`^${name} \\d`, "m"));
  expect(notices).toMatch(/Permission is hereby granted/);
});

test("links in its README lead to the repository", async () => {
  const links = [...(await read("README.md")).matchAll(/\]\(([^)#]+)\)/g)].map(([, link]) => link);
  expect(links.length).toBeGreaterThan(10);
  for (const link of links) expect(link).toMatch(/^https:\/\//);
});

test("it runs a command", async () => {
  const { url } = await startNode();
  const { code, out } = await run(["once", `--node.url=${url}`, "--log.format=pretty"]);
  expect([code, out]).toEqual([0, expect.stringMatching(/^avax_up 1$/m)]);
});

test("it has the revision of its build", async () => {
  expect((await run(["--version"])).out).toContain(`revision: ${revision})`);
});

test.each(["22.19.0", "24.11.1"])("Node.js %s is refused in one line", async (version) => {
  const other = `Object.defineProperty(process, "versions", { value: { node: "${version}" } })`;
  const { code, err } = await run(["--version"], ["--import", `data:text/javascript,${encodeURIComponent(other)}`]);
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^avalanche-exporter: .* is too old; install 24\.12 or later\n$/),
  ]);
});

test("without bcrypt only basic_auth_users is refused", async () => {
  const file = join(await temporaryFolder(), "web.yml");
  const listen = ["--web.listen-address=127.0.0.1:0", `--web.config.file=${file}`];
  await writeFile(file, `basic_auth_users:\n  a: $2b$04$${".".repeat(53)}\n`);
  const { code, err } = await run(["serve", ...listen]);
  expect([code, err]).toEqual([
    2,
    expect.stringContaining(`${file}: basic_auth_users: cannot load bcrypt: Cannot find package 'bcrypt'`),
  ]);
});

test("the SBOM has each package with the checksum of its lock entry, and Node.js by the name of its vulnerabilities", () => {
  const { components } = JSON.parse(
    createSbom(
      ["node_modules/@scure/base", "node_modules/zod"].map((one) => join(root, one)),
      "26.1.2",
    ),
  );
  const checksum = Buffer.from(lock.packages["node_modules/zod"].integrity.slice("sha512-".length), "base64");
  expect(components).toMatchObject([
    { purl: expect.stringMatching(/^pkg:npm\/%40scure\/base@\d/), licenses: [{ license: { id: "MIT" } }] },
    { name: "zod", version: packageJson.dependencies.zod, hashes: [{ content: checksum.toString("hex") }] },
    { purl: "pkg:generic/node@26.1.2", cpe: "cpe:2.3:a:nodejs:node.js:26.1.2:*:*:*:*:*:*:*" },
  ]);
});
