import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readWebConfig } from "../../../../src/app/server/web-config.ts";
import { temporaryFolder } from "../../../support/folder.ts";
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
