/** The finding on an unreachable node: the failure, and its fix with the values of this node. */

import { isIP } from "node:net";
import { sentence } from "../lib/text.ts";
import type { NodeError } from "../rpc/errors.ts";
import { codeOf, type FailureCode, fixOf } from "../rpc/failures.ts";
import { type Finding, problem } from "./check.ts";
import type { CallResult, NodeContext } from "./node-queries.ts";

type Steps = readonly (string | false)[];
type Situation = NodeContext & {
  readonly address: URL;
  readonly setUrl: (url: string) => string;
  readonly response: CallResult["response"];
  /** The fix of the failure as a sentence. */
  readonly fix: string;
};

const defaultPort = "9650";
const isAddress = (host: string) => isIP(host.replace(/^\[|\]$/g, "")) !== 0;
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[::1\])$/i.test(host);

/** Returns the finding on the failure of a first call. */
export function diagnose(
  node: NodeContext,
  { response }: Pick<CallResult, "response">,
  { failure, detail }: NodeError,
): Finding {
  const address = new URL(node.node.url);
  const setUrl = (to: string) => node.formatSetting("node.url", to);
  const code = codeOf(failure);
  const isForeign = unlikeANode.includes(code);
  const fix = sentence(fixOf(failure, node.url));
  const steps = [
    ...(stepsFor[code]?.({ ...node, address, setUrl, response, fix }) ?? [fix]),
    canHaveStakingPort.includes(code) &&
      address.port === "9651" &&
      `Port 9651 is the staking (P2P) port; the API listens on ${defaultPort}: set ${setUrl(`${address.protocol}//${address.hostname}:${defaultPort}`)}.`,
  ];
  return problem(
    isForeign ? `The server responds, but not like a node: ${detail}.` : sentence(detail),
    "Nothing can be collected until this is fixed (avax_up is 0).",
    ...steps.filter((step) => step !== false),
  );
}

/** Failures of a single method of a node, which as failures of the first call show that the server is not a node. */
const unlikeANode: readonly FailureCode[] = ["rpc_error", "schema", "too_large"];
const canHaveStakingPort: readonly FailureCode[] = ["refused", "closed", "not_http", "tls"];

const defaultPortStep = `Check the port: the API of a node listens on ${defaultPort} by default.`;
const baseUrlStep = ({ commandLine }: Situation) =>
  `Set the base URL of the node, without /ext/…, and test it: ${commandLine("call info.getNodeID")}.`;
const foreignServer = (situation: Situation): Steps => [defaultPortStep, baseUrlStep(situation)];
const notANode = (situation: Situation): Steps => [situation.fix, ...foreignServer(situation)];

/** Steps for failures whose fix has more to it for this node. */
const stepsFor: Readonly<Partial<Record<FailureCode, (situation: Situation) => Steps>>> = {
  refused({ address: { hostname, port, protocol }, setUrl, fix }) {
    const actualPort = port || (protocol === "https:" ? "443" : "80");
    return [
      fix,
      `Nothing listens on ${hostname}:${actualPort}. Run \`ss -ltn | grep :${actualPort}\` on the machine of the node.`,
      isLoopback(hostname)
        ? `In a container, ${hostname} is the container itself: set ${setUrl(`http://HOST:${actualPort}`)} there.`
        : "By default a node only listens on loopback: start it with `--http-host=0.0.0.0` and restrict access with a firewall.",
    ];
  },
  closed: ({ address: { protocol, host }, setUrl, fix }) => [
    fix,
    protocol === "http:" && `If the server expects TLS, set ${setUrl(`https://${host}`)}.`,
    "The node may be starting or stopping.",
  ],
  dns: ({ address: { hostname }, fix }) => [
    fix,
    `Run \`getent hosts ${hostname}\` here. In Kubernetes, check the namespace as well.`,
  ],
  tls_untrusted: ({ keyName, fix }) => [
    fix,
    `On a trusted private network, you can set \`${keyName("tls_config.insecure_skip_verify")}: true\`: the server is then not authenticated.`,
  ],
  tls: ({ address: { host }, setUrl, keyName, fix }) => [
    fix,
    `If the server does not speak TLS, set ${setUrl(`http://${host}`)}.`,
    `If it requires a client certificate, set \`${keyName("tls_config.cert_file")}\` and \`${keyName("tls_config.key_file")}\` in the file.`,
  ],
  not_http: ({ fix }) => [fix, defaultPortStep],
  connect_timeout: ({ address: { protocol }, fix }) => [
    fix,
    protocol === "https:" && "Or the server does not speak TLS and waits for more data: check that https is correct.",
  ],
  timeout: ({ formatSetting }) => [
    "Check the node's log, and the load and free disk space of its machine.",
    `If it is only slow, increase the timeout: ${formatSetting("node.timeout", "25s")}. The node itself aborts calls after 30 s.`,
  ],
  host_not_allowed({ node, address, formatSetting }) {
    const host = (node.host_header ?? address.hostname).replace(/:\d+$/, "");
    return [
      `The Host header is "${host}". Send one that every node accepts: ${formatSetting("node.host-header", "localhost")}.`,
      `Or start the node with \`--http-allowed-hosts=localhost,${host}\`.`,
      !isAddress(address.hostname) && "Or use the IP address of the node.",
    ];
  },
  redirect({ address, setUrl, response, fix }) {
    const to = URL.parse(String(response?.headers["location"]), address.href);
    if (to && to.origin !== address.origin && /^https?:$/.test(to.protocol))
      return [`Set ${setUrl(to.origin)}, with the path of the redirect target before /ext if there is one.`];
    return [fix, "Check the URL for an extra slash. `curl -sI URL` shows the redirect target."];
  },
  http_status: ({ address: { protocol, host }, setUrl, fix }) => [
    protocol === "http:" &&
      `A node with \`--http-tls-enabled=true\` responds with 400 to requests without TLS: set ${setUrl(`https://${host}`)}.`,
    fix,
  ],
  unauthorized({ node, keyName, fix }) {
    if (!node.authorization && !node.basic_auth)
      return [
        `No credentials are configured. Set \`${keyName("basic_auth")}\` or \`${keyName("authorization")}\` in the file.`,
        "Or admit this machine in that proxy.",
      ];
    const given = keyName(node.authorization ? "authorization" : "basic_auth");
    return [
      `Check that \`${given}\` in the file, or the secret file that it names, is correct and has not expired.`,
      fix,
    ];
  },
  wrong_path: ({ address: { origin, port }, setUrl, fix }) => [
    fix,
    port !== defaultPort && `The API of a node listens on ${defaultPort} by default.`,
    `If a proxy serves the node below a path, the URL needs that path: ${setUrl(`${origin}/PATH`)}.`,
  ],
  not_json: notANode,
  rpc_error: foreignServer,
  schema: foreignServer,
  too_large: foreignServer,
};
