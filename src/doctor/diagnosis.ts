/** The likely causes of a node that cannot be reached. */
import { adviceOf } from "../node/advice.ts";
import type { NodeError, NodeFailure } from "../node/errors.ts";
import { type About, headerOf, type Reply } from "./interview.ts";
import { sentence } from "./words.ts";

/** Sentences, of which the first says what is wrong. */
type Diagnosis = readonly [what: string, ...fix: string[]];
type Situation = {
  readonly about: About;
  readonly url: URL;
  readonly setUrl: (url: string) => string;
  /** Advice for the port at which nodes reach each other, or nothing. */
  readonly stakingPort: readonly string[];
};

const defaultPort = "9650";
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/** Returns the cause of this failure of a first call, and ways to mend it. */
export function diagnose(about: About, { response }: Reply, { message, failure }: NodeError): Diagnosis {
  const url = new URL(about.origin);
  const setUrl = (to: string) => about.set("node.url", to);
  const right = setUrl(`${url.protocol}//${url.hostname}:${defaultPort}`);
  const stakingPort =
    url.port === "9651" ? [`At 9651 nodes talk to each other; the API has ${defaultPort}: set ${right}.`] : [];
  const situation = { about, url, setUrl, stakingPort };
  const general: Diagnosis = [`${message}.`, sentence(adviceOf(failure))];
  const stranger = (what: string): Diagnosis => [
    what,
    `Is ${url.host} the node's own address? Its API has port ${defaultPort} by default.`,
    `The URL is the node's base, without /ext/…; see what it says: ${about.command("call info.getNodeID")}.`,
  ];
  switch (failure.kind) {
    case "connect":
      return diagnoseConnection(situation, failure.code ?? "") ?? general;
    case "file":
      return general;
    case "not_http":
      return [
        "What answers there speaks something else than HTTP.",
        ...stakingPort,
        `Is ${url.host} the node's? Its API has port ${defaultPort} by default.`,
      ];
    case "timeout":
      return diagnoseTimeout(situation, failure);
    case "host_not_allowed": {
      const host = (about.node.host_header ?? url.hostname).replace(/:\d+$/, "");
      return [
        `The node does not let itself be called ${host} (403, invalid host specified).`,
        `Call it by a name that every node takes: ${about.set("node.host-header", "localhost")}.`,
        `Or start the node with \`--http-allowed-hosts=localhost,${host}\`.`,
        "Or call it by its IP address.",
      ];
    }
    case "http_status":
      if (failure.status < 300 || failure.status >= 400) return diagnoseStatus(situation, failure.status);
      return diagnoseRedirect(situation, headerOf({ response }, "location") ?? "");
    case "decode":
      return stranger("Something answers there, but not in JSON: a web page, or another service.");
    case "too_large":
      return stranger("Something answers there with more than any node says to so small a question.");
    default:
      return stranger("Something answers there in JSON, but it is no AvalancheGo node.");
  }
}

