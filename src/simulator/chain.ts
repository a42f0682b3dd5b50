/** The simulated chain. It moves with its clock alone, and the same for the same seed. */
import { createBlocks } from "./blocks.ts";
import { createGas, noGas } from "./gas.ts";
import { createL1, type Member } from "./l1.ts";
import { createNames } from "./names.ts";
import { gasConfig, type Network, type NetworkName, networks } from "./networks.ts";
import { createPrimary } from "./primary.ts";
import { createRandom } from "./random.ts";
import { createSideChain } from "./side-chain.ts";

export type ChainOptions = {
  readonly seed: number;
  readonly network: NetworkName;
  readonly start: Date;
  readonly validators: number;
  readonly l1Validators: number;
  /** Active validators of L1s that are not simulated: they count for the validator fee. */
  readonly elsewhere: number;
  /** False before the upgrade that brought both fees, and L1s. */
  readonly etna: boolean;
  /** Seconds from block to block, on average. */
  readonly blockEvery: number;
  /** Seconds after the start from when on the node accepts no block of any chain. */
  readonly blocksFor: number;
  /** Gas that transactions ask for, as share of the target, while it is cheap. */
  readonly load: number;
  /** Of the validator fee, to begin with. */
  readonly validatorExcess: bigint;
};
export const chainDefaults: Omit<ChainOptions, "start"> = {
  seed: 1,
  network: "mainnet",
  validators: 20,
  l1Validators: 10,
  elsewhere: 600,
  etna: true,
  blockEvery: 3,
  blocksFor: Number.POSITIVE_INFINITY,
  load: 0.2,
  validatorExcess: 0n,
};

/** Seconds that the chain has been running when the simulation starts. */
const warmUp = 90;
const members = 5;
const day = 86_400;
/** Milliseconds from block to block. */
const xEvery = 20_000;
const cEvery = 1600;

const memberOf = (n: number, time: number): Member => ({
  n,
  start: time - 30 * day,
  end: time + 335 * day,
  weight: 20n * BigInt(n + 1),
});

function createParts({ seed, etna, load, blockEvery, ...options }: ChainOptions, network: Network) {
  const time = Math.floor(options.start.getTime() / 1000) - warmUp;
  const random = (of: string) => createRandom(`${seed}/${of}`);
  const primary = createPrimary({ network, count: options.validators, time, random: random("stakers") });
  const gas = etna ? createGas(gasConfig, random("gas"), load) : noGas();
  const l1 = createL1({
    fee: network.validatorFee,
    count: etna ? options.l1Validators : 0,
    elsewhere: etna ? options.elsewhere : 0,
    excess: options.validatorExcess,
    time,
    random: random("l1"),
  });
  const { epochSeconds, begin } = network;
  const timing = { time, height: begin.p, blockEvery, epochSeconds, random: random("blocks") };
  const until = options.start.getTime() + 1000 * options.blocksFor;
  const side = (name: string, height: number, every: number) =>
    createSideChain({ seed: random(name).below(2 ** 31), begin: height, start: time * 1000, every, until });
  return {
    ...{ primary, gas, l1, blocks: createBlocks({ primary, l1, gas, ...timing }) },
    x: side("X", begin.x, xEvery),
    c: side("C", begin.c, cEvery),
    /** Of the subnet with permission; and of the L1, from before it was one. */
    permissioned: Array.from({ length: members }, (_, n) => memberOf(n, time)),
    legacy: etna ? [memberOf(members, time)] : [],
  };
}

export function createChain(given: Pick<ChainOptions, "start"> & Partial<ChainOptions>) {
  const options = { ...chainDefaults, ...given };
  const network: Network = networks[options.network];
  const parts = createParts(options, network);
  const { primary, blocks } = parts;
  let now = blocks.acceptedAt();
  let look = now + primary.untilLook();
  const last = options.start.getTime() + 1000 * options.blocksFor;
  const nextBlock = () => (blocks.nextAt() <= last ? blocks.nextAt() : Number.POSITIVE_INFINITY);

  /** Lets everything happen that happens until then. The clock may stand still, never go back. */
  function advance(to: Date) {
    now = Math.max(to.getTime(), now);
    while (Math.min(nextBlock(), look) <= now) {
      if (nextBlock() <= look) blocks.accept();
      else {
        primary.look(Math.floor(look / 1000));
        look += primary.untilLook();
      }
    }
  }
  advance(options.start);

  return {
    ...parts,
    network,
    networkName: options.network,
    etna: options.etna,
    names: createNames(options.seed, network.hrp),
    /** Milliseconds. */
    now: () => now,
    advance,
  };
}
export type Chain = ReturnType<typeof createChain>;
