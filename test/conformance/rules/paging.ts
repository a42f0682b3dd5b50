/** Pages of UTXOs, of both chains. */
import assert from "node:assert/strict";
import type { RpcMethodName } from "../../../src/node-api/contract.ts";
import { primaryNetwork } from "../../../src/node-api/ids.ts";
import { addressBytes, addressOn, readUtxo, type Utxo } from "../bytes.ts";
import { type Ledger, otherChain } from "../landmarks.ts";
import type { Node } from "../node.ts";
import { type Rule, rule } from "../rule.ts";
import { assertDecimal, assertId, strangerBytes } from "../values.ts";

const names = { P: "platform.getUTXOs", X: "avm.getUTXOs" } as const satisfies Record<Ledger, RpcMethodName>;
const mostPages = 8;
type Page = {
  readonly numFetched: string;
  readonly utxos: readonly string[];
  readonly endIndex: { readonly address: string; readonly utxo: string };
  readonly encoding: string;
  readonly read: readonly Utxo[];
};

function ofChain(chain: Ledger): readonly Rule[] {
  const name = names[chain];
  const ruleOf = (sentence: string, check: Rule["check"], kind?: object) => rule(`${name}: ${sentence}`, check, kind);
  const page = async ({ call }: Node, params: object): Promise<Page> => {
    const answer = await call(name, params);
    return { ...answer, read: answer.utxos.map(readUtxo) };
  };
  /** Page after page, as the document has it. */
  async function pages(node: Node, params: { readonly limit: number; readonly addresses: readonly string[] }) {
    const found = [await page(node, params)];
    for (let last = found[0]; last && Number(last.numFetched) === params.limit; last = found.at(-1)) {
      if (found.length === mostPages) break;
      found.push(await page(node, { ...params, startIndex: last.endIndex }));
    }
    return found;
  }
  const both = async ({ holder, secondHolder }: Node) => [await holder(chain), await secondHolder(chain)];
  const stranger = async ({ network }: Node) => addressOn(chain, (await network()).hrp, strangerBytes);

  return [
    ruleOf("a UTXO references at least one of the requested addresses", async (node) => {
      for (const addresses of [[await node.holder(chain)], await both(node), await node.coOwners(chain)]) {
        const asked = new Set(addresses.map(addressBytes));
        for (const utxo of (await page(node, { addresses })).read) {
          assert.ok(
            utxo.addresses.some((each) => asked.has(each)),
            `${utxo.id} is another's`,
          );
        }
      }
    }),
    ruleOf("numFetched is the number of returned UTXOs, without duplicates", async (node) => {
      const { numFetched, utxos, read } = await page(node, { addresses: [await node.holder(chain)] });
      assertDecimal(numFetched);
      assert.deepEqual([numFetched, new Set(read.map(({ id }) => id)).size], [String(utxos.length), utxos.length]);
    }),
    ruleOf("returns at most limit UTXOs; limit may be a number or a string", async (node) => {
      const addresses = [await node.holder(chain)];
      for (const limit of [1, 2, "2", 3]) {
        assert.equal((await page(node, { addresses, limit })).numFetched, String(limit));
      }
    }),
    ruleOf(
      "without startIndex, pages start at the beginning: a short page is the beginning of a long one",
      async (node) => {
        const addresses = await both(node);
        const all = await page(node, { addresses });
        const first = await page(node, { addresses, limit: 2 });
        assert.deepEqual(first.utxos, all.utxos.slice(0, 2));
      },
    ),
    ruleOf("endIndex names the last returned UTXO and its address", async (node) => {
      for (const limit of [1, 2, 3]) {
        const address = await node.holder(chain);
        const { endIndex, read } = await page(node, { addresses: [address], limit });
        assert.deepEqual(endIndex, { address, utxo: read.at(-1)?.id });
      }
    }),
    ruleOf("with endIndex as startIndex, the next page continues after it", async (node) => {
      const addresses = [await node.holder(chain)];
      const all = await page(node, { addresses });
      const { endIndex } = await page(node, { addresses, limit: 1 });
      const next = await page(node, { addresses, limit: 1, startIndex: endIndex });
      assert.deepEqual(next.utxos, all.utxos.slice(1, 2));
    }),
    ruleOf("all pages together return every UTXO, once for a single address; the last page is short", async (node) => {
      const addresses = [await node.holder(chain)];
      const all = (await page(node, { addresses })).utxos;
      const limit = Math.max(2, Math.ceil(all.length / (mostPages - 1)));
      const found = await pages(node, { addresses, limit });
      assert.deepEqual(
        found.flatMap(({ utxos }) => utxos),
        all,
      );
      assert.ok(Number(found.at(-1)?.numFetched) < limit);
    }),
    ruleOf("a set larger than a page is returned page by page", async (node) => {
      const addresses = [await node.crowd(chain)];
      const found = await pages(node, { addresses, limit: 1024 });
      const ids = found.flatMap(({ read }) => read.map(({ id }) => id));
      assert.ok(ids.length > 1024);
      assert.equal(new Set(ids).size, ids.length);
    }),
    ruleOf("a UTXO of two of the addresses is returned once per page", async (node) => {
      const addresses = await node.coOwners(chain);
      const ids = (await page(node, { addresses })).read.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length);
    }),
    ruleOf("across pages, a UTXO of two of the addresses may repeat, but none is missing", async (node) => {
      const addresses = await node.coOwners(chain);
      const { read } = await page(node, { addresses });
      const limit = Math.max(1, Math.ceil(read.length / (mostPages - 2)));
      const found = (await pages(node, { addresses, limit })).flatMap((each) => each.read.map(({ id }) => id));
      assert.deepEqual([...new Set(found)].sort(), read.map(({ id }) => id).sort());
    }),
    ruleOf("the order of addresses and duplicates do not matter", async (node) => {
      const [first, second] = (await both(node)) as [string, string];
      const { utxos } = await page(node, { addresses: [first, second] });
      assert.deepEqual((await page(node, { addresses: [second, first, second] })).utxos, utxos);
    }),
    ruleOf("without UTXOs the page is empty", async (node) => {
      const { numFetched, utxos, endIndex, encoding } = await page(node, { addresses: [await stranger(node)] });
      assert.deepEqual([numFetched, utxos, encoding], ["0", [], "hex"]);
      assert.deepEqual(endIndex, { address: await stranger(node), utxo: primaryNetwork });
    }),
    ruleOf("with sourceChain, the UTXOs exported from there and not yet imported", async (node) => {
      const sourceChain = otherChain[chain];
      const addresses = [await node.importer(chain)];
      const { read, numFetched, endIndex } = await page(node, { addresses, sourceChain });
      assert.ok(Number(numFetched) > 0);
      const own = new Set((await page(node, { addresses })).read.map(({ id }) => id));
      for (const { id, addresses: owners, txId } of read) {
        assert.ok(!own.has(id) && addresses.map(addressBytes).some((each) => owners.includes(each)));
        const getTx = sourceChain === "X" ? "avm.getTx" : "platform.getTx";
        const { tx } = await node.call(getTx, { txID: txId, encoding: "json" });
        assert.equal(tx.unsignedTx.destinationChain, (await node.network()).chains[chain]);
      }
      assertId(endIndex.utxo);
    }),
    ruleOf("sourceChain may be an alias or an ID; the chain itself as the source gives its own UTXOs", async (node) => {
      const { chains } = await node.network();
      const addresses = [await node.importer(chain)];
      const source = otherChain[chain];
      const byAlias = await node.call(name, { addresses, sourceChain: source });
      assert.deepEqual(
        (await node.call(name, { addresses, sourceChain: chains[source] })).numFetched,
        byAlias.numFetched,
      );
      const own = await node.call(name, { addresses });
      assert.deepEqual(await node.call(name, { addresses, sourceChain: chain }), own);
      assert.deepEqual(await node.call(name, { addresses, sourceChain: chains[chain] }), own);
    }),
    ruleOf(
      "exported UTXOs are paged as well; each page begins with the last UTXO of the previous page",
      async (node) => {
        const params = { addresses: [await node.importer(chain)], sourceChain: otherChain[chain] };
        const all = await page(node, params);
        const first = await page(node, { ...params, limit: 1 });
        assert.deepEqual([first.utxos, first.endIndex.utxo], [all.utxos.slice(0, 1), first.read[0]?.id]);
        const next = await page(node, { ...params, startIndex: first.endIndex });
        assert.deepEqual(next.utxos, all.utxos);
      },
    ),
  ];
}

export const paging = [...ofChain("P"), ...ofChain("X")];
