/** A node that responds to some methods with harmful content, and passes the others to another node:
 *  `node hostile-node.ts KIND UPSTREAM-URL`. It prints its own URL. */
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";

type Asked = { readonly id: number; readonly method: string };

const mebibyte = 2 ** 20;
const answer = ({ id }: Asked, result: string) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`;
const failure = ({ id }: Asked, message: string) =>
  JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message } });
const list = (count: number, item: string) => `[${Array(count).fill(item).join(",")}]`;
const brackets = "[".repeat(5 * mebibyte) + "]".repeat(5 * mebibyte);
const isHeight = ({ method }: Asked) => method.endsWith(".getHeight");
const isSet = ({ method }: Asked) => method === "platform.getCurrentValidators";
const isHealth = ({ method }: Asked) => method === "health.health";

/** The body of the response, or undefined for that of the upstream. */
type Spoil = (asked: Asked) => string | undefined;
const when =
  (isMeant: (asked: Asked) => boolean, body: (asked: Asked) => string): Spoil =>
  (asked) =>
    isMeant(asked) ? body(asked) : undefined;

const longMessage = (asked: Asked) => failure(asked, "e ".repeat(12 * mebibyte));
const checks = (names: Iterable<string>) => {
  const check = { timestamp: "2026-01-01T00:00:00Z", duration: 1 };
  return JSON.stringify({ healthy: true, checks: Object.fromEntries([...names].map((name) => [name, check])) });
};
const names = (count: number) => Array.from({ length: count }, (_, i) => `${i} `.padEnd(1000, "x"));
const validators = (ids: readonly string[]) =>
  JSON.stringify({
    validators: ids.map((id, i) => ({
      nodeID: `NodeID-${id}`,
      txID: id,
      weight: `${1e12 + i}`,
      startTime: "1700000000",
      endTime: "1900000000",
      potentialReward: "1000000000",
      accruedDelegateeReward: "1000000000",
      delegationFee: "2.0000",
      uptime: "99.0000",
      connected: true,
      delegatorCount: "5",
      delegatorWeight: "1000000000",
    })),
  });

export const hostileAnswers = {
  "an error message of 24 MB, of one method": when(isHeight, longMessage),
  "an error message of 24 MB, of every method": longMessage,
  "an integer of 31 MB": when(isHeight, (asked) => answer(asked, `{"height":${"9".repeat(31 * mebibyte)}}`)),
  "1,500 integers of 20,000 digits": when(isHeight, (asked) =>
    answer(asked, `{"height":"x","more":${list(1500, "9".repeat(20_000))}}`),
  ),
  "1.6 million integers of 18 digits": when(isHeight, (asked) =>
    answer(asked, `{"height":"x","more":${list(1_600_000, "9".repeat(18))}}`),
  ),
  "1.6 million integers of 18 digits, as the validators": when(isSet, (asked) =>
    answer(asked, `{"validators":"x","more":${list(1_600_000, "9".repeat(18))}}`),
  ),
  "10 MB of brackets and an integer beyond 2^53": when(isHeight, (asked) =>
    answer(asked, `{"height":12345678901234567890,"more":${brackets}}`),
  ),
  "10 MB of brackets": when(isHeight, (asked) => answer(asked, `{"height":"5","more":${brackets}}`)),
  "10 MB of brackets, as the validators": when(isSet, (asked) => answer(asked, `{"validators":[],"more":${brackets}}`)),
  "a million names in one object, as the validators": when(isSet, (asked) =>
    answer(asked, `{"validators":[],"more":{${Array.from({ length: 1e6 }, (_, i) => `"n${i}":1`).join(",")}}}`),
  ),
  "200,000 health checks": when(isHealth, (asked) =>
    answer(asked, checks(Array.from({ length: 200_000 }, (_, i) => `check${i}`))),
  ),
  "300 health checks with names of 100 kB": when(isHealth, (asked) =>
    answer(asked, checks(Array.from({ length: 300 }, (_, i) => `check${i}${"y".repeat(100_000)}`))),
  ),
  "IDs and names of 1,000 characters": (asked) => {
    if (isSet(asked)) return answer(asked, validators(names(6000)));
    return isHealth(asked) ? answer(asked, checks(names(1800))) : undefined;
  },
  "a version of 30 MB": when(
    ({ method }) => method === "info.getNodeVersion",
    (asked) => answer(asked, JSON.stringify({ version: "x".repeat(30 * mebibyte) })),
  ),
  "520,000 zeros as addresses of an owner": when(
    ({ method }) => method === "platform.getL1Validator",
    (asked) => answer(asked, `{"remainingBalanceOwner":{"addresses":${list(520_000, "0")}}}`),
  ),
  "660,000 validators at a height": when(
    ({ method }) => method === "platform.getValidatorsAt",
    (asked) => answer(asked, `{${Array.from({ length: 660_000 }, (_, i) => `"NodeID-${i}":{}`).join(",")}}`),
  ),
  "25 names of its own in each of 25,000 validators": when(isSet, (asked) => {
    const namesOf = (i: number) => Array.from({ length: 25 }, (_, j) => `"${(25 * i + j).toString(36)}":0`);
    return answer(asked, `{"validators":[${Array.from({ length: 25_000 }, (_, i) => `{${namesOf(i)}}`)}]}`);
  }),
  "32 MB without an end, of every method": () => undefined, // see below
  "a million chunks of one byte without an end, of every method": () => undefined, // see below
} satisfies Record<string, Spoil>;
export type HostileAnswer = keyof typeof hostileAnswers;
/** Bytes that a response repeats. */
const endless: Partial<Record<HostileAnswer, Buffer>> = {
  "32 MB without an end, of every method": Buffer.from(`40000\r\n${" ".repeat(mebibyte / 4)}\r\n`),
  "a million chunks of one byte without an end, of every method": Buffer.from("1\r\n \r\n".repeat(10_000)),
};

/** Writes a head, and the bytes as long as the client reads. */
function pour(socket: Socket, bytes: Buffer) {
  socket.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n");
  let left = 400;
  const more = () => {
    while (left-- > 0) if (!socket.write(bytes)) return void socket.once("drain", more);
  };
  more();
}

async function serve(kind: HostileAnswer, upstream: string) {
  const server = createServer(async (request, response) => {
    response.on("error", () => {});
    const body = await text(request);
    const bytes = endless[kind];
    if (bytes) return pour(request.socket, bytes);
    response.writeHead(200, { "content-type": "application/json" });
    const spoilt = (hostileAnswers[kind] as Spoil)(JSON.parse(body));
    if (spoilt !== undefined) return response.end(spoilt);
    const headers = { "content-type": "application/json" };
    return response.end(await (await fetch(upstream + request.url, { method: "POST", headers, body })).text());
  });
  server.listen(0, "127.0.0.1", () => {
    process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
  });
}

if (import.meta.main) {
  const [kind, upstream = ""] = process.argv.slice(2);
  await serve(kind as HostileAnswer, upstream);
}
