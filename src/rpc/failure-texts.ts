/** The table of failures: label, description and fix of each. Errors, log, status page, doctor and documents derive from it.
 *  In a fix, code stands between backticks, `{url}` is the URL of the node, and `{enable}` enables an API of it or does without. */
import type { ExpectedError } from "../api/method.ts";

/** Reasons for a failed call, and for data that is not available: the values of the label `reason`. */
export const reasons = [
  "connect",
  "timeout",
  "http_status",
  "host_not_allowed",
  "rpc_error",
  "decode",
  "schema",
  "too_large",
  "bootstrapping",
  "method_unavailable",
] as const;
export type Reason = (typeof reasons)[number];

/** Reason for data that the node does not provide: a state of the node, not a failure. `api_off`: disabled, or not served by this node.
 *  `method_unknown`: not supported by the version of the node, or not selected by the configuration of the chain.
 *  `bootstrapping`: the chain is not available yet. The others are errors that the contract recognizes by their text. */
export type UnavailableReason = "api_off" | "method_unknown" | "bootstrapping" | ExpectedError;

export type FailureText = {
  /** The label `reason` of the metrics. */
  readonly reason: Reason;
  /** Set if the node does not provide the data, which is no failure. */
  readonly unavailable?: UnavailableReason;
  readonly what: string;
  /** In lower case, without a full stop. */
  readonly fix: string;
};

