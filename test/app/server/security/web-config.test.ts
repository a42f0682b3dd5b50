/** The web configuration file: valid and invalid ones. */
import { cp, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWebConfig } from "../../../../src/app/server/web-config.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { invalidFiles } from "../../../support/invalid.ts";
import { serveWeb } from "../../../support/web.ts";

test("the configured headers are sent unchanged, and blank ones are omitted", async () => {
  const { port, web } = await serveWeb(await temporaryFolder(), {
    http_server_config: {
      http2: false,
      headers: {
        "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
        "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
        "X-Content-Type-Options": "nosniff",
        "X-Frame-Options": "deny",
        "X-XSS-Protection": "",
      },
    },
  });
  expect(web.https).toBeUndefined();
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  expect(Object.fromEntries([...headers].filter(([name]) => /security|options|xss/.test(name)))).toEqual({
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    "strict-transport-security": "max-age=31536000; includeSubDomains",
    "x-content-type-options": "nosniff",
    "x-frame-options": "deny",
  });
});

test.each(["", "# nothing\n", "{}\n", "basic_auth_users: {}\n", "http_server_config: { headers: {} }\n"])(
  "%j changes nothing",
  async (text) => {
    const file = join(await temporaryFolder(), "web.yml");
    await writeFile(file, text);
    const settings = { tls: undefined, headers: {}, users: new Map() };
    expect(await readWebConfig(file)).toMatchObject({ ok: true, settings });
  },
);

const fixtures = join(import.meta.dirname, "../../../fixtures");
const name = "invalid-web-config";

test.each(invalidFiles(`${name}.yml`))("%s is rejected with one error", async (_name, { error, text }) => {
  const folder = await temporaryFolder();
  await symlink(join(fixtures, "tls"), join(folder, "tls"));
  await cp(join(fixtures, name), join(folder, name), { recursive: true });
  const file = join(folder, name, "web.yml");
  await writeFile(file, text);
  const reading = await readWebConfig(file);
  expect(reading).toMatchObject({ ok: false, errors: [`${file}:${error.replaceAll("FIXTURES", folder)}`] });
  expect(JSON.stringify(reading)).not.toMatch(/hunter2|12345678|QOauhQNb/);
});

test("all errors are reported at once, in the order of the file", async () => {
  const reading = await readWebConfig(join(fixtures, "invalid-web-config/many/web.yml"));
  expect(reading.ok ? [] : reading.errors.map((line) => line.replace(/^.*?web\.yml:/, ""))).toEqual([
    expect.stringContaining("2:3: tls_server_config.cert_file: cannot read "),
    "4:3: tls_server_config.min_version: TLS10 is not supported: use TLS12 or TLS13",
    "6:3: http_server_config.http2: HTTP/2 is not supported: remove it or set it to false",
    "8:3: basic_auth_users.alice: is not a bcrypt hash: create one with htpasswd -nBC 10",
    "9:1: rate_limit: unknown key; allowed: tls_server_config, http_server_config, basic_auth_users",
  ]);
});

test("the error for a missing file names it", async () => {
  expect(await readWebConfig("/nowhere/web.yml")).toMatchObject({
    ok: false,
    errors: ["cannot read /nowhere/web.yml: no such file or directory"],
  });
});
