/** A registry of npm that has the published package. It redirects requests for all others to the registry of this machine. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

type Version = { readonly version: string; readonly dist: object };
type Published = {
  readonly name: string;
  readonly versions: Readonly<Record<string, Version>>;
  readonly _attachments: Readonly<Record<string, { readonly data: string }>>;
};

export async function startNpmRegistry(name: string, upstream: string) {
  let published: Published | undefined;
  const server = createServer(async (request, response) => {
    const path = decodeURIComponent(request.url ?? "");
    if (request.method === "PUT" && path === `/${name}`) {
      published = (await json(request)) as Published;
      response.writeHead(201).end("{}");
    } else if (path === `/${name}` && published) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(published));
    } else if (path.startsWith(`/${name}/-/`) && published) {
      const { data = "" } = published._attachments[path.replace(`/${name}/-/`, "")] ?? {};
      response.end(Buffer.from(data, "base64"));
    } else if (path.startsWith(`/${name}`) || request.method !== "GET") {
      response.writeHead(404).end("{}");
    } else {
      response.writeHead(302, { location: new URL(request.url ?? "", upstream).href }).end();
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    close: () => server.closeAllConnections() ?? server.close(),
  };
}
