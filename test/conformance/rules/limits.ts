/** Limits of requests. */
import assert from "node:assert/strict";
import { addressOn } from "../bytes.ts";
import { rule } from "../rule.ts";
import { strangerBytes } from "../values.ts";

const megabyte = 2 ** 20;
const request = { jsonrpc: "2.0", id: 1, method: "platform.getHeight" };

export const limits = [
  rule("an alias is measured in bytes of UTF-8: 257 letters of two bytes are too long", async ({ refusal }) => {
    const alias = "é".repeat(257);
    assert.equal(await refusal("admin.alias", { endpoint: "bc/X", alias }), "alias length is too long");
    assert.equal(await refusal("admin.aliasChain", { chain: "X", alias }), "alias length is too long");
  }),
  ...(["P", "X"] as const).flatMap((chain) => {
    const name = chain === "P" ? "platform.getUTXOs" : "avm.getUTXOs";
    return [
      rule(
        `${name}: at most 1024 UTXOs are returned, also if limit is omitted, 0 or larger`,
        async ({ call, crowd }) => {
          const addresses = [await crowd(chain)];
          for (const limit of [undefined, 0, 1024, "1024", 1025, 4_294_967_295]) {
            const { numFetched, utxos } = await call(name, { addresses, ...(limit !== undefined && { limit }) });
            assert.deepEqual([numFetched, utxos.length], ["1024", 1024]);
          }
        },
      ),
      rule(`${name}: at most 1024 addresses are accepted`, async ({ call, refusal, network }) => {
        const { hrp } = await network();
        const many = (count: number) => Array(count).fill(addressOn(chain, hrp, strangerBytes));
        assert.equal((await call(name, { addresses: many(1024) })).numFetched, "0");
        const message = (count: number) => `number of addresses given, ${count}, exceeds maximum, 1024`;
        assert.equal(await refusal(name, { addresses: many(1025) }), message(1025));
        assert.equal(await refusal(name, { addresses: many(2000) }), message(2000));
      }),
    ];
  }),
  rule("platform.getStake: at most 256 addresses are accepted", async ({ call, refusal, network }) => {
    const { hrp } = await network();
    const many = (count: number) => Array(count).fill(addressOn("P", hrp, strangerBytes));
    assert.equal((await call("platform.getStake", { addresses: many(256) })).staked, "0");
    const message = "257 addresses provided but this method can take at most 256";
    assert.equal(await refusal("platform.getStake", { addresses: many(257) }), message);
  }),
  rule("the size of a request is not limited: one of 10 MB succeeds", async ({ post }) => {
    const { status, text } = await post({ ...request, params: { padding: "x".repeat(10 * megabyte) } });
    assert.equal(status, 200);
    assert.match(text, /^\{"jsonrpc":"2.0","result":\{"height":"\d+"\},"id":1\}\n$/);
  }),
];
