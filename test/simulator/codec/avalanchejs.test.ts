/** Compares bytes with those of another implementation. */
import {
  avaxSerial,
  avmSerial,
  BigIntPr,
  BlsSignature,
  Byte,
  Bytes,
  Credential,
  Id,
  Input,
  Int,
  type Made,
  MintOutput,
  OutputOwners,
  pvmSerial,
  Signature,
  Stringpr,
  TransferableOutput,
  TransferInput,
  TransferOutput,
  Utxo,
  utils,
} from "@avalabs/avalanchejs";
import { describe, expect, test } from "vitest";
import { fromCb58, primaryNetwork } from "../../../src/api/ids.ts";
import { type Codec, shortIdOf, toBytes } from "../../../src/simulator/codec/combinators.ts";
import { type PUnsignedTx, pTx, pUnsignedTx, pUtxo } from "../../../src/simulator/codec/p-chain.ts";
import { type XUnsignedTx, xTx, xUnsignedTx, xUtxo } from "../../../src/simulator/codec/x-chain.ts";
import { fc, runs } from "../../support/random.ts";
import { valuesOf } from "./arbitrary.ts";

const bytesOf = (hex: string) => Buffer.from(hex, "hex");
const publicKey = bytesOf(
  "ace5b842c6e2dc4b574b37560672d44eae1a765d65c1c78d96ddd42758b7a8603f4690d96351cbf0c9d3195b09f5a8e7",
);
const proof = bytesOf(
  "a8eae0970d2238eb6b94b06e1a588fd07c033e428fad5427b6e067fc105c558c93e555205cdc651e503195bfdbb9a6fe138c9340495b149ae18d72b8eaabf641174edfd66431993fa70ade5355aa48933441b823291890dea215b9c89c8eacda",
);
/** The library only accepts keys and proofs that are points of the curve, and counts the characters of a string as bytes. */
const forLibrary = {
  array48: fc.constant<unknown>(publicKey),
  array96: fc.constant<unknown>(proof),
  string: fc.string({ maxLength: 9 }) as fc.Arbitrary<unknown>,
};

const managers = { P: utils.getManagerForVM("PVM"), X: utils.getManagerForVM("AVM") };
const withVersion = (bytes: Uint8Array) => Buffer.concat([Buffer.alloc(2), bytes]);
type Chain = keyof typeof managers;
const codecOf = (chain: Chain) => managers[chain].getDefaultCodec();
const unsignedBy = (chain: Chain, tx: Made) => withVersion(codecOf(chain).PackPrefix(tx));

const types = Object.entries({ P: pUnsignedTx.variants, X: xUnsignedTx.variants }).flatMap(([chain, variants]) =>
  Object.keys(variants).map((type) => [chain, type] as [Chain, string]),
);

describe.each(types)("%s-Chain: %s", (chain, type) => {
  const codec = (chain === "P" ? pUnsignedTx : xUnsignedTx) as unknown as Codec<unknown>;
  const variants = chain === "P" ? pUnsignedTx.variants : xUnsignedTx.variants;
  const [, variant] = (variants as unknown as Record<string, [number, Codec<unknown>]>)[type] ?? [];

  test("is decoded as this type, and encoded to the same bytes", () => {
    if (!variant) throw new Error(`no ${type}`);
    fc.assert(
      fc.property(valuesOf(variant, forLibrary), (members) => {
        const bytes = toBytes(codec, { type, ...(members as object) });
        const read = managers[chain].unpackTransaction(bytes);
        expect(`${read._type}Tx`.replace("TxTx", "Tx")).toBe(`${chain === "P" ? "pvm" : "avm"}.${type}`);
        expect(unsignedBy(chain, read).equals(bytes)).toBe(true);
      }),
      { numRuns: runs(10) },
    );
  });
});

/** Types whose version the library writes itself. */
const signedBy = (chain: Chain, tx: Made) => Buffer.from(tx.toBytes(codecOf(chain)));
const utxoBy = (chain: Chain, utxo: Made) => withVersion(utxo.toBytes(codecOf(chain)));

/** The library reads a signed CreateAssetTx, but cannot write it. */
const canBeSigned = (value: unknown) =>
  (value as { readonly unsignedTx?: { readonly type: string } }).unsignedTx?.type !== "CreateAssetTx";

