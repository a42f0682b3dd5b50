/** The image: its contents, its user and its size; it starts, and its health check responds. */
import { mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { defaultPort } from "../../../src/app/server-address.ts";
import { startNode } from "../../support/exporter.ts";
import { freePort } from "../../support/ports.ts";
import { eventually } from "../support/programs.ts";
import { anyUser, entriesOf, exec, start, toEnd } from "./support/contained.ts";
import { print } from "./support/tools.ts";
import { type Built, openWorkshop, type Workshop } from "./support/workshop.ts";

const args = {
  SOURCE_DATE_EPOCH: "1700000000",
  VERSION: packageJson.version,
  REVISION: "0123456789abcdef0123456789abcdef01234567",
  CREATED: "2023-11-14T22:13:20Z",
  SOURCE: "https://example.org/avalanche-exporter",
  BASE_DIGEST: `sha256:${"0".repeat(64)}`,
};

let workshop: Workshop;
let context: string;
let image: Built;
let arm: Built;
beforeAll(async () => {
  workshop = await openWorkshop();
  context = workshop.context;
  image = await workshop.build(context, args);
  arm = await workshop.build(context, args, "arm64");
});
afterAll(() => workshop.close());

test("a checkout with another umask, another time and other files results in the same image", async () => {
  const other = await workshop.checkout("other");
  for (const file of [".env", ".npmrc", "src/.secret", "node_modules/evil/index.js", "test/some.test.ts", "notes.md"]) {
    await mkdir(join(other, file, ".."), { recursive: true });
    await writeFile(join(other, file), "not for others");
  }
  await print("chmod", ["--recursive", "go=", other]);
  await utimes(join(other, "src/main.ts"), 1, 1);
  const digest = await workshop.digestOf(context, args);
  expect(digest).toMatch(/^sha256:[0-9a-f]{64}$/);
  expect(await workshop.digestOf(other, args)).toBe(digest);
  await writeFile(join(other, "src/main.ts"), "// another program\n");
  expect(await workshop.digestOf(other, args)).not.toBe(digest);
});

test("it has labels, an unprivileged user and no default arguments", () => {
  expect([image.configuration.architecture, arm.configuration.architecture]).toEqual(["amd64", "arm64"]);
  const { config, created } = image.configuration;
  expect(new Date(created)).toEqual(new Date(args.CREATED));
  expect([config.User, config.Cmd ?? [], config.Volumes ?? {}]).toEqual(["65532:65532", [], {}]);
  expect([config.Entrypoint[0], Object.keys(config.ExposedPorts)]).toEqual([
    "/nodejs/bin/node",
    [`${defaultPort}/tcp`],
  ]);
  expect(config.Env).toContain("NODE_ENV=production");
  const label = (name: string) => config.Labels[`org.opencontainers.image.${name}`];
  expect(label("version")).toBe(packageJson.version);
  expect([label("revision"), label("created"), label("source")]).toEqual([args.REVISION, args.CREATED, args.SOURCE]);
  expect([label("licenses"), label("base.digest")]).toEqual([packageJson.license, args.BASE_DIGEST]);
  for (const name of ["title", "description", "url", "documentation", "vendor", "base.name"])
    expect(label(name), name).toBeTruthy();
});

test("it contains nothing unnecessary: no shell, no npm, no tests, no sources, 4 MB at most", async () => {
  const shells = ["sh", "bash", "dash", "ash", "zsh", "busybox"];
  const packagers = ["apt", "apt-get", "dpkg", "apk", "npm", "npx", "yarn", "pnpm", "pip"];
  const entries = await entriesOf(image);
  const programs = entries.filter(({ kind }) => kind !== "folder").map(({ path }) => basename(path));
  expect(programs.filter((name) => [...shells, ...packagers].includes(name))).toEqual([]);
  expect(entries.filter(({ kind, mode }) => kind === "file" && (mode & 0o6000) !== 0)).toEqual([]);
  const app = entries.filter(({ path }) => path.startsWith("/app/"));
  const unneeded = /\/\.[^/]+$|\/tests?\/|\.test\.|\.map$|\.[cm]?ts$|\/node_modules$/;
  expect(app.filter(({ path }) => unneeded.test(path))).toEqual([]);
  expect(app.filter(({ path }) => path.endsWith(".node")).map(({ path }) => path)).toEqual(["/app/bcrypt.node"]);
  expect(app.filter(({ uid, mode }) => uid !== 0 || (mode & 0o444) !== 0o444 || (mode & 0o022) !== 0)).toEqual([]);
  expect(app.reduce((sum, { size }) => sum + size, 0)).toBeLessThan(4e6);
});

test("its native code is for its architecture", async () => {
  const machineOf = async ({ root }: Built) => (await readFile(join(root, "app/bcrypt.node"))).readUInt16LE(18);
  expect([await machineOf(image), await machineOf(arm)]).toEqual([62, 183]); // x86-64, AArch64 of ELF
});

/** Runs the image next to a node, configured only by its environment. */
async function startExporter(env: Readonly<Record<string, string>> = {}, user?: string) {
  const port = await freePort();
  const given = {
    env: { AVAX_EXPORTER_WEB_LISTEN_ADDRESS: `127.0.0.1:${port}`, ...env },
    ...(user === undefined ? {} : { user }),
  };
  const running = start(image, [], given);
  onTestFinished(() => void running.stop("SIGKILL"));
  const url = `http://127.0.0.1:${port}`;
  await eventually("a listening exporter", async () => {
    if (running.process.exitCode !== null) throw new Error(`it ended: ${running.output()}`);
    return (await fetch(`${url}/-/healthy`)).ok || undefined;
  });
  const healthcheck = () => toEnd(image, ["healthcheck"], given);
  return { ...running, url, healthcheck };
}

test.each([
  ["nonroot", "65532:65532"],
  ["any other", anyUser],
])("it needs no privileges: as user %s, it writes nothing", async (_, user) => {
  const ask = `
    const status = fs.readFileSync("/proc/self/status", "utf8");
    const written = ["/tmp/x", "/app/x", "/home/nonroot/x"].map((path) => {
      try { fs.writeFileSync(path, ""); return "written"; } catch ({ code }) { return code; }
    });
    console.log([process.pid, process.getuid(), process.getgid(), /CapEff:\\s*(\\w+)/.exec(status)[1],
      /NoNewPrivs:\\s*(\\w+)/.exec(status)[1], ...written].join(" "));`;
  const { out } = await exec(image, ["/nodejs/bin/node", "-e", ask], { user });
  const [uid, gid] = user.split(":");
  expect(out.trim()).toBe(`1 ${uid} ${gid} 0000000000000000 1 EROFS EROFS EROFS`);

  const exporter = await startExporter({ AVAX_EXPORTER_NODE_URL: (await startNode()).url }, user);
  const page = await eventually("a page", async () => {
    const text = await (await fetch(`${exporter.url}/metrics`)).text();
    return /^avax_up 1$/m.test(text) ? text : undefined;
  });
  expect(page).toContain(`revision="${args.REVISION}"`);
  expect(await exporter.healthcheck()).toEqual({ code: 0, out: "", err: "" });
  expect(await exporter.stop()).toBe(0);
  expect(await exporter.healthcheck()).toMatchObject({ code: 1, err: expect.stringContaining("no response") });
});

test("every command is available", async () => {
  const { url } = await startNode();
  expect(await toEnd(image, ["--version"])).toMatchObject({
    code: 0,
    out: expect.stringContaining(`version ${packageJson.version} (branch: unknown, revision: ${args.REVISION})`),
  });
  expect(await toEnd(image, ["once", `--node.url=${url}`])).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^avax_up 1$/m),
  });
  expect(await toEnd(image, ["check-config"])).toMatchObject({ code: 0 });
  expect(await toEnd(image, ["call", "platform.getHeight", `--node.url=${url}`])).toMatchObject({ code: 0 });
  expect(await toEnd(image, ["--node.url=ftp://x"])).toMatchObject({ code: 2 });
  const demo = start(image, ["demo", "--log.format=pretty", `--web.listen-address=127.0.0.1:${await freePort()}`]);
  await eventually("a demo", async () => demo.output().includes("/metrics") || undefined);
  expect(await demo.stop("SIGINT")).toBe(0);
});
