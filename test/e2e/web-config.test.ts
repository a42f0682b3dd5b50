/** Prometheus's own check of web configuration files, on all that we accept. */
import { execFile } from "node:child_process";
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { stringify } from "yaml";
import { readWebConfig } from "../../src/server/security/read.ts";
import { cipherNames, curveNames } from "../../src/server/security/schema.ts";
import { temporaryFolder } from "../support/folder.ts";
import { fc } from "../support/random.ts";
import { ofPrometheus } from "./support/programs.ts";

const promtool = ofPrometheus("promtool");
const fixtures = join(import.meta.dirname, "../fixtures");

/** Returns the errors of promtool. */
const complaints = (files: readonly string[]) =>
  new Promise<string>((resolve) =>
    execFile(promtool, ["check", "web-config", ...files], (error, out, err) => resolve(error ? out + err : "")),
  );

const files = globSync("web-config/*.yml", { cwd: fixtures }).sort();

test("there are enough valid files", () => {
  expect(files.length).toBeGreaterThanOrEqual(12);
});

test.each(files)("we and promtool accept %s", async (name) => {
  const file = join(fixtures, name);
  expect(await readWebConfig(file)).toMatchObject({ ok: true });
  expect(await complaints([file])).toBe("");
});

const tlsFile = (name: string) => join(fixtures, "tls", name);
const version = fc.constantFrom("TLS12", "TLS13");
const tls = fc.record(
  {
    cert_file: fc.constant(tlsFile("server.pem")),
    key_file: fc.constant(tlsFile("server.key")),
    client_auth_type: fc.constantFrom(
      "NoClientCert",
      "RequestClientCert",
      "RequireAnyClientCert",
      "VerifyClientCertIfGiven",
      "RequireAndVerifyClientCert",
    ),
    client_ca_file: fc.constant(tlsFile("ca.pem")),
    min_version: version,
    max_version: version,
    cipher_suites: fc.subarray([...cipherNames]),
    prefer_server_cipher_suites: fc.boolean(),
    curve_preferences: fc.subarray([...curveNames]),
  },
  { requiredKeys: ["cert_file", "key_file"] },
);
const text = fc.oneof(
  fc.string(),
  fc.string({ unit: "binary" }),
  fc.constantFrom("yes", "~", "1_000", "0x1", "=", "<<"),
);
const headers = fc.record(
  {
    "Content-Security-Policy": text,
    "Strict-Transport-Security": text,
    "X-Content-Type-Options": fc.constant("nosniff"),
    "X-Frame-Options": fc.constantFrom("deny", "sameorigin"),
    "X-XSS-Protection": text,
  },
  { requiredKeys: [] },
);
const hash = fc
  .tuple(fc.constantFrom("a", "b", "y"), fc.integer({ min: 4, max: 15 }), fc.stringMatching(/^[./A-Za-z0-9]{53}$/))
  .map(([minor, cost, rest]) => `$2${minor}$${String(cost).padStart(2, "0")}$${rest}`);
const config = fc.record(
  {
    tls_server_config: tls,
    http_server_config: fc.record({ http2: fc.constant(false), headers }, { requiredKeys: [] }),
    basic_auth_users: fc.dictionary(text, hash),
  },
  { requiredKeys: [] },
);

test("promtool accepts every file that we accept", async () => {
  const folder = await temporaryFolder();
  let accepted = 0;
  const property = fc.asyncProperty(fc.array(config, { minLength: 1, maxLength: 20 }), async (configs) => {
    const written = await Promise.all(
      configs.map(async (one, i) => {
        const file = join(folder, `${i}.yml`);
        await writeFile(file, stringify(one));
        return { file, ours: await readWebConfig(file) };
      }),
    );
    const ours = written.filter(({ ours }) => ours.ok).map(({ file }) => file);
    accepted += ours.length;
    if (ours.length > 0) expect(await complaints(ours)).toBe("");
  });
  await fc.assert(property, { numRuns: 60 });
  expect(accepted).toBeGreaterThan(30); // otherwise the test would be vacuous
});
