/** Findings on each failure of the first call to a node: one golden file; review its changes. */
import { expect, test } from "vitest";
import { doctorTargets } from "../../src/cli/doctor.ts";
import { sectionText } from "../../src/cli/doctor-text.ts";
import { collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { diagnose } from "../../src/doctor/diagnosis.ts";
import { NodeError } from "../../src/rpc/errors.ts";
import { failures } from "../../src/rpc/failures.ts";

type Row = readonly [
  title: string,
  code: keyof typeof failures,
  /** Settings of the node. */
  settings?: object,
  /** Headers of the response. */
  headers?: Readonly<Record<string, string>>,
];
const rows: readonly Row[] = [
  ["refused", "refused", { url: "http://127.0.0.1:9650" }],
  ["refused elsewhere, without a port", "refused", { url: "https://node.example" }],
  ["refused on the port of nodes", "refused", { url: "http://127.0.0.1:9651" }],
  ["closed", "closed"],
  ["closed with https", "closed", { url: "https://node.example:9650" }],
  ["DNS", "dns"],
  ["TLS: unknown authority", "tls_untrusted"],
  ["TLS: another failure", "tls", { url: "https://node.example:9650" }],
  ["invalid header", "invalid_header"],
  ["unknown error of the connection", "connect"],
  ["file", "file"],
  ["another protocol", "not_http"],
  ["no connection", "connect_timeout"],
  ["no connection with https", "connect_timeout", { url: "https://node.example:9650" }],
  ["no response", "timeout"],
  ["not sent", "unsent"],
  ["host not allowed", "host_not_allowed"],
  ["host not allowed, an IP address", "host_not_allowed", { url: "http://[::1]" }],
  ["host of a header not allowed", "host_not_allowed", { host_header: "proxy.example:80" }],
  ["redirect elsewhere", "redirect", {}, { location: "https://other.example/key-of-client/ext/info" }],
  ["redirect to itself", "redirect", {}, { location: "/ext/info" }],
  ["400", "http_status"],
  ["400 with https", "http_status", { url: "https://node.example:9650" }],
  ["401 without credentials", "unauthorized"],
  ["401 with a password", "unauthorized", { basic_auth: { username: "anna", password: "nothing-to-see" } }],
  ["401 with a token", "unauthorized", { authorization: { type: "Bearer", credentials: "nothing-to-see" } }],
  ["404", "wrong_path"],
  ["404 on another port", "wrong_path", { url: "http://node.example" }],
  ["429", "rate_limited"],
  ["500", "server_error"],
  ["502", "bad_gateway"],
  ["error of another server", "rpc_error"],
  ["wrong ID", "wrong_id"],
  ["not JSON", "not_json"],
  ["schema", "schema"],
  ["too large", "too_large"],
  ["too many UTXOs", "too_many_utxos"],
];

function findingOn([title, code, settings, headers]: Row): string {
  const node = { url: "http://node.example:9650", ...settings };
  const [context] = doctorTargets(configSchema(collectors).parse({ node }));
  if (!context) throw new Error("no node");
  const error = new NodeError(failures[code].what, { code });
  const finding = diagnose(context, { response: headers && { status: 308, headers } }, error);
  return sectionText({ name: title, url: node.url, findings: [{ check: "reachability", ...finding }] }, false);
}

test("the findings on failures match the golden file", async () => {
  await expect(rows.map(findingOn).join("\n")).toMatchFileSnapshot("golden/diagnosis.txt");
});

test("every failure has a finding", () => {
  expect(new Set(rows.map(([, code]) => code))).toEqual(new Set(Object.keys(failures)));
});

test("a node whose settings are below nodes has them as lines of the file", () => {
  const nodes = { "fuji-1": { url: "http://node.example:9650" } };
  const [context] = doctorTargets(configSchema(collectors).parse({ nodes }));
  if (!context) throw new Error("no node");
  const error = new NodeError("", { code: "host_not_allowed" });
  const { fix } = diagnose(context, { response: undefined }, error);
  expect(fix[0]).toContain("`nodes.fuji-1.host_header: localhost` in the file");
});
