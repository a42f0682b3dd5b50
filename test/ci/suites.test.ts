/** The suites of the gate and of the night have all tests, and name programs that can be installed. */
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { gate, nightly, type Suite } from "../../.ci/suites.ts";

const all: readonly (readonly [string, Suite])[] = Object.entries({ ...gate, ...nightly });
const filesOf = ({ steps }: Suite) => steps.flatMap((step) => ("tests" in step ? step.tests : []));
const ofNight: readonly Suite[] = Object.values(nightly);
const endToEnd = globSync("test/e2e/**/*.test.ts");

test("each file of end-to-end tests is in a suite", () => {
  const known = new Set(all.flatMap(([, suite]) => filesOf(suite)));
  expect(endToEnd.filter((file) => !known.has(file))).toEqual([]);
});

test("each file with tests that the gate leaves out is in a suite of the night", () => {
  const partly = endToEnd.filter((file) => /tags: \["night"\]/.test(readFileSync(file, "utf8")));
  const known = new Set(ofNight.flatMap(filesOf));
  expect(partly.length).toBeGreaterThan(0);
  expect(partly.filter((file) => !known.has(file))).toEqual([]);
});

test("each path of a suite exists", () => {
  const paths = all.flatMap(([, suite]) => filesOf(suite));
  expect(paths.filter((path) => globSync(path).length === 0)).toEqual([]);
});

test.for(all)("the programs of %s are installed by name, or are packages of Debian", ([, { programs }]) => {
  const script = readFileSync(".ci/install", "utf8");
  const named = new Set([...script.matchAll(/^ {4}([a-z0-9.-]+)\)/gm)].map(([, name]) => name));
  const packages = ["buildah", "chromium", "containerd", "curl", "fish", "iptables", "jq", "python3", "rpm", "runc"];
  const others = [...packages, "gpg", "less", "prometheus-node-exporter", "shellcheck", "wget", "zsh"];
  expect(named.size).toBeGreaterThan(15);
  expect(programs.filter((name) => !named.has(name) && !others.includes(name))).toEqual([]);
});
