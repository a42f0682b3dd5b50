/** JSON and block bytes of types without recorded responses, from the structures of AvalancheGo. */
import { expect, test } from "vitest";
import { primaryNetwork } from "../../../src/api/ids.ts";
import { identify, shortIdOf, toBytes } from "../../../src/simulator/codec/combinators.ts";
import {
  type PBlock,
  type PTx,
  type PUnsignedTx,
  pBlock,
  pTx,
  pUnsignedTx,
} from "../../../src/simulator/codec/p-chain.ts";
import { type XBlock, type XTx, xBlock, xTx } from "../../../src/simulator/codec/x-chain.ts";
import { toJson } from "../../../src/simulator/json.ts";

const hrp = "local";
const onP = { alias: "P", hrp };
const onX = { alias: "X", hrp };
const text = "18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u";
const addresses = [shortIdOf(`P-local${text}`)];
const fxID = "spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ";
const id = "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe";
const idInHex = "dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db";
const nodeID = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const none = Buffer.alloc(0);
const owner = { locktime: 3n, threshold: 1, addresses };
const asJson = { addresses: [`P-local${text}`], locktime: 3, threshold: 1 };

const bare = { networkID: 12345, blockchainID: primaryNetwork, outputs: [], inputs: [], memo: none };
const bareAsJson = { ...bare, memo: "0x" };
const validator = { nodeID, start: 1n, end: 2n, weight: 3n };
const input = { txID: id, outputIndex: 4, assetID: id };

/** Each transaction, and its members whose JSON differs from their values. */
test.each([
  [
    {
      type: "SetL1ValidatorWeightTx",
      ...bare,
      message: Buffer.of(1, 2),
      outputs: [
        { assetID: id, output: { type: "LockOut", locktime: 1n, output: { amount: 2n ** 64n - 1n, ...owner } } },
      ],
      inputs: [{ ...input, input: { type: "LockIn", locktime: 1n, input: { amount: 2n, signatureIndices: [0] } } }],
    },
    {
      outputs: [
        {
          assetID: id,
          fxID,
          output: {
            locktime: 1,
            output: { addresses: asJson.addresses, amount: 2n ** 64n - 1n, locktime: 3, threshold: 1 },
          },
        },
      ],
      inputs: [{ ...input, fxID, input: { locktime: 1, input: { amount: 2, signatureIndices: [0] } } }],
      message: "0x0102",
    },
  ],
  [
    { type: "RegisterL1ValidatorTx", ...bare, balance: 1n, proofOfPossession: Buffer.alloc(96, 7), message: none },
    { proofOfPossession: Array.from({ length: 96 }, () => 7), message: "0x" },
  ],
  [{ type: "AddValidatorTx", ...bare, validator, stake: [], rewardsOwner: owner, shares: 4 }, { rewardsOwner: asJson }],
  [{ type: "AddDelegatorTx", ...bare, validator, stake: [], rewardsOwner: owner }, { rewardsOwner: asJson }],
  [
    {
      type: "AddPermissionlessValidatorTx",
      ...bare,
      validator,
      subnetID: id,
      signer: { type: "Empty" },
      stake: [],
      validationRewardsOwner: owner,
      delegationRewardsOwner: owner,
      shares: 4,
    },
    { signer: {}, validationRewardsOwner: asJson, delegationRewardsOwner: asJson },
  ],
  [
    {
      type: "TransformSubnetTx",
      ...bare,
      subnetID: id,
      assetID: id,
      initialSupply: 1n,
      maximumSupply: 2n,
      minConsumptionRate: 3n,
      maxConsumptionRate: 4n,
      minValidatorStake: 5n,
      maxValidatorStake: 6n,
      minStakeDuration: 7,
      maxStakeDuration: 8,
      minDelegationFee: 9,
      minDelegatorStake: 10n,
      maxValidatorWeightFactor: 11,
      uptimeRequirement: 12,
      subnetAuthorization: { signatureIndices: [0] },
    },
    {},
  ],
  [{ type: "RewardValidatorTx", txID: id }, { memo: undefined }],
] as readonly [PUnsignedTx, object][])("$0.type", (value, json) => {
  expect(toJson(pUnsignedTx.toJson(value, onP))).toBe(toJson({ ...value, type: undefined, memo: "0x", ...json }));
});

test("CreateAssetTx", () => {
  const tx: XTx = {
    unsignedTx: {
      type: "CreateAssetTx",
      ...bare,
      name: "Team Rocket",
      symbol: "TR",
      denomination: 9,
      initialStates: [
        {
          fxIndex: 0,
          outputs: [
            { type: "MintOutput", ...owner },
            { type: "TransferOutput", amount: 5n, ...owner },
          ],
        },
      ],
    },
    credentials: [{ credential: { signatures: [] } }],
  };
  const members = { addresses: [`X-local${text}`], locktime: 3, threshold: 1 };
  const outputs = [members, { addresses: members.addresses, amount: 5, locktime: 3, threshold: 1 }];
  expect(toJson(xTx.toJson(tx, onX))).toBe(
    toJson({
      unsignedTx: {
        ...bareAsJson,
        name: "Team Rocket",
        symbol: "TR",
        denomination: 9,
        initialStates: [{ fxIndex: 0, fxID, outputs }],
      },
      credentials: [{ fxID, credential: { signatures: [] } }],
      id: identify(xTx, tx),
    }),
  );
});

test("a transaction in a block has the same ID as alone", () => {
  const unsignedTx = { type: "BaseTx", ...bare } as const;
  const block: XBlock = {
    parentID: id,
    height: 1n,
    time: 2n,
    merkleRoot: primaryNetwork,
    txs: [{ unsignedTx, credentials: [] }],
  };
  expect(xBlock.toJson(block, onX)).toMatchObject({
    txs: [xTx.toJson({ unsignedTx, credentials: [] }, onX)],
    id: identify(xBlock, block),
  });
});

const reward: PTx = { unsignedTx: { type: "RewardValidatorTx", txID: id }, credentials: [] };
const at = { time: 1n, parentID: id, height: 2n };

/** With the type IDs of AvalancheGo's registry. */
test.each([
  [
    { type: "BanffProposalBlock", ...at, transactions: [], tx: reward },
    { tx: { unsignedTx: { txID: id }, credentials: [], id: identify(pTx, reward) } },
    `0000 0000001d 0000000000000001 00000000 ${idInHex} 0000000000000002 00000014 ${idInHex} 00000000`,
  ],
  [{ type: "BanffAbortBlock", ...at }, {}, `0000 0000001e 0000000000000001 ${idInHex} 0000000000000002`],
  [{ type: "BanffCommitBlock", ...at }, {}, `0000 0000001f 0000000000000001 ${idInHex} 0000000000000002`],
] as readonly [PBlock, object, string][])("$0.type", (value, rest, bytes) => {
  const json = { time: 1, parentID: id, height: 2, id: identify(pBlock, value), ...rest };
  expect(toJson(pBlock.toJson(value, onP))).toBe(toJson(json));
  expect(toBytes(pBlock, value).toString("hex")).toBe(bytes.replaceAll(" ", ""));
});