test.each([
  ["signed transactions of the P-Chain", "P", pTx, avaxSerial.SignedTx, signedBy],
  ["signed transactions of the X-Chain", "X", xTx, avaxSerial.SignedTx, signedBy],
  ["UTXOs of the P-Chain", "P", pUtxo, Utxo, utxoBy],
  ["UTXOs of the X-Chain", "X", xUtxo, Utxo, utxoBy],
] as const)("%s are read and written again", (_what, chain, known, as, writtenBy) => {
  const codec = known as unknown as Codec<unknown>;
  fc.assert(
    fc.property(valuesOf(codec, forLibrary).filter(canBeSigned), (value) => {
      const bytes = toBytes(codec, value);
      expect(writtenBy(chain, managers[chain].unpack(bytes, as)).equals(bytes)).toBe(true);
    }),
    { numRuns: runs(20) },
  );
});

const asset = "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe";
const txID = "2aYcs8L4mDPPzi4XEBChmyag7MbP5DHXD8DfSohg7vaZtsoYEa";
const subnetID = "fSgyggp3GjwF4UxQXYDnRVXzoJkTqRjzAFYn1Ga7mptirer93";
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const shortID = shortIdOf("P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u");
const address = fromCb58(shortID, 20) as Buffer;
const memo = Buffer.from("memo");

const native = {
  baseTx: avaxSerial.BaseTx.fromNative(
    12345,
    primaryNetwork,
    [
      TransferableOutput.fromNative(asset, 11n, [address], 12n, 1),
      new TransferableOutput(
        Id.fromString(asset),
        new pvmSerial.StakeableLockOut(
          new BigIntPr(13n),
          new TransferOutput(new BigIntPr(14n), OutputOwners.fromNative([address], 15n, 1)),
        ),
      ),
    ],
    [
      avaxSerial.TransferableInput.fromNative(txID, 16, asset, 17n, [18]),
      new avaxSerial.TransferableInput(
        avaxSerial.UTXOID.fromNative(txID, 19),
        Id.fromString(asset),
        new pvmSerial.StakeableLockIn(new BigIntPr(20n), TransferInput.fromNative(21n, [22, 23])),
      ),
    ],
    memo,
  ),
  validator: pvmSerial.Validator.fromNative(nodeID, 31n, 32n, 33n),
  stake: [TransferableOutput.fromNative(asset, 34n, [address])],
  owner: (locktime: bigint) => OutputOwners.fromNative([address], locktime, 1),
};
const owner = (locktime: bigint) => ({ locktime, threshold: 1, addresses: [shortID] });
const ours = {
  baseTx: {
    networkID: 12345,
    blockchainID: primaryNetwork,
    outputs: [
      { assetID: asset, output: { type: "TransferOutput", amount: 11n, ...owner(12n) } },
      { assetID: asset, output: { type: "LockOut", locktime: 13n, output: { amount: 14n, ...owner(15n) } } },
    ],
    inputs: [
      { txID, outputIndex: 16, assetID: asset, input: { type: "TransferInput", amount: 17n, signatureIndices: [18] } },
      {
        txID,
        outputIndex: 19,
        assetID: asset,
        input: { type: "LockIn", locktime: 20n, input: { amount: 21n, signatureIndices: [22, 23] } },
      },
    ],
    memo,
  },
  validator: { nodeID, start: 31n, end: 32n, weight: 33n },
  stake: [{ assetID: asset, output: { type: "TransferOutput", amount: 34n, ...owner(0n) } }],
} as const;

