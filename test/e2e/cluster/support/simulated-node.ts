/** A simulated node in a Pod, with a Service. It listens on loopback, so a front in the Pod passes requests on. The Pod is ready
 *  once the node has responded. */
import { exporterImage } from "./images.ts";

const probePath = "/ext/health/liveness";

const front = `
  const { createServer, request } = require("node:http");
  createServer((incoming, response) => {
    const { url: path, method, headers } = incoming;
    const outgoing = request({ port: 9750, path, method, headers: { ...headers, host: "localhost" } }, (answer) =>
      answer.pipe(response.writeHead(answer.statusCode, answer.headers)));
    incoming.pipe(outgoing.on("error", () => response.writeHead(502).end()));
  }).listen(9650);`;

const restricted = {
  runAsNonRoot: true,
  runAsUser: 65_532,
  allowPrivilegeEscalation: false,
  capabilities: { drop: ["ALL"] },
  readOnlyRootFilesystem: true,
  seccompProfile: { type: "RuntimeDefault" },
};

export function simulatedNode(namespace: string, name: string) {
  const metadata = { name, namespace, labels: { node: name } };
  const image = { image: exporterImage, securityContext: restricted };
  // not a readiness probe, which fails on a busy machine
  const startupProbe = {
    httpGet: { path: probePath, port: 9650 },
    periodSeconds: 1,
    timeoutSeconds: 5,
    failureThreshold: 60,
  };
  const command = ["/nodejs/bin/node", "-e", front];
  return [
    {
      apiVersion: "v1",
      kind: "Pod",
      metadata,
      spec: {
        automountServiceAccountToken: false,
        terminationGracePeriodSeconds: 1,
        containers: [
          { name: "simulated-node", ...image, args: ["simulate"] },
          { name: "front", ...image, command, startupProbe },
        ],
      },
    },
    {
      apiVersion: "v1",
      kind: "Service",
      metadata,
      spec: { selector: { node: name }, ports: [{ port: 9650 }] },
    },
  ];
}
