import { expect, test } from "vitest";
import { type Body, createBodies } from "../../src/http/metrics-page.ts";
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