/** `code` is the name that the system, TLS or undici gives the error. */
function diagnoseConnection({ about, url, setUrl, stakingPort }: Situation, code: string): Diagnosis | undefined {
  const { hostname, host, protocol } = url;
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return [
        `The host name ${hostname} is in no DNS that this machine asks.`,
        `Try \`getent hosts ${hostname}\` here. Is the name mistyped? In Kubernetes, is the namespace missing?`,
      ];
    case "ECONNREFUSED": {
      const port = url.port || (protocol === "https:" ? "443" : "80");
      return [
        `Nobody listens at ${hostname}:${port}: the connection was refused.`,
        ...stakingPort,
        `Is AvalancheGo running, with this port? On its machine: \`ss -ltn | grep :${port}\`.`,
        isLoopback(hostname)
          ? `In a container, ${hostname} is the container itself: set ${setUrl(`http://HOST:${port}`)} there.`
          : "Unless it is started with `--http-host=0.0.0.0` a node answers its own machine alone. Where it is so started, let a firewall keep others out.",
      ];
    }
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return [
        `There is no way from here to ${hostname}.`,
        "Look at routes, VPN and firewall between this machine and the node.",
      ];
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return [
        "The connection is closed before an answer comes.",
        ...stakingPort,
        ...(protocol === "http:" ? [`If it speaks TLS there, set ${setUrl(`https://${host}`)}.`] : []),
        "Else look at the node's log, and at what stands before the node: is it starting or stopping just now?",
      ];
    case "DEPTH_ZERO_SELF_SIGNED_CERT":
    case "SELF_SIGNED_CERT_IN_CHAIN":
    case "UNABLE_TO_GET_ISSUER_CERT":
    case "UNABLE_TO_GET_ISSUER_CERT_LOCALLY":
    case "UNABLE_TO_VERIFY_LEAF_SIGNATURE":
      return [
        "The node's certificate is signed by an authority that nobody here knows.",
        `Name the authority's certificate: \`${about.key("tls_config.ca_file")}\` in the file.`,
        `If the network between is yours alone: \`${about.key("tls_config.insecure_skip_verify")}: true\`, without any proof of who answers.`,
      ];
    case "ERR_SSL_WRONG_VERSION_NUMBER":
    case "ERR_SSL_PACKET_LENGTH_TOO_LONG":
      return [
        "The URL says https, and the node speaks no TLS there.",
        ...stakingPort,
        `Set ${setUrl(`http://${host}`)}, or start the node with \`--http-tls-enabled=true\` and a certificate.`,
      ];
    case "CERT_HAS_EXPIRED":
      return ["The node's certificate has expired.", "Renew it, and restart the node or what speaks TLS for it."];
    case "CERT_NOT_YET_VALID":
      return ["The node's certificate is not valid yet.", "Is this machine's clock right? `timedatectl status` tells."];
    case "ERR_TLS_CERT_ALTNAME_INVALID":
      return [
        `The node's certificate is for another name than ${hostname}.`,
        `Give the name that it has: \`${about.key("tls_config.server_name")}\` in the file. Or call the node by that name.`,
      ];
    case "UND_ERR_INVALID_ARG":
      return [
        "What is to be sent in a header cannot be: it holds a line break or another character that HTTP does not know.",
        `Look at \`${about.key("headers")}\`, at the credentials, and into the files that they name.`,
      ];
    default:
      if (!code.startsWith("ERR_SSL_")) return undefined;
      return [
        `The other side breaks TLS off (${code}).`,
        ...stakingPort,
        `Does it want a certificate of ours? \`${about.key("tls_config.cert_file")}\` and \`${about.key("tls_config.key_file")}\` in the file.`,
      ];
  }
}

type Timeout = Extract<NodeFailure, { readonly kind: "timeout" }>;
function diagnoseTimeout({ about, url }: Situation, { phase }: Timeout): Diagnosis {
  const seconds = about.node.timeout / 1000;
  if (phase === "connect") {
    return [
      `No connection to ${url.host} within ${seconds} s, and no refusal either.`,
      "That is how a firewall, a security group or a network policy looks: let this machine through to that port.",
      ...(url.protocol === "https:" ? ["Or it speaks no TLS there, and waits for more: is https right?"] : []),
    ];
  }
  return [
    `${url.host} takes the call, and gives no answer within ${seconds} s.`,
    "Is the node's machine overloaded or its disk full? Look there, and into the node's log.",
    `If it is only slow: ${about.set("node.timeout", "25s")}; the node itself gives up after 30 s.`,
  ];
}

function diagnoseRedirect({ url, setUrl }: Situation, location: string): Diagnosis {
  const to = URL.parse(location, url.href);
  if (to && to.origin !== url.origin && /^https?:$/.test(to.protocol)) {
    return [
      `The answer is a redirect to ${to.origin}, and redirects are not followed.`,
      `Set ${setUrl(to.origin)}, with the path before /ext, if there is one.`,
    ];
  }
  return [
    "The answer is a redirect, and redirects are not followed.",
    "Is there a slash too many in the URL? `curl -sI` on it tells where the redirect leads.",
  ];
}

function diagnoseStatus({ about, url, setUrl }: Situation, status: number): Diagnosis {
  const { key, node } = about;
  switch (status) {
    case 400:
      return [
        "The answer is HTTP 400, bad request.",
        ...(url.protocol === "http:"
          ? [`A node with \`--http-tls-enabled=true\` says that to a plain call: set ${setUrl(`https://${url.host}`)}.`]
          : []),
        "Else something before the node does not like the call: look at its log.",
      ];
    case 401:
      if (node.authorization || node.basic_auth) {
        const given = key(node.authorization ? "authorization" : "basic_auth");
        return [
          "The credentials are refused (401).",
          `Look at \`${given}\` in the file, and into the file of secrets that it may name: is it the right one, and not expired?`,
        ];
      }
      return [
        "Whoever stands before the node wants credentials (401), and none are configured.",
        `Give \`${key("basic_auth")}\`, \`${key("authorization")}\` or \`${key("headers")}\` in the file.`,
      ];
    case 403:
      return [
        "Something before the node refuses the call (403); the node itself would say why.",
        "Look at the rules and the log of that proxy: is this machine let in, are the credentials right?",
      ];
    case 404:
      return [
        "What answers there does not know /ext/bc/P, which every AvalancheGo node serves (404).",
        `Is this the node's port? By default its API has ${defaultPort}.`,
        `Does a proxy serve the node below a path? Then the URL needs it: ${setUrl(`${url.origin}/PATH`)}.`,
      ];
    case 407:
      return ["A proxy on the way wants credentials (407).", "Let this machine reach the node without that proxy."];
    case 429:
      return [
        "Something before the node limits calls (429).",
        "Ask for a higher limit, or point the exporter at a node of your own.",
      ];
    default:
      return [
        `The answer is HTTP ${status}.`,
        "That does not come from the node: look at what stands before it, such as a proxy that cannot reach the node itself.",
      ];
  }
}
