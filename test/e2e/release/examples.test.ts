/** The commands of the documents, typed as with each package and with the image. */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { buildPackage } from "../../../src/packaging/build.ts";
import { packDistributions } from "../../../src/packaging/distributions.ts";
import { buildExecutable } from "../../../src/packaging/executable.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { readAlias } from "../../support/typing.ts";
import { print } from "../delivery/support/tools.ts";
import { openWorkshop, type Workshop } from "../delivery/support/workshop.ts";
import { exampleEnv, typeExamples } from "../support/examples.ts";
import { writeDocker } from "./docker.ts";

const { name, version } = packageJson;
const [node, path] = [resolve("node_modules/.bin"), process.env["PATH"] ?? ""];

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "avalanche-exporter-installed-"));
});
afterAll(() => rm(folder, { recursive: true }));

describe("the npm package", () => {
  const prefix = () => join(folder, "npm-installed");
  beforeAll(async () => {
    await buildPackage(join(folder, "npm"));
    await print("npm", ["install", "--global", `--prefix=${prefix()}`, "--install-links", join(folder, "npm")]);
  });
  typeExamples(async () => ({
    folder: await temporaryFolder(),
    env: { PATH: `${join(prefix(), "bin")}:${node}:${path}` },
  }));
});

describe("the deb", () => {
  const root = () => join(folder, "deb");
  beforeAll(async () => {
    await print("npm", ["ci", "--force", "--prefix", "src/packaging/node"]);
    await buildExecutable(join(folder, "executable"), "amd64");
    await mkdir(join(folder, "artifacts"));
    await packDistributions(join(folder, "executable"), join(folder, "artifacts"), "amd64", "0");
    await print("dpkg-deb", ["--extract", join(folder, "artifacts", `${name}_${version}_amd64.deb`), root()]);
  });
  typeExamples(async () => ({
    folder: await temporaryFolder(),
    env: { PATH: `${join(root(), "usr/bin")}:${path}` },
  }));
});

describe("the image", () => {
  let workshop: Workshop;
  beforeAll(async () => {
    workshop = await openWorkshop();
    const image = await workshop.build(workshop.context, { SOURCE_DATE_EPOCH: "1700000000", VERSION: version });
    await writeDocker(join(folder, "docker"), image, exampleEnv);
  });
  afterAll(() => workshop.close());
  typeExamples(async () => ({
    folder: await temporaryFolder(),
    alias: await readAlias("with the image"),
    env: { PATH: `${join(folder, "docker")}:${path}` },
  }));
});
