/** An example of the result of each method, as sent in JSON: a recording of a real node. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contract, type RpcMethodName, type WireResult } from "../../src/node-api/contract.ts";

const folder = join(import.meta.dirname, "../fixtures/avalanchego-1.14.0");

/** Recordings of methods with parameters. Of another method it has the name of the method. */
const chosen: Readonly<Partial<Record<RpcMethodName, string>>> = {
  "admin.getChainAliases": "admin.getChainAliases.X",
  "avm.getBlock": "avm.getBlock.hex",
  "avm.getBlockByHeight": "avm.getBlockByHeight.1.hex",
  "avm.getTx": "avm.getTx.object.base",
  "avm.getTxStatus": "avm.getTxStatus.base",
  "eth.feeConfig": "evm-l1/eth.feeConfig",
  "eth.getChainConfig": "evm-l1/eth.getChainConfig",
  "health.health": "fresh/health.health",
  "index.getContainerByID": "index.getContainerByID.P-block",
  "index.getContainerByIndex": "index.getContainerByIndex.P-block",
  "index.getContainerRange": "index.getContainerRange.P-block",
  "index.getIndex": "index.getIndex.P-block",
  "index.getLastAccepted": "index.getLastAccepted.P-block",
  "index.isAccepted": "index.isAccepted.P-block",
  "info.getBlockchainID": "info.getBlockchainID.X",
  "info.isBootstrapped": "info.isBootstrapped.P",
  "info.peers": "five-nodes/info.peers",
  "info.uptime": "five-nodes/info.uptime",
  "platform.getAllValidatorsAt": "platform.getAllValidatorsAt.proposed",
  "platform.getBlock": "platform.getBlock.hex",
  "platform.getBlockByHeight": "platform.getBlockByHeight.1.hex",
  "platform.getBlockchainStatus": "platform.getBlockchainStatus.X",
  "platform.getCurrentSupply": "platform.getCurrentSupply.primary",
  "platform.getCurrentValidators": "platform.getCurrentValidators.primary",
  "platform.getFeeState": "platform.getFeeState.load-price3",
  "platform.getL1Validator": "platform.getL1Validator.healthy",
  "platform.getMinStake": "platform.getMinStake.primary",
  "platform.getStake": "platform.getStake.hex",
  "platform.getStakingAssetID": "platform.getStakingAssetID.primary",
  "platform.getSubnet": "platform.getSubnet.l1",
  "platform.getTotalStake": "platform.getTotalStake.primary",
  "platform.getTx": "platform.getTx.object.createChain.l1",
  "platform.getTxStatus": "platform.getTxStatus.base",
  "platform.getValidatorFeeState": "platform.getValidatorFeeState.after",
  "platform.getValidatorsAt": "platform.getValidatorsAt.primary",
  "platform.sampleValidators": "platform.sampleValidators.primary",
  "platform.validatedBy": "platform.validatedBy.l1",
  "platform.validates": "platform.validates.primary",
  "proposervm.getCurrentEpoch": "proposervm.getCurrentEpoch.P",
  "proposervm.getProposedHeight": "proposervm.getProposedHeight.P",
  "validators.getCurrentValidators": "evm-l1/validators.getCurrentValidators",
};

const issued = { txID: "2aYcs8L4mDPPzi4XEBChmyag7MbP5DHXD8DfSohg7vaZtsoYEa" };
/** Results of methods that change the node or the chain and return data, which are not recorded. */
const ofWrites: Readonly<Partial<Record<RpcMethodName, object>>> = {
  "platform.issueTx": issued,
  "avm.issueTx": issued,
  "wallet.issueTx": issued,
  "admin.setLoggerLevel": { loggerLevels: { main: { logLevel: "DEBUG", displayLevel: "INFO" } } },
  "admin.loadVMs": { newVMs: {} },
};

function readExample(name: RpcMethodName): unknown {
  if (contract[name].effect === "write") return ofWrites[name] ?? {};
  const files = (chosen[name] ? [chosen[name]] : [name, `fresh/${name}`]).map((each) => join(folder, `${each}.json`));
  const file = files.find(existsSync);
  if (file === undefined) throw new Error(`${name} has no recording: npm run record -- ${name}`);
  return JSON.parse(readFileSync(file, "utf8")).result;
}

const names = Object.keys(contract) as RpcMethodName[];
export const exampleResults = Object.fromEntries(names.map((name) => [name, readExample(name)])) as {
  readonly [N in RpcMethodName]: WireResult<N>;
};
