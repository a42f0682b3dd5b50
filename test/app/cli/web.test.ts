/** The web configuration at the command line. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createAuthority } from "../../support/certificates.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { untilListening } from "../../support/listening.ts";
import { runToEnd, startProgram } from "../../support/program.ts";

async function write(text: string) {
  const folder = await temporaryFolder();
  const file = join(folder, "web.yml");
  await writeFile(file, text);
  return { folder, file };
}

test.each(["serve", "demo", "check-config"])("%s exits with 2 and prints a line for each error", async (command) => {
  const { file } = await write("basic_auth_users:\n  alice: hunter2\nrate: 1\n");
  const { code, out, err } = await runToEnd([command, `--web.config.file=${file}`, "--log.level=error"]);
  expect([code, out]).toEqual([2, ""]);
  expect(err.split("\n")).toEqual([
    `${file}:2:3: basic_auth_users.alice: is not a bcrypt hash: create one with htpasswd -nBC 10`,
    `${file}:3:1: rate: unknown key; allowed: tls_server_config, http_server_config, basic_auth_users`,
    "",
  ]);
});

test("check-config accepts a valid web configuration", async () => {
  const { file } = await write("http_server_config: { headers: { X-Frame-Options: deny } }\n");
  const { code, err } = await runToEnd(["check-config", `--web.config.file=${file}`]);
  expect([code, err]).toEqual([0, ""]);
});

test("with TLS the log contains the https URL, and healthcheck succeeds", async () => {
  const { folder, file } = await write("tls_server_config: { cert_file: server.pem, key_file: server.key }\n");
  createAuthority(folder).server("server");
  const web = `--web.config.file=${file}`;
  const program = startProgram(["serve", web, "--web.listen-address=127.0.0.1:0", "--node.url=http://127.0.0.1:1"]);
  const { protocol, host } = new URL(await untilListening(program.err));
  expect(protocol).toBe("https:");
  expect(await runToEnd(["healthcheck", web, `--web.listen-address=${host}`])).toEqual({ code: 0, out: "", err: "" });
});
