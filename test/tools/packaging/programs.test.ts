/** Programs that `npm run package` needs. */
import { spawnSync } from "node:child_process";
import { readdir } from "node:fs/promises";
import { expect, test } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";

/** Runs `npm run package` in an empty folder for programs and caches, so that each program is missing. */
async function packageWithout(...args: readonly string[]) {
  const folder = await temporaryFolder();
  const env = { PATH: folder, HOME: folder, XDG_CACHE_HOME: folder };
  const { status, stdout, stderr } = spawnSync(process.execPath, ["src/tools/packaging/package.ts", ...args], {
    env,
    encoding: "utf8",
  });
  expect(await readdir(folder)).toEqual([]);
  return { status, out: stdout, lines: stderr.split("\n").filter(Boolean) };
}

test("each missing program is named with the command that installs it", async () => {
  const { status, out, lines } = await packageWithout();
  const other = process.arch === "arm64" ? ["x86_64", "x86-64"] : ["aarch64", "aarch64"];
  expect({ status, out, lines: [...lines].sort() }).toEqual({
    status: 1,
    out: "",
    lines: [
      `${other[0]}-linux-gnu-strip is missing. Install it: apt-get install binutils-${other[1]}-linux-gnu`,
      "helm is missing. Install it: .ci/install helm (needs Go 1.21 or later), or set HELM to the path of the program",
      "nfpm is missing. Install it: .ci/install nfpm (needs Go 1.21 or later), or set NFPM to the path of the program",
      "npm is missing. Install it: apt-get install npm",
      "strip is missing. Install it: apt-get install binutils",
      "tar is missing. Install it: apt-get install tar",
      "xz is missing. Install it: apt-get install xz-utils",
    ].sort(),
  });
});

test("only a package for Debian needs neither helm nor xz", async () => {
  const { status, lines } = await packageWithout("--only", "deb");
  expect([status, lines.map((line) => line.split(" ")[0])]).toEqual([1, ["npm", "strip", "nfpm"]]);
});

test("an unknown architecture is refused", async () => {
  const { status, lines } = await packageWithout("--only", "i386");
  expect([status, lines]).toEqual([1, ["--only i386: allowed: deb, amd64, arm64"]]);
});
