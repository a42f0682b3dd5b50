/** Likely causes of an unreachable node. */
import { adviceOf } from "../node/advice.ts";
import type { NodeError } from "../node/errors.ts";
import { type Finding, problem } from "./check.ts";
import { sentence } from "./format.ts";
import type { CallResult, NodeContext } from "./node-queries.ts";

/** The problem, then the possible fixes. */
type Diagnosis = readonly [what: string, ...fix: (string | false)[]];
type HttpResponse = CallResult["response"];
type Situation = NodeContext & {
  readonly url: URL;
  readonly setUrl: (url: string) => string;
  /** Advice if the URL has the staking port. */
  readonly stakingPort: string | false;
};

const defaultPort = "9650";
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/** Returns the cause of the failure of a first call, and possible fixes. */
export function diagnose(node: NodeContext, { response }: CallResult, error: NodeError): Finding {
  const url = new URL(node.origin);
  const setUrl = (to: string) => node.set("node.url", to);
  const defaultUrl = setUrl(`${url.protocol}//${url.hostname}:${defaultPort}`);
  const stakingPort =
    url.port === "9651" && `Port 9651 is the staking (P2P) port; the API listens on ${defaultPort}: set ${defaultUrl}.`;
  const [what, ...fix] = diagnoseFailure({ ...node, url, setUrl, stakingPort }, error, response);
  return problem(
    what,
    "Nothing can be collected until this is fixed (avax_up is 0).",
    ...fix.filter((step) => step !== false),
  );
}

function diagnoseFailure(situation: Situation, { message, failure }: NodeError, response: HttpResponse): Diagnosis {
  const { url, set, command, stakingPort } = situation;
  const general: Diagnosis = [`${message}.`, sentence(adviceOf(failure))];
  const notANode = (what: string): Diagnosis => [
    what,
    `Check that ${url.host} is the node's own address. Its API listens on port ${defaultPort} by default.`,
    `Set the base URL of the node, without /ext/…, and test it: ${command("call info.getNodeID")}.`,
  ];
  switch (failure.kind) {
    case "connect":
      return diagnoseConnection(situation, failure.code ?? "") ?? general;
    case "file":
      return general;
    case "not_http":
      return [
        `The server at ${url.host} does not speak HTTP.`,
        stakingPort,
        `Check the address: the API of a node listens on port ${defaultPort} by default.`,
      ];
    case "timeout":
      return diagnoseTimeout(situation, failure.phase);
    case "host_not_allowed": {
      const host = (situation.node.host_header ?? url.hostname).replace(/:\d+$/, "");
      return [
        `The node rejects the Host header "${host}" (403, invalid host specified).`,
        `Send a name that every node accepts: ${set("node.host-header", "localhost")}.`,
        `Or start the node with \`--http-allowed-hosts=localhost,${host}\`.`,
        "Or use the IP address of the node.",
      ];
    }
    case "http_status":
      if (failure.status >= 300 && failure.status < 400) return diagnoseRedirect(situation, response);
      return diagnoseStatus(situation, failure.status);
    case "decode":
      return notANode("The response is not JSON: a web page or another service is listening there.");
    case "too_large":
      return notANode(
        "The response is larger than any response of an AvalancheGo node: something else is listening there.",
      );
    default:
      return notANode("The server responds with JSON, but is not an AvalancheGo node.");
  }
}

function diagnoseConnection({ key, url, setUrl, stakingPort }: Situation, code: string): Diagnosis | undefined {
  const { hostname, host, protocol } = url;
  const port = url.port || (protocol === "https:" ? "443" : "80");
  const unresolved: Diagnosis = [
    `The host name ${hostname} does not resolve on this machine.`,
    `Run \`getent hosts ${hostname}\` here. Check the spelling and, in Kubernetes, the namespace.`,
  ];
  const unroutable: Diagnosis = [
    `No route to ${hostname}.`,
    "Check the routes, VPN and firewall between this machine and the node.",
  ];
  const closed: Diagnosis = [
    "The connection was closed before a response arrived.",
    stakingPort,
    protocol === "http:" && `If the server expects TLS, set ${setUrl(`https://${host}`)}.`,
    "Otherwise check the logs of the node and of any proxy in front of it. The node may be starting or stopping.",
  ];
  const noTls: Diagnosis = [
    "The URL uses https, but the server does not speak TLS on that port.",
    stakingPort,
    `Set ${setUrl(`http://${host}`)}, or start the node with \`--http-tls-enabled=true\` and a certificate.`,
  ];
  const byCode: Readonly<Record<string, Diagnosis>> = {
    ENOTFOUND: unresolved,
    EAI_AGAIN: unresolved,
    ECONNREFUSED: [
      `Connection refused: nothing is listening on ${hostname}:${port}.`,
      stakingPort,
      `Check that AvalancheGo is running and listens on this port: \`ss -ltn | grep :${port}\` on its machine.`,
      isLoopback(hostname)
        ? `In a container, ${hostname} is the container itself: set ${setUrl(`http://HOST:${port}`)} there.`
        : "By default a node only listens on loopback: start it with `--http-host=0.0.0.0` and restrict access with a firewall.",
    ],
    EHOSTUNREACH: unroutable,
    ENETUNREACH: unroutable,
    ECONNRESET: closed,
    EPIPE: closed,
    UND_ERR_SOCKET: closed,
    ERR_SSL_WRONG_VERSION_NUMBER: noTls,
    ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
    CERT_HAS_EXPIRED: [
      "The node's certificate has expired.",
      "Renew it, and restart the node or the proxy that terminates TLS for it.",
    ],
    CERT_NOT_YET_VALID: [
      "The node's certificate is not valid yet.",
      "Check the clock of this machine: `timedatectl status`.",
    ],
    ERR_TLS_CERT_ALTNAME_INVALID: [
      `The node's certificate does not match the host name ${hostname}.`,
      `Set \`${key("tls_config.server_name")}\` in the file to a name in the certificate, or use that name in the URL.`,
    ],
    UND_ERR_INVALID_ARG: [
      "A configured header value contains a character that is not allowed in HTTP (such as a line break).",
      `Check \`${key("headers")}\`, the credentials, and the files that they refer to.`,
    ],
  };
  if (/SELF_SIGNED_CERT|^UNABLE_TO_(GET_ISSUER|VERIFY_LEAF)/.test(code)) {
    return [
      "The node's certificate is signed by an unknown certificate authority.",
      `Set \`${key("tls_config.ca_file")}\` in the file to the certificate of that authority.`,
      `On a trusted private network, you can set \`${key("tls_config.insecure_skip_verify")}: true\`: the server is then not authenticated.`,
    ];
  }
  if (byCode[code] || !code.startsWith("ERR_SSL_")) return byCode[code];
  return [
    `The server aborted the TLS handshake (${code}).`,
    stakingPort,
    `If it requires a client certificate, set \`${key("tls_config.cert_file")}\` and \`${key("tls_config.key_file")}\` in the file.`,
  ];
}

