/** Examples of everything on the node's chains, found only through its API. */
import { primaryNetwork } from "../../src/node-api/ids.ts";
import { addressBytes, addressOn } from "./bytes.ts";
import type { Calls, Json } from "./calls.ts";
import { CannotShow, needed } from "./cannot-show.ts";

export type Ledger = "P" | "X";
const service = { P: "platform", X: "avm" } as const;
export const otherChain = { P: "X", X: "P" } as const;

const hrps: Readonly<Record<string, string>> = { 1: "avax", 5: "fuji", 12345: "local" };
const mostBlocks = 128;
const mostCandidates = 64;
const mostSubnets = 200;
/** Maximum number of UTXOs on a page. */
const page = 1024;

const once = <T>(find: () => Promise<T>) => {
  let found: Promise<T> | undefined;
  return () => {
    found ??= find();
    return found;
  };
};
const perChain = <T>(find: (chain: Ledger) => Promise<T>) => {
  const finds = { P: once(() => find("P")), X: once(() => find("X")) };
  return (chain: Ledger) => finds[chain]();
};

/** All outputs that a transaction leaves, in JSON. */
const outputsOf = ({ unsignedTx }: Json): Json[] => [
  ...(unsignedTx.outputs ?? []),
  ...(unsignedTx.stake ?? []),
  ...(unsignedTx.initialStates ?? []).flatMap(({ outputs }: Json) => outputs.map((output: Json) => ({ output }))),
];
/** Of a locked output the owners are further inside. */
const ownersOf = ({ output }: Json): string[] => output.addresses ?? output.output?.addresses ?? [];

function createLedgers({ call }: Calls) {
  const network = once(async () => {
    const { networkID } = await call("info.getNetworkID");
    const chainId = async (alias: string): Promise<string> =>
      (await call("info.getBlockchainID", { alias })).blockchainID;
    const { assetID } = await call("platform.getStakingAssetID");
    return {
      id: String(networkID),
      hrp: hrps[networkID] ?? "custom",
      avax: assetID as string,
      chains: { P: await chainId("P"), X: await chainId("X"), C: await chainId("C") },
    };
  });

  const height = async (chain: Ledger) => BigInt((await call(`${service[chain]}.getHeight`)).height);

  /** The newest blocks first, as JSON; without the first one of all. */
  const blocks = perChain(async (chain): Promise<Json[]> => {
    const tip = await height(chain);
    const count = Number(tip < mostBlocks ? tip : mostBlocks);
    const found: Json[] = [];
    for (let i = 0; i < count; i++) {
      const params = { height: String(tip - BigInt(i)), encoding: "json" };
      found.push((await call(`${service[chain]}.getBlockByHeight`, params)).block);
    }
    return found;
  });
  const transactions = async (chain: Ledger): Promise<Json[]> =>
    (await blocks(chain)).flatMap(({ txs, tx }) => [...(txs ?? []), ...(tx ? [tx] : [])]);

  return {
    network,
    height,
    blocks,
    transactions,
    /** The newest block with transactions. */
    block: async (chain: Ledger): Promise<Json> =>
      needed(
        (await blocks(chain)).find(({ txs }) => txs?.length > 0),
        `no transaction is in the last ${mostBlocks} blocks of the ${chain}-Chain`,
      ),
    /** The newest transaction whose unsigned part is `wanted`. */
    transaction: async (chain: Ledger, what: string, wanted: (unsigned: Json) => unknown): Promise<Json> =>
      needed(
        (await transactions(chain)).find(({ unsignedTx }) => wanted(unsignedTx)),
        `no ${what} is in the last ${mostBlocks} blocks of the ${chain}-Chain`,
      ),
  };
}
type Ledgers = ReturnType<typeof createLedgers>;

