/** Findings on each failure of the first call to a node: one golden file; review its changes. */
import { expect, test } from "vitest";
import { doctorTargets } from "../../src/cli/doctor.ts";
import { sectionText } from "../../src/cli/doctor-text.ts";
import { collectors } from "../../src/collectors/all.ts";
import { configSchema } from "../../src/config/schema.ts";
import { diagnose } from "../../src/doctor/diagnosis.ts";
import { NodeError } from "../../src/rpc/errors.ts";
import { type FailureText, failures } from "../../src/rpc/failure-texts.ts";
import { codeOf, describe, type NodeFailure } from "../../src/rpc/failures.ts";

const connect = (code?: string): NodeFailure => ({ kind: "connect", code });
const status = (status: number): NodeFailure => ({ kind: "http_status", status });

type Row = readonly [
  title: string,
  failure: NodeFailure,
  /** Settings of the node. */
  settings?: object,
  /** Headers of the response. */
  headers?: Readonly<Record<string, string>>,
];
const rows: readonly Row[] = [
  ["refused", connect("ECONNREFUSED"), { url: "http://127.0.0.1:9650" }],
  ["refused elsewhere, without a port", connect("ECONNREFUSED"), { url: "https://node.example" }],
  ["refused on the port of nodes", connect("ECONNREFUSED"), { url: "http://127.0.0.1:9651" }],
  ["closed", connect("UND_ERR_SOCKET")],
  ["closed with https", connect("ECONNRESET"), { url: "https://node.example:9650" }],
  ["unresolved", connect("ENOTFOUND")],
  ["DNS", connect("EAI_AGAIN")],
  ["no route", connect("EHOSTUNREACH")],
  ["no descriptor", connect("EMFILE")],
  ["TLS: unknown authority", connect("DEPTH_ZERO_SELF_SIGNED_CERT")],
  ["TLS: expired", connect("CERT_HAS_EXPIRED")],
  ["TLS: not yet valid", connect("CERT_NOT_YET_VALID")],
  ["TLS: another name", connect("ERR_TLS_CERT_ALTNAME_INVALID")],
  ["TLS: not spoken", connect("ERR_SSL_WRONG_VERSION_NUMBER"), { url: "https://node.example:9650" }],
  ["TLS: aborted", connect("ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION")],
  ["invalid header", connect("UND_ERR_INVALID_ARG")],
  ["unknown error of the connection", connect("EWHATEVER")],
  ["file", { kind: "file" }],
  ["another protocol", { kind: "not_http" }],
  ["no connection", { kind: "timeout", phase: "connect" }],
  ["no connection with https", { kind: "timeout", phase: "connect" }, { url: "https://node.example:9650" }],
  ["no response", { kind: "timeout", phase: "answer" }],
  ["host not allowed", { kind: "host_not_allowed" }],
  ["host not allowed, an IP address", { kind: "host_not_allowed" }, { url: "http://[::1]" }],
  ["host of a header not allowed", { kind: "host_not_allowed" }, { host_header: "proxy.example:80" }],
  ["redirect elsewhere", status(308), {}, { location: "https://other.example/key-of-client/ext/info" }],
  ["redirect to itself", status(301), {}, { location: "/ext/info" }],
  ["400", status(400)],
  ["400 with https", status(400), { url: "https://node.example:9650" }],
  ["401 without credentials", status(401)],
  ["401 with a password", status(401), { basic_auth: { username: "anna", password: "nothing-to-see" } }],
  ["401 with a token", status(401), { authorization: { type: "Bearer", credentials: "nothing-to-see" } }],
  ["403", status(403)],
  ["404", status(404)],
  ["404 on another port", status(404), { url: "http://node.example" }],
  ["405", status(405)],
  ["407", status(407)],
  ["429", status(429)],
  ["500", status(500)],
  ["501", status(501)],
  ["502", status(502)],
  ["204", status(204)],
  ["error of another server", { kind: "rpc_error" }],
  ["wrong ID", { kind: "rpc_error", expectedError: "wrong_id" }],
  ["web page", { kind: "decode", found: "web_page" }],
  ["empty", { kind: "decode", found: "empty" }],
  ["not JSON", { kind: "decode" }],
  ["schema", { kind: "schema" }],
  ["repeated credential", { kind: "schema", found: "repeated_credential" }],
  ["too large", { kind: "too_large" }],
  ["too many UTXOs", { kind: "too_large", found: "too_many_utxos" }],
];

function findingOn([title, failure, settings, headers]: Row): string {
  const node = { url: "http://node.example:9650", ...settings };
  const [context] = doctorTargets(configSchema(collectors).parse({ node }));
  if (!context) throw new Error("no node");
  const error = new NodeError(describe(failure), failure);
  const finding = diagnose(context, { response: headers && { status: 308, headers } }, error);
  return sectionText({ name: title, url: node.url, findings: [{ check: "reachability", ...finding }] }, false);
}

test("the findings on failures match the golden file", async () => {
  await expect(rows.map(findingOn).join("\n")).toMatchFileSnapshot("golden/diagnosis.txt");
});

test("every failure has a finding", () => {
  const all = Object.entries<FailureText>(failures).filter(([, { unavailable }]) => unavailable === undefined);
  expect(new Set(rows.map(([, failure]) => codeOf(failure)))).toEqual(new Set(all.map(([code]) => code)));
});

test("a node whose settings are below nodes has them as lines of the file", () => {
  const nodes = { "fuji-1": { url: "http://node.example:9650" } };
  const [context] = doctorTargets(configSchema(collectors).parse({ nodes }));
  if (!context) throw new Error("no node");
  const error = new NodeError("", { kind: "host_not_allowed" });
  const { fix } = diagnose(context, { response: undefined }, error);
  expect(fix[0]).toContain("`nodes.fuji-1.host_header: localhost` in the file");
});
