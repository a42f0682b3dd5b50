import { chmod, mkdir, readFile, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import bcrypt from "bcrypt";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { startNode } from "../../support/exporter.ts";
import { freePort } from "../../support/ports.ts";
import { basic } from "../../support/web.ts";
import { eventually } from "../support/programs.ts";
import { anyUser, entriesOf, exec, start, toEnd } from "./support/contained.ts";
import { configurationErrors, contentErrors } from "./support/image-rules.ts";
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

const inApp = async (built: Built, name: string) => readFile(join(built.root, "app", name), "utf8");

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

test("it has labels and an unprivileged user", () => {
  expect(configurationErrors(image.configuration)).toEqual([]);
  expect(configurationErrors(arm.configuration)).toEqual([]);
  expect([image.configuration.architecture, arm.configuration.architecture]).toEqual(["amd64", "arm64"]);
  expect(image.configuration.config.Labels).toMatchObject({
    "org.opencontainers.image.version": packageJson.version,
    "org.opencontainers.image.revision": args.REVISION,
    "org.opencontainers.image.licenses": packageJson.license,
    "org.opencontainers.image.documentation": `${args.SOURCE}#readme`,
  });
});

test("it contains nothing unnecessary: no shell, no npm, no tests, no sources", async () => {
  expect(contentErrors(await entriesOf(image))).toEqual([]);
  expect(contentErrors(await entriesOf(arm))).toEqual([]);
});

test("its native code is for its architecture", async () => {
  const machineOf = async ({ root }: Built) => (await readFile(join(root, "app/bcrypt.node"))).readUInt16LE(18);
  expect([await machineOf(image), await machineOf(arm)]).toEqual([62, 183]); // x86-64, AArch64 of ELF
});

test("its SBOM names each package of its notices", async () => {
  const { components, metadata } = JSON.parse(await inApp(image, "sbom.cdx.json"));
  type Component = { readonly name: string; readonly version: string };
  const notices = await inApp(image, "THIRD-PARTY-NOTICES");
  expect((components as Component[]).map(({ name, version }) => `${name} ${version}`)).toEqual(
    [...notices.matchAll(/(?:^|-{80}\n\n)(\S+ \S+) \(/g)].map(([, head]) => head),
  );
  expect(metadata.component).toMatchObject({ purl: `pkg:npm/${packageJson.name}@${packageJson.version}` });
  expect(new Date(metadata.timestamp)).toEqual(new Date(args.CREATED));
});

test("it is the same for both architectures, except for native code", async () => {
  const app = async (built: Built) =>
    (await entriesOf(built)).filter(({ path, kind }) => /^\/app\/.*(?<!\.node)$/.test(path) && kind === "file");
  expect(await app(arm)).toEqual(await app(image));
});

test("planted errors in an image are found", async () => {
  const text = [
    ["USER 65532:65532", "USER root\nCOPY --from=build /usr/bin/sh /usr/bin/sh"],
    ["ENTRYPOINT [", "COPY --chown=1:1 package-lock.json /app/.hidden\nENTRYPOINT ["],
    [/(?<="\$TARGETARCH")\n/, " && chmod -R u+s,go=rwX app && cp src/packaging/image.ts app\n"],
    ["NODE_ENV=production ", ""],
    [/org.opencontainers.image.vendor=.*\n/, ""],
  ].reduce((text, [from = "", to = ""]) => text.replace(from, to as string), workshop.dockerfile);
  const planted = await workshop.build(await workshop.checkout("planted", text), {
    ...args,
    CREATED: "2020-01-01T00:00:00Z",
    BASE_DIGEST: "none",
  });
  expect(configurationErrors(planted.configuration)).toEqual([
    "the user is root",
    "NODE_ENV is not production",
    "its creation time differs from its label",
    "its base has no digest",
    "org.opencontainers.image.vendor is empty",
  ]);
  expect(contentErrors(await entriesOf(planted))).toEqual(
    expect.arrayContaining([
      "/usr/bin/sh is a shell",
      "/app/main.js has the rights of its owner",
      "/app/main.js can be written by others",
      "/app/.hidden is not root's",
      "/app/.hidden is hidden",
      "/app/image.ts is never loaded",
    ]),
  );
});

test.each([
  ["a shell somewhere else", { path: "/nodejs/bin/busybox" }, "is a shell"],
  ["npm", { path: "/usr/local/bin/npm", kind: "link" }, "manages packages"],
  ["a setgid file", { path: "/usr/bin/x", mode: 0o2755 }, "has the rights of its owner"],
  ["what only its owner reads", { path: "/app/x", mode: 0o640 }, "cannot be read by all"],
  ["a test", { path: "/app/test/x.js" }, "is for tests"],
  ["types", { path: "/app/index.d.ts" }, "is never loaded"],
  ["packages", { path: "/app/node_modules" }, "is never loaded"],
] as const)("%s is found", async (_, entry, error) => {
  const file = { kind: "file", mode: 0o644, uid: 0, size: 1, ...entry } as const;
  expect(contentErrors([...(await entriesOf(image)), file])).toEqual([`${file.path} ${error}`]);
});

test("4 MB and other native code are errors", async () => {
  const file = { path: "/app/x.node", kind: "file", mode: 0o644, uid: 0, size: 4e6 } as const;
  expect(contentErrors([...(await entriesOf(image)), file])).toEqual([
    "native code: /app/bcrypt.node,/app/x.node",
    expect.stringMatching(/^\/app has \d+ bytes$/),
  ]);
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

test("users are authenticated: the native code of this architecture is loaded", async () => {
  const file = join(image.root, "tmp/web.yml");
  await writeFile(file, `basic_auth_users:\n  anna: ${await bcrypt.hash("secret", 4)}\n`);
  await chmod(file, 0o644);
  const exporter = await startExporter({ AVAX_EXPORTER_WEB_CONFIG_FILE: "/tmp/web.yml" });
  const ask = async (user: string) =>
    (await fetch(`${exporter.url}/metrics`, { headers: { authorization: basic(user) } })).status;
  expect([await ask("anna:secret"), await ask("anna:other")]).toEqual([200, 401]);
  expect(await exporter.stop()).toBe(0);
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
