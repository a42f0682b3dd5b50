import { adviceOf } from "../../node/advice.ts";
import type { NodeError, NodeFailure } from "../../node/errors.ts";
import { check } from "../check.ts";
import { type Finding, ok, problem } from "../finding.ts";
import { type About, headerOf, type Reply } from "../interview.ts";
import { sentence, took } from "../words.ts";

const nothing = "Nothing at all can be collected until this is mended: avax_up is 0.";
const defaultPort = "9650";
const stakingPort = "9651";
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

type Trouble = { readonly about: About; readonly url: URL; readonly reply: Reply; readonly error: NodeError };
type Answer = { readonly what: string; readonly fix: readonly string[] };

const portOr = ({ url }: Trouble, port: string) => (url.port === "" ? port : url.port);
/** What to type for another URL. */
const setUrl = ({ about }: Trouble, to: string) => about.set("node.url", to);
const withScheme = (trouble: Trouble, scheme: string) => setUrl(trouble, `${scheme}://${trouble.url.host}`);

function staking(trouble: Trouble): string[] {
  const { protocol, hostname, port } = trouble.url;
  if (port !== stakingPort) return [];
  const right = setUrl(trouble, `${protocol}//${hostname}:${defaultPort}`);
  return [`At ${stakingPort} nodes talk to each other; the API has ${defaultPort}: set ${right}.`];
}

const unknownAuthority = ({ about }: Trouble): Answer => ({
  what: "The node's certificate is signed by an authority that nobody here knows.",
  fix: [
    `Name the authority's certificate: \`${about.key("tls_config.ca_file")}\` in the file.`,
    `If the network between is yours alone: \`${about.key("tls_config.insecure_skip_verify")}: true\`, without any proof of who answers.`,
  ],
});
const noTls = (trouble: Trouble): Answer => ({
  what: "The URL says https, and the node speaks no TLS there.",
  fix: [
    ...staking(trouble),
    `Set ${withScheme(trouble, "http")}, or start the node with \`--http-tls-enabled=true\` and a certificate.`,
  ],
});
const closed = (trouble: Trouble): Answer => ({
  what: "The connection is closed before an answer comes.",
  fix: [
    ...staking(trouble),
    ...(trouble.url.protocol === "http:" ? [`If it speaks TLS there, set ${withScheme(trouble, "https")}.`] : []),
    "Else look at the node's log, and at what stands before the node: is it starting or stopping just now?",
  ],
});
const nameless = ({ url }: Trouble): Answer => ({
  what: `The host name ${url.hostname} is in no DNS that this machine asks.`,
  fix: [`Try \`getent hosts ${url.hostname}\` here. Is the name mistyped? In Kubernetes, is the namespace missing?`],
});
const noRoute = ({ url }: Trouble): Answer => ({
  what: `There is no way from here to ${url.hostname}.`,
  fix: ["Look at routes, VPN and firewall between this machine and the node."],
});

function refused(trouble: Trouble): Answer {
  const { url } = trouble;
  const port = portOr(trouble, url.protocol === "https:" ? "443" : "80");
  const running = `Is AvalancheGo running, with this port? On its machine: \`ss -ltn | grep :${port}\`.`;
  const elsewhere = isLoopback(url.hostname)
    ? `In a container, ${url.hostname} is the container itself: set ${setUrl(trouble, `http://HOST:${port}`)} there.`
    : "Unless it is started with `--http-host=0.0.0.0` a node answers its own machine alone. Where it is so started, let a firewall keep others out.";
  const fix = [...staking(trouble), running, elsewhere];
  return { what: `Nobody listens at ${url.hostname}:${port}: the connection was refused.`, fix };
}

