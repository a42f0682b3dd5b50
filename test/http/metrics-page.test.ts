import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { type Body, createBodies, createSender } from "../../src/http/metrics-page.ts";
import { toSmallText } from "../../src/prometheus/text.ts";

const one = toSmallText("avax_one 1\n");
const two = toSmallText("avax_two 2\n");
const three = toSmallText("avax_three 3\n");
const sent = ({ plain }: Body) => Buffer.concat(plain.buffers).toString();

test("the answer to the same parts is built once, for each node", () => {
  const bodyOf = createBodies<object>();
  const [node, other] = [{}, {}];
  const body = bodyOf(node, [one, two]);
  bodyOf(other, [three]);
  expect(bodyOf(node, [one, two])).toBe(body);
  expect(sent(body)).toBe("avax_one 1\navax_two 2\n");
});

test("the answer is built anew when a part is another one, or there are more or fewer", () => {
  const bodyOf = createBodies<object>();
  const node = {};
  const texts = [[one, two], [one, three], [one], [one, two, three]].map((parts) => sent(bodyOf(node, parts)));
  expect(texts).toEqual([
    "avax_one 1\navax_two 2\n",
    "avax_one 1\navax_three 3\n",
    "avax_one 1\n",
    "avax_one 1\navax_two 2\navax_three 3\n",
  ]);
});

/** In which turn of the event loop each of some that ask at once is answered, and with how many bytes. */
async function turnsOf(text: string, clients: number) {
  const { plain } = createBodies()({}, [toSmallText(text)]);
  const send = createSender();
  const turns: number[] = [];
  const waiting: ServerResponse[] = [];
  let turn = 0;
  const count = () => {
    turn++;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const server = createServer((_request, response) => {
    const { writeHead } = response;
    response.writeHead = ((...args: Parameters<typeof writeHead>) => {
      turns.push(turn);
      return writeHead.apply(response, args);
    }) as typeof writeHead;
    if (waiting.push(response) === clients) for (const each of waiting) void send(each, plain);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const got = await Promise.all(Array.from({ length: clients }, async () => (await (await fetch(url)).text()).length));
  clearImmediate(counting);
  server.close();
  return { turns: new Set(turns).size, got };
}

test("who asks at once for a large page is answered in a turn of the event loop of its own", async () => {
  const length = 512 * 1024;
  expect(await turnsOf("x".repeat(length), 5)).toEqual({ turns: 5, got: Array.from({ length: 5 }, () => length) });
});

test("who asks at once for a small page is answered at once", async () => {
  expect(await turnsOf("x".repeat(1000), 5)).toEqual({ turns: 1, got: [1000, 1000, 1000, 1000, 1000] });
});