/** Types without recorded responses of real nodes. */
const unrecorded: readonly [PUnsignedTx, Made][] = [
  [
    { type: "AddValidatorTx", ...ours.baseTx, ...ours, rewardsOwner: owner(41n), shares: 42 },
    new pvmSerial.AddValidatorTx(native.baseTx, native.validator, native.stake, native.owner(41n), new Int(42)),
  ],
  [
    { type: "AddDelegatorTx", ...ours.baseTx, ...ours, rewardsOwner: owner(41n) },
    new pvmSerial.AddDelegatorTx(native.baseTx, native.validator, native.stake, native.owner(41n)),
  ],
  [
    {
      type: "AddPermissionlessValidatorTx",
      ...ours.baseTx,
      ...ours,
      subnetID,
      signer: { type: "Empty" },
      validationRewardsOwner: owner(43n),
      delegationRewardsOwner: owner(44n),
      shares: 45,
    },
    new pvmSerial.AddPermissionlessValidatorTx(
      native.baseTx,
      new pvmSerial.SubnetValidator(native.validator, Id.fromString(subnetID)),
      new pvmSerial.SignerEmpty(),
      native.stake,
      native.owner(43n),
      native.owner(44n),
      new Int(45),
    ),
  ],
  [
    {
      type: "TransformSubnetTx",
      ...ours.baseTx,
      subnetID,
      assetID: asset,
      initialSupply: 51n,
      maximumSupply: 52n,
      minConsumptionRate: 53n,
      maxConsumptionRate: 54n,
      minValidatorStake: 55n,
      maxValidatorStake: 56n,
      minStakeDuration: 57,
      maxStakeDuration: 58,
      minDelegationFee: 59,
      minDelegatorStake: 60n,
      maxValidatorWeightFactor: 61,
      uptimeRequirement: 62,
      subnetAuthorization: { signatureIndices: [63] },
    },
    new pvmSerial.TransformSubnetTx(
      native.baseTx,
      Id.fromString(subnetID),
      Id.fromString(asset),
      ...[51n, 52n, 53n, 54n, 55n, 56n].map((value) => new BigIntPr(value)),
      ...[57, 58, 59].map((value) => new Int(value)),
      new BigIntPr(60n),
      new Byte(Buffer.of(61)),
      new Int(62),
      Input.fromNative([63]),
    ),
  ],
  [
    {
      type: "RegisterL1ValidatorTx",
      ...ours.baseTx,
      balance: 71n,
      proofOfPossession: proof,
      message: Buffer.from("message"),
    },
    new pvmSerial.RegisterL1ValidatorTx(
      native.baseTx,
      new BigIntPr(71n),
      BlsSignature.fromSignatureBytes(proof),
      new Bytes(Buffer.from("message")),
    ),
  ],
  [
    { type: "SetL1ValidatorWeightTx", ...ours.baseTx, message: Buffer.from("message") },
    new pvmSerial.SetL1ValidatorWeightTx(native.baseTx, new Bytes(Buffer.from("message"))),
  ],
];

test.each(unrecorded)("$type: each member has the bytes of the library", (value, built) => {
  expect(toBytes(pUnsignedTx, value).toString("hex")).toBe(unsignedBy("P", built).toString("hex"));
  const signatures = [Buffer.alloc(65, 7), Buffer.alloc(65, 8)];
  const signed = new avaxSerial.SignedTx(built, [
    new Credential(signatures.map((signature) => new Signature(signature))),
  ]);
  const tx = { unsignedTx: value, credentials: [{ signatures }] };
  expect(toBytes(pTx, tx).toString("hex")).toBe(signedBy("P", signed).toString("hex"));
});

test("CreateAssetTx: each member has the bytes of the library", () => {
  const outputs = [{ assetID: asset, output: { type: "TransferOutput", amount: 11n, ...owner(12n) } }] as const;
  const built = new avmSerial.CreateAssetTx(
    avaxSerial.BaseTx.fromNative(
      12345,
      primaryNetwork,
      [TransferableOutput.fromNative(asset, 11n, [address], 12n, 1)],
      [],
      memo,
    ),
    new Stringpr("Team Rocket"),
    new Stringpr("TR"),
    new Byte(Buffer.of(9)),
    [
      new avmSerial.InitialState(new Int(0), [
        new MintOutput(native.owner(81n)),
        new TransferOutput(new BigIntPr(82n), native.owner(83n)),
      ]),
    ],
  );
  const value: XUnsignedTx = {
    type: "CreateAssetTx",
    networkID: 12345,
    blockchainID: primaryNetwork,
    outputs,
    inputs: [],
    memo,
    name: "Team Rocket",
    symbol: "TR",
    denomination: 9,
    initialStates: [
      {
        fxIndex: 0,
        outputs: [
          { type: "MintOutput", ...owner(81n) },
          { type: "TransferOutput", amount: 82n, ...owner(83n) },
        ],
      },
    ],
  };
  expect(toBytes(xUnsignedTx, value).toString("hex")).toBe(unsignedBy("X", built).toString("hex"));
});