function createHolders({ call }: Calls, { network, transactions }: Ledgers) {
  const count = async (chain: Ledger, params: object) =>
    Number((await call(`${service[chain]}.getUTXOs`, { ...params, limit: page })).numFetched);

  /** Whom outputs went to, most outputs first. */
  const owners = perChain(async (chain) => {
    const { avax } = await network();
    const all = (await transactions(chain)).flatMap(outputsOf);
    if (chain === "X") all.push(...outputsOf((await call("avm.getTx", { txID: avax, encoding: "json" })).tx));
    const counts = new Map<string, number>();
    for (const address of all.flatMap(ownersOf)) counts.set(address, (counts.get(address) ?? 0) + 1);
    return [...counts].sort(([, left], [, right]) => right - left).map(([address]) => address);
  });

  const holders = perChain(async (chain) => {
    const found: { address: string; utxos: number }[] = [];
    for (const address of (await owners(chain)).slice(0, mostCandidates)) {
      found.push({ address, utxos: await count(chain, { addresses: [address] }) });
    }
    return found;
  });

  /** Their UTXOs by number, all of them on one page or not. */
  async function holder(chain: Ledger, min: number, max: number): Promise<string> {
    const found = (await holders(chain)).find(({ utxos }) => utxos >= min && utxos <= max);
    return needed(found, `no address with ${min} to ${max} UTXOs was found on the ${chain}-Chain`).address;
  }

  return {
    /** An address with some UTXOs. */
    holder: (chain: Ledger) => holder(chain, 3, page - 1),
    /** Another one. */
    secondHolder: async (chain: Ledger) => {
      const [, second] = (await holders(chain)).filter(({ utxos }) => utxos > 0 && utxos < page);
      return needed(second, `no second address with UTXOs was found on the ${chain}-Chain`).address;
    },
    /** An address with more UTXOs than a page takes. */
    crowd: perChain(async (chain) => {
      for (const { address, utxos } of await holders(chain)) {
        if (utxos < page) continue;
        const { endIndex } = await call(`${service[chain]}.getUTXOs`, { addresses: [address], limit: page });
        if ((await count(chain, { addresses: [address], startIndex: endIndex })) > 0) return address;
      }
      throw new CannotShow(`no address with more than ${page} UTXOs was found on the ${chain}-Chain`);
    }),
    /** The owners of an unspent output that has several. */
    coOwners: perChain(async (chain): Promise<readonly string[]> => {
      for (const output of (await transactions(chain)).flatMap(outputsOf)) {
        const addresses = ownersOf(output);
        if (addresses.length > 1 && (await count(chain, { addresses })) > 0) return addresses;
      }
      throw new CannotShow(`no UTXO with two owners was found on the ${chain}-Chain`);
    }),
    /** An address with UTXOs that were exported to this chain and not imported yet. */
    importer: perChain(async (chain) => {
      const { hrp, chains } = await network();
      const exports = (await transactions(otherChain[chain])).filter(
        ({ unsignedTx }) => unsignedTx.destinationChain === chains[chain],
      );
      for (const owner of exports.flatMap(({ unsignedTx }) => unsignedTx.exportedOutputs.flatMap(ownersOf))) {
        const address = addressOn(chain, hrp, Buffer.from(addressBytes(owner), "hex"));
        if ((await count(chain, { addresses: [address], sourceChain: otherChain[chain] })) > 0) return address;
      }
      throw new CannotShow(`nothing that was exported to the ${chain}-Chain waits to be imported`);
    }),
  };
}

function createSubnets({ call }: Calls) {
  const subnets = once(async (): Promise<Json[]> => {
    const { subnets: all } = await call("platform.getSubnets");
    const ids = (all ?? []).map(({ id }: Json) => id).filter((id: string) => id !== primaryNetwork);
    const found: Json[] = [];
    for (const id of ids.slice(0, mostSubnets))
      found.push({ id, ...(await call("platform.getSubnet", { subnetID: id })) });
    return found;
  });
  const subnet = async (what: string, wanted: (subnet: Json) => unknown): Promise<Json> =>
    needed((await subnets()).find(wanted), `there is no ${what} on this network`);
  const members = async (subnetID: string): Promise<Json[]> =>
    (await call("platform.getCurrentValidators", { subnetID })).validators;

  /** A validator of an L1, with the L1. */
  async function l1Validator(what: string, wanted: (validator: Json) => unknown): Promise<Json> {
    for (const { id, conversionID } of await subnets()) {
      if (conversionID === primaryNetwork) continue;
      const found = (await members(id)).find(wanted);
      if (found) return { ...found, subnetID: id };
    }
    throw new CannotShow(`there is no ${what} on this network`);
  }

  return {
    members,
    /** With members. */
    permissioned: once(async () => {
      for (const each of await subnets()) {
        if (each.isPermissioned && (await members(each.id)).length > 0) return each;
      }
      throw new CannotShow("there is no permissioned subnet with validators on this network");
    }),
    elastic: () => subnet("elastic subnet", (each) => each.subnetTransformationTxID !== primaryNetwork),
    l1: () => subnet("L1", (each) => each.conversionID !== primaryNetwork),
    active: () => l1Validator("active L1 validator", ({ balance }) => balance !== undefined && balance !== "0"),
    inactive: () => l1Validator("inactive L1 validator", ({ balance }) => balance === "0"),
    legacy: () => l1Validator("validator from before its subnet became an L1", ({ txID }) => txID),
  };
}

function createStakers({ call }: Calls) {
  const validators = async (): Promise<Json[]> => (await call("platform.getCurrentValidators")).validators;
  return {
    validators,
    validator: async (what: string, wanted: (validator: Json) => unknown): Promise<Json> =>
      needed((await validators()).find(wanted), `the primary network has no ${what}`),
  };
}

/** The last container of an index. */
const createIndexes = ({ call, attempt }: Calls) => ({
  async last(index: string): Promise<Json> {
    const { message } = await attempt("index.getLastAccepted", {}, index);
    if (message === "no containers have been accepted") throw new CannotShow(`the index ${index} is empty`);
    return call("index.getLastAccepted", {}, index);
  },
});

export function createLandmarks(calls: Calls) {
  const ledgers = createLedgers(calls);
  return {
    ...ledgers,
    ...createHolders(calls, ledgers),
    ...createSubnets(calls),
    ...createStakers(calls),
    ...createIndexes(calls),
  };
}