function diagnoseTimeout({ node, url, set }: Situation, phase: string): Diagnosis {
  const seconds = node.timeout / 1000;
  if (phase === "connect") {
    return [
      `The connection to ${url.host} timed out after ${seconds} s; it was not refused.`,
      "This usually means a firewall, security group or network policy: allow this machine to reach that port.",
      url.protocol === "https:" &&
        "Or the server does not speak TLS and waits for more data: check that https is correct.",
    ];
  }
  return [
    `${url.host} accepts the connection but does not respond within ${seconds} s.`,
    "Check the node's log, and the load and free disk space of its machine.",
    `If it is only slow, increase the timeout: ${set("node.timeout", "25s")}. The node itself aborts calls after 30 s.`,
  ];
}

function diagnoseRedirect({ url, setUrl }: Situation, response: HttpResponse): Diagnosis {
  const location = String(response?.headers["location"]);
  const to = URL.parse(location, url.href);
  if (to && to.origin !== url.origin && /^https?:$/.test(to.protocol)) {
    return [
      `The response is a redirect to ${to.origin}; redirects are not followed.`,
      `Set ${setUrl(to.origin)}, with the path prefix before /ext if there is one.`,
    ];
  }
  return [
    "The response is a redirect; redirects are not followed.",
    "Check the URL for an extra slash. `curl -sI URL` shows the redirect target.",
  ];
}

function diagnoseStatus({ node, key, url, setUrl }: Situation, status: number): Diagnosis {
  const given = key(node.authorization ? "authorization" : "basic_auth");
  const missing: Diagnosis = [
    "The node or a proxy in front of it requires credentials (401); none are configured.",
    `Set \`${key("basic_auth")}\`, \`${key("authorization")}\` or \`${key("headers")}\` in the file.`,
  ];
  const wrong: Diagnosis = [
    "The credentials were rejected (401).",
    `Check that \`${given}\` in the file, or the secret file that it refers to, is correct and has not expired.`,
  ];
  const byStatus: Readonly<Record<number, Diagnosis>> = {
    400: [
      "The response is HTTP 400 (bad request).",
      url.protocol === "http:" &&
        `A node with \`--http-tls-enabled=true\` responds like this to requests without TLS: set ${setUrl(`https://${url.host}`)}.`,
      "Otherwise a proxy in front of the node rejects the request: check its log.",
    ],
    401: node.authorization || node.basic_auth ? wrong : missing,
    403: [
      "A proxy in front of the node refused the request (403); the node itself would give a reason.",
      "Check the rules and the log of that proxy: it must admit this machine and its credentials.",
    ],
    404: [
      "The server does not serve /ext/bc/P (404), which every AvalancheGo node serves.",
      `Check the port: the API of a node listens on ${defaultPort} by default.`,
      `If a proxy serves the node below a path, add the path to the URL: ${setUrl(`${url.origin}/PATH`)}.`,
    ],
    407: [
      "A proxy between this machine and the node requires credentials (407).",
      "Let this machine reach the node without that proxy.",
    ],
    429: [
      "The request was rate limited by something in front of the node (429).",
      "Request a higher limit, or point the exporter at your own node.",
    ],
  };
  const other: Diagnosis = [
    `The response is HTTP ${status}.`,
    "The node itself does not send this status: check the proxy in front of it, which may be unable to reach the node.",
  ];
  return byStatus[status] ?? other;
}