/** By code, in the order of the labels. */
export const failures = {
  refused: {
    reason: "connect",
    what: "connection refused",
    fix: "start the node, or correct the host and port of `node.url`",
  },
  closed: {
    reason: "connect",
    what: "the connection was closed",
    fix: "check the log of the node, and of the proxy in front of it if there is one",
  },
  unresolved: {
    reason: "connect",
    what: "the host name does not resolve",
    fix: "correct the host of `node.url`",
  },
  dns: {
    reason: "connect",
    what: "temporary DNS failure",
    fix: "check the DNS server of the exporter's machine",
  },
  descriptors: {
    reason: "connect",
    what: "the exporter has no free file descriptor",
    fix: "raise its limit of open files: `ulimit -n`, or `LimitNOFILE` of the systemd unit",
  },
  unroutable: {
    reason: "connect",
    what: "no route to the host",
    fix: "check the routes and the firewall between the exporter and the node",
  },
  tls_untrusted: {
    reason: "connect",
    what: "the node's certificate is signed by an unknown authority",
    fix: "set `node.tls_config.ca_file` to the certificate of that authority",
  },
  tls_expired: {
    reason: "connect",
    what: "the node's certificate has expired",
    fix: "renew it, and restart the node or the proxy that terminates TLS for it",
  },
  tls_not_yet_valid: {
    reason: "connect",
    what: "the node's certificate is not valid yet",
    fix: "check the clocks of both machines",
  },
  tls_other_host: {
    reason: "connect",
    what: "the node's certificate does not match the host name",
    fix: "set `node.tls_config.server_name` to a name in the certificate",
  },
  tls_not_spoken: {
    reason: "connect",
    what: "the server does not speak TLS on this port",
    fix: "use http instead of https in `node.url`, or start the node with `--http-tls-enabled=true`, a certificate and its key",
  },
  tls_aborted: {
    reason: "connect",
    what: "the server aborted the TLS handshake",
    fix: "check the TLS settings of the server and `node.tls_config`",
  },
  invalid_header: {
    reason: "connect",
    what: "invalid character in a header value",
    fix: "check `node.headers`, the credentials, and the files that they name",
  },
  file: {
    reason: "connect",
    what: "a file cannot be read",
    fix: "correct the path of the file in the configuration, or make the file readable for the exporter",
  },
  not_http: {
    reason: "connect",
    what: "the response is not HTTP",
    fix: "correct the host and port of `node.url`",
  },
  connect: {
    reason: "connect",
    what: "the connection failed",
    fix: "test `node.url` with `curl` from the exporter's machine",
  },
  connect_timeout: {
    reason: "timeout",
    what: "the connection timed out",
    fix: "allow the connection in the firewalls between the exporter and the node, or correct `node.url`",
  },
  timeout: {
    reason: "timeout",
    what: "no response within the timeout",
    fix: "check the node's load and disk latency; otherwise increase `node.timeout` or the collector's interval",
  },
  redirect: {
    reason: "http_status",
    what: "redirects are not followed",
    fix: "set `node.url` to the redirect target",
  },
  bad_request: {
    reason: "http_status",
    what: "the request was rejected",
    fix: "use https in `node.url` if the server expects TLS; otherwise check the log of the proxy in front of the node",
  },
  unauthorized: {
    reason: "http_status",
    what: "the credentials are missing or invalid",
    fix: "set `node.authorization` or `node.basic_auth` to valid credentials",
  },
  forbidden: {
    reason: "http_status",
    what: "a proxy in front of the node refused the request",
    fix: "admit the exporter's machine and its credentials in that proxy",
  },
  wrong_path: {
    reason: "http_status",
    what: "the server does not serve /ext/bc/P, which every node serves",
    fix: "correct the port or the path of `node.url`, which is `{url}`",
  },
  no_post: {
    reason: "http_status",
    what: "the server does not accept POST, as every node does",
    fix: "correct `node.url`, which is `{url}`: this server is not a node, and the API of AvalancheGo listens on port 9650 by default",
  },
  proxy_credentials: {
    reason: "http_status",
    what: "a proxy between the exporter and the node requires credentials",
    fix: "connect the exporter to the node without that proxy",
  },
  rate_limited: {
    reason: "http_status",
    what: "rate limited by something in front of the node",
    fix: "request a higher limit, or point the exporter at your own node",
  },
  bad_gateway: {
    reason: "http_status",
    what: "the proxy in front of the node cannot reach it",
    fix: "start the node, or correct the address of the node in that proxy",
  },
  server_error: {
    reason: "http_status",
    what: "server error from the node or a proxy in front of it",
    fix: "check the logs of both",
  },
  unexpected_status: {
    reason: "http_status",
    what: "no node sends this status",
    fix: "check the proxy in front of the node",
  },
  host_not_allowed: {
    reason: "host_not_allowed",
    what: "the node does not accept this host name",
    fix: "set `node.host_header: localhost`, use the node's IP address, or add the name to its `--http-allowed-hosts`",
  },
  rpc_error: {
    reason: "rpc_error",
    what: "the node returned an error",
    fix: "see the log of the node",
  },
  wrong_id: {
    reason: "rpc_error",
    what: "the node does not know the ID",
    fix: "correct the ID in the configuration, or remove it",
  },
  web_page: {
    reason: "decode",
    what: "the response is a web page instead of JSON",
    fix: "correct `node.url`, which is `{url}`: the server there is not a node, or its proxy requires a login",
  },
  empty: {
    reason: "decode",
    what: "the response is empty",
    fix: "check the server at `node.url`, which is `{url}`: a node always sends a body",
  },
  not_json: {
    reason: "decode",
    what: "the response is not JSON",
    fix: "check the server at `node.url`, which is `{url}`: a node always responds with JSON",
  },
  schema: {
    reason: "schema",
    what: "the response does not match the schema of the method",
    fix: "check whether a proxy changes or caches responses; otherwise report it with the node's version",
  },
  repeated_credential: {
    reason: "schema",
    what: "the response repeats a credential",
    fix: "use a credential that cannot occur in other responses",
  },
  too_large: {
    reason: "too_large",
    what: "the response is larger than any response of a node: 1 MiB, for lists and blocks up to 32 MiB",
    fix: "check whether the server at `node.url` is a node; if it is, report it with the node's version",
  },
  too_many_utxos: {
    reason: "too_large",
    what: "the addresses have more UTXOs than the exporter reads",
    fix: "consolidate their UTXOs with a transaction, or remove the address from `watch.addresses`",
  },
  bootstrapping: {
    reason: "bootstrapping",
    unavailable: "bootstrapping",
    what: "the chain is still bootstrapping",
    fix: "wait until the chain is bootstrapped (`info.isBootstrapped`)",
  },
  api_off: {
    reason: "method_unavailable",
    unavailable: "api_off",
    what: "the API is disabled on the node",
    fix: "{enable}",
  },
  not_served: {
    reason: "method_unavailable",
    unavailable: "api_off",
    what: "the node does not serve this API",
    fix: "disable the collector",
  },
  method_unknown: {
    reason: "method_unavailable",
    unavailable: "method_unknown",
    what: "this version of the node does not support the method",
    fix: "upgrade the node, or disable the collector",
  },
  method_not_selected: {
    reason: "method_unavailable",
    unavailable: "method_unknown",
    what: "the configuration of the chain does not serve the method",
    fix: "add `chain` to `apis` in the configuration of the chain (before AvalancheGo 1.15: `internal-blockchain` to `eth-apis`), and restart the node",
  },
  empty_index: {
    reason: "rpc_error",
    unavailable: "empty_index",
    what: "the index is still empty",
    fix: "wait until the chain accepts a block",
  },
  not_validator: {
    reason: "rpc_error",
    unavailable: "not_validator",
    what: "a node that does not validate has no uptime",
    fix: "no action is needed",
  },
  not_found: {
    reason: "rpc_error",
    unavailable: "not_found",
    what: "the object does not exist on this network",
    fix: "check the IDs in `watch`, unless this is expected",
  },
  not_counted: {
    reason: "rpc_error",
    unavailable: "not_counted",
    what: "the virtual machine of the L1 does not count a new validator yet",
    fix: "wait a minute: the last values are retained",
  },
  not_manager: {
    reason: "rpc_error",
    unavailable: "not_manager",
    what: "the contract is not a validator manager as ACP-99 defines it",
    fix: "no action is needed: a validator manager of version 1, or one of another kind, does not show its weight",
  },
} as const satisfies Readonly<Record<string, FailureText>>;
export type FailureCode = keyof typeof failures;