const byCode: Readonly<Record<string, (trouble: Trouble) => Answer>> = {
  ENOTFOUND: nameless,
  EAI_AGAIN: nameless,
  ECONNREFUSED: refused,
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ECONNRESET: closed,
  EPIPE: closed,
  UND_ERR_SOCKET: closed,
  DEPTH_ZERO_SELF_SIGNED_CERT: unknownAuthority,
  SELF_SIGNED_CERT_IN_CHAIN: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT: unknownAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: unknownAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: unknownAuthority,
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
  CERT_HAS_EXPIRED: () => ({
    what: "The node's certificate has expired.",
    fix: ["Renew it, and restart the node or what speaks TLS for it."],
  }),
  CERT_NOT_YET_VALID: () => ({
    what: "The node's certificate is not valid yet.",
    fix: ["Is this machine's clock right? `timedatectl status` tells."],
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ about, url }) => ({
    what: `The node's certificate is for another name than ${url.hostname}.`,
    fix: [
      `Give the name that it has: \`${about.key("tls_config.server_name")}\` in the file. Or call the node by that name.`,
    ],
  }),
  UND_ERR_INVALID_ARG: ({ about }) => ({
    what: "What is to be sent in a header cannot be: it holds a line break or another character that HTTP does not know.",
    fix: [`Look at \`${about.key("headers")}\`, at the credentials, and into the files that they name.`],
  }),
};

const notHttp = (trouble: Trouble): Answer => ({
  what: "What answers there speaks something else than HTTP.",
  fix: [...staking(trouble), `Is ${trouble.url.host} the node's? Its API has port ${defaultPort} by default.`],
});

function unconnected(trouble: Trouble, code: string): Answer {
  if (code.startsWith("ERR_SSL_") && !byCode[code]) {
    return {
      what: `The other side breaks TLS off (${code}).`,
      fix: [
        ...staking(trouble),
        `Does it want a certificate of ours? \`${trouble.about.key("tls_config.cert_file")}\` and \`${trouble.about.key("tls_config.key_file")}\` in the file.`,
      ],
    };
  }
  return (
    byCode[code]?.(trouble) ?? {
      what: `${trouble.error.message}.`,
      fix: [sentence(adviceOf(trouble.error.failure))],
    }
  );
}

function late({ about, url }: Trouble, phase: "queue" | "connect" | "answer"): Answer {
  const seconds = about.node.timeout / 1000;
  if (phase === "connect") {
    return {
      what: `No connection to ${url.host} within ${seconds} s, and no refusal either.`,
      fix: [
        "That is how a firewall, a security group or a network policy looks: let this machine through to that port.",
        ...(url.protocol === "https:" ? ["Or it speaks no TLS there, and waits for more: is https right?"] : []),
      ],
    };
  }
  return {
    what: `${url.host} takes the call, and gives no answer within ${seconds} s.`,
    fix: [
      "Is the node's machine overloaded or its disk full? Look there, and into the node's log.",
      `If it is only slow: ${about.set("node.timeout", "25s")}; the node itself gives up after 30 s.`,
    ],
  };
}

function wrongHost({ about, url }: Trouble): Answer {
  const host = (about.node.host_header ?? url.hostname).replace(/:\d+$/, "");
  return {
    what: `The node does not let itself be called ${host} (403, invalid host specified).`,
    fix: [
      `Call it by a name that every node takes: ${about.set("node.host-header", "localhost")}.`,
      `Or start the node with \`--http-allowed-hosts=localhost,${host}\`.`,
      "Or call it by its IP address.",
    ],
  };
}

const credentialsOf = ({ node, key }: About) =>
  node.authorization ? key("authorization") : node.basic_auth ? key("basic_auth") : undefined;

function unauthorized({ about }: Trouble): Answer {
  const given = credentialsOf(about);
  if (given) {
    return {
      what: "The credentials are refused (401).",
      fix: [
        `Look at \`${given}\` in the file, and into the file of secrets that it may name: is it the right one, and not expired?`,
      ],
    };
  }
  return {
    what: "Whoever stands before the node wants credentials (401), and none are configured.",
    fix: [
      `Give \`${about.key("basic_auth")}\`, \`${about.key("authorization")}\` or \`${about.key("headers")}\` in the file.`,
    ],
  };
}

function redirected(trouble: Trouble): Answer {
  const location = headerOf(trouble.reply, "location") ?? "";
  const to = URL.canParse(location, trouble.url.href) ? new URL(location, trouble.url.href) : undefined;
  const elsewhere = to && to.origin !== trouble.url.origin && /^https?:$/.test(to.protocol) ? to.origin : undefined;
  return {
    what: elsewhere
      ? `The answer is a redirect to ${elsewhere}, and redirects are not followed.`
      : "The answer is a redirect, and redirects are not followed.",
    fix: elsewhere
      ? [`Set ${setUrl(trouble, elsewhere)}, with the path before /ext, if there is one.`]
      : ["Is there a slash too many in the URL? `curl -sI` on it tells where the redirect leads."],
  };
}

const wrongPath = (trouble: Trouble): Answer => ({
  what: "What answers there does not know /ext/bc/P, which every AvalancheGo node serves (404).",
  fix: [
    `Is this the node's port? By default its API has ${defaultPort}.`,
    `Does a proxy serve the node below a path? Then the URL needs it: ${setUrl(trouble, `${trouble.url.origin}/PATH`)}.`,
  ],
});

function statusAnswer(trouble: Trouble, status: number): Answer {
  if (status >= 300 && status < 400) return redirected(trouble);
  const { url } = trouble;
  const before = (what: string, ...fix: string[]): Answer => ({ what, fix });
  switch (status) {
    case 401:
      return unauthorized(trouble);
    case 404:
      return wrongPath(trouble);
    case 400:
      return before(
        "The answer is HTTP 400, bad request.",
        ...(url.protocol === "http:"
          ? [`A node with \`--http-tls-enabled=true\` says that to a plain call: set ${withScheme(trouble, "https")}.`]
          : []),
        "Else something before the node does not like the call: look at its log.",
      );
    case 403:
      return before(
        "Something before the node refuses the call (403); the node itself would say why.",
        "Look at the rules and the log of that proxy: is this machine let in, are the credentials right?",
      );
    case 407:
      return before(
        "A proxy on the way wants credentials (407).",
        "Let this machine reach the node without that proxy.",
      );
    case 429:
      return before(
        "Something before the node limits calls (429).",
        "Ask for a higher limit, or point the exporter at a node of your own.",
      );
    default:
      return before(
        `The answer is HTTP ${status}.`,
        "That does not come from the node: look at what stands before it, such as a proxy that cannot reach the node itself.",
      );
  }
}

const stranger = ({ about, url }: Trouble, what: string): Answer => ({
  what,
  fix: [
    `Is ${url.host} the node's own address? Its API has port ${defaultPort} by default.`,
    `The URL is the node's base, without /ext/…; see what it says: ${about.command("call info.getNodeID")}.`,
  ],
});

function answerTo(trouble: Trouble): Answer {
  const { failure } = trouble.error;
  switch (failure.kind) {
    case "connect":
      return unconnected(trouble, failure.code ?? "");
    case "file":
      return {
        what: `${trouble.error.message}.`,
        fix: [sentence(adviceOf(failure))],
      };
    case "not_http":
      return notHttp(trouble);
    case "timeout":
      return late(trouble, failure.phase);
    case "host_not_allowed":
      return wrongHost(trouble);
    case "http_status":
      return statusAnswer(trouble, failure.status);
    case "decode":
      return stranger(trouble, "Something answers there, but not in JSON: a web page, or another service.");
    case "too_large":
      return stranger(trouble, "Something answers there with more than any node says to so small a question.");
    default:
      return stranger(trouble, "Something answers there in JSON, but it is no AvalancheGo node.");
  }
}

/** Failures after which the P-Chain can answer all the same. */
const uncertain: readonly NodeFailure["kind"][] = ["rpc_error", "schema", "unavailable"];

const problemWith = (reply: Reply, error: NodeError, about: About): Finding => {
  const { what, fix } = answerTo({ about, url: new URL(about.origin), reply, error });
  return problem(what, { why: nothing, fix });
};
const withoutPChain = () =>
  problem("/ext/info answers, but /ext/bc/P does not (404).", {
    why: "All that is told of the P-Chain is missing, and avax_up is 0.",
    fix: ["A proxy seems to let only some paths through: have it pass on all that is below /ext/."],
  });

export const reach = check({
  name: "reach",
  decides: true,
  async gather({ ask }) {
    const info = await ask("info.getNodeID", {});
    if (info.error && !uncertain.includes(info.error.failure.kind)) return { info, height: undefined };
    return { info, height: await ask("platform.getHeight", {}) };
  },
  judge({ info, height }, about) {
    const good = ok(`It answers; the first answer took ${took(info.seconds)}.`);
    if (!info.error) return [height?.response?.status === 404 ? withoutPChain() : good];
    if (!height?.error) return [height ? good : problemWith(info, info.error, about)];
    // a node's info API can be off, and its P-Chain bootstrap
    if (height.error.unavailable) return [good];
    return [info.error.unavailable ? problemWith(height, height.error, about) : problemWith(info, info.error, about)];
  },
});
