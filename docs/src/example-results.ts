/** An example of the result of each method, as sent in JSON. */
import type { RpcMethodName, WireResult } from "../../src/api/contract.ts";

export const exampleResults: { readonly [N in RpcMethodName]: WireResult<N> } = {
  "platform.getHeight": {
    height: "21857141",
  },
  "platform.getProposedHeight": {
    height: "21857137",
  },
  "platform.getTimestamp": {
    timestamp: "2021-09-07T00:00:00-04:00",
  },
  "platform.getCurrentSupply": {
    supply: "365865167637779183",
    height: "21857141",
  },
  "platform.getBlock": {
    block:
      "0x000000000020000000006b01309b80b7747dcd5050deceb9e555c0b6d35008bb57ed8b7651a321df0d08b8945e1a0000000000000012000000009d0532f6",
    encoding: "hex",
  },
  "platform.getBlockByHeight": {
    block:
      "0x000000000020000000006b01309b80b7747dcd5050deceb9e555c0b6d35008bb57ed8b7651a321df0d08b8945e1a0000000000000012000000009d0532f6",
    encoding: "hex",
  },
  "platform.getTx": {
    tx: {
      unsignedTx: {},
      credentials: [],
      id: "5VTVEmkrAmH9JSvjWwWgKJegvkgP3xR4cmtKvWv12xoUhLUzw",
    },
    encoding: "json",
  },
  "platform.getTxStatus": {
    status: "Dropped",
    reason: "insufficient funds",
  },
  "platform.issueTx": {
    txID: "2aYcs8L4mDPPzi4XEBChmyag7MbP5DHXD8DfSohg7vaZtsoYEa",
  },
  "platform.getUTXOs": {
    numFetched: "1",
    utxos: [
      "0x0000f9eace2d68ac4e4ab0905d2f780cf8505233032552833a1ab386f8617347105600000000dbcf890f77f49b96857648b72b77f9f82937f28a68704af05da0dc12ba53f2db00000007004708d2d79a4b03000000000000000000000001000000013cb7d3842e8cee6a0ebd09f1fe884f6861e1b29c",
    ],
    endIndex: {
      address: "P-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
      utxo: "2uGDrqhpHoJhvj63vxnpbvDhrZSWomFyLuJkGH21heX7fERkBs",
    },
    encoding: "hexnc",
  },
  "platform.getBalance": {
    balance: "29994424999824131",
    unlocked: "29994424999824131",
    lockedStakeable: "0",
    lockedNotStakeable: "0",
    balances: {
      "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe": "29994424999824131",
    },
    unlockeds: {
      "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe": "29994424999824131",
    },
    lockedStakeables: {},
    lockedNotStakeables: {},
    utxoIDs: [
      {
        txID: "2u4oP5fg4NWwTQcPaCUimDWyHrujcu5pdLE8yc9m4KFngCC7jH",
        outputIndex: 0,
      },
    ],
  },
  "platform.getStake": {
    staked: "5500000000001",
    stakeds: {
      "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe": "5500000000001",
    },
    stakedOutputs: ["0x0000dbcf890f77f49b96"],
    encoding: "hex",
  },
  "platform.getRewardUTXOs": {
    numFetched: "0",
    utxos: [],
    encoding: "hex",
  },
  "platform.getFeeConfig": {
    weights: [1, 1000, 1000, 4],
    maxCapacity: 1000000,
    maxPerSecond: 100000,
    targetPerSecond: 50000,
    minPrice: 1,
    excessConversionConstant: 2164043,
  },
  "platform.getFeeState": {
    capacity: 973044,
    excess: 26956,
    price: 1,
    timestamp: "2024-12-16T17:19:07Z",
  },
  "platform.getValidatorFeeConfig": {
    capacity: 20000,
    target: 10000,
    minPrice: 512,
    excessConversionConstant: 1246488515,
  },
  "platform.getValidatorFeeState": {
    excess: 26956,
    price: 512,
    timestamp: "2024-12-16T17:19:07Z",
  },
  "platform.getCurrentValidators": {
    validators: [
      {
        txID: "2NNkpYTGfTFLSGXJcHtVv6drwVU2cczhmjK2uhvwDyxwsjzZMm",
        startTime: "1735689600",
        endTime: "1767225600",
        weight: "1234567000000000",
        nodeID: "NodeID-5mb46qkSBj81k9g9e4VFjGGSbaaSLFRzD",
        potentialReward: "98765432101234",
        accruedDelegateeReward: "1234567890",
        delegationFee: "2.0000",
        uptime: "99.8731",
        connected: true,
        signer: {
          publicKey:
            "0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d",
        },
        delegatorCount: "12",
        delegatorWeight: "987654000000000",
      },
    ],
  },
  "platform.getL1Validator": {
    nodeID: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
    weight: "49463",
    startTime: "1731445206",
    validationID: "9FAftNgNBrzHUMMApsSyV6RcFiL9UmCbvsCu28xdLV2mQ7CMo",
    publicKey: "0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d",
    remainingBalanceOwner: {
      locktime: "0",
      threshold: "1",
      addresses: ["P-fuji1ywzvrftfqexh5g6qa9zyrytj6pqdfetza2hqln"],
    },
    deactivationOwner: {
      locktime: "0",
      threshold: "1",
      addresses: ["P-fuji1ywzvrftfqexh5g6qa9zyrytj6pqdfetza2hqln"],
    },
    minNonce: "0",
    balance: "1000000000",
    subnetID: "2DeHa7Qb6sufPkmQcFWG2uCd4pBPv9WB6dkzroiMQhd1NSRtof",
    height: "3",
  },
  "platform.getValidatorsAt": {
    "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg": {
      publicKey: "0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d",
      weight: "2000000000000000",
    },
    "NodeID-111111111111111111116DBWJs": {
      publicKey: null,
      weight: "40",
    },
  },
  "platform.getAllValidatorsAt": {
    validatorSets: {
      "11111111111111111111111111111111LpoYY": {
        validators: [
          {
            publicKey:
              "0x900c9b119b5c82d781d4b49be78c3fc7ae65f2b435b7ed9e3a8b9a03e475edff86d8a64827fec8db23a6f236afbf127d",
            weight: "2000000000000000",
            nodeIDs: ["NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
          },
        ],
        totalWeight: "2000000000000040",
      },
    },
  },
  "platform.sampleValidators": {
    validators: ["NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg", "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg"],
  },
  "platform.getSubnet": {
    isPermissioned: false,
    controlKeys: ["P-fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c"],
    threshold: "1",
    locktime: "0",
    subnetTransformationTxID: "11111111111111111111111111111111LpoYY",
    conversionID: "JdDfDgrfFy1EMCwjPnVN67A6P8w9EY5J1uzx5hoAvg1vAGeDW",
    managerChainID: "28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm",
    managerAddress: "0x0feedc0de0000000000000000000000000000000",
  },
  "platform.getSubnets": {
    subnets: [
      {
        id: "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT",
        controlKeys: ["P-fuji1ztvstx6naeg6aarfd047fzppdt8v4gsah88e0c"],
        threshold: "1",
      },
      {
        id: "11111111111111111111111111111111LpoYY",
        controlKeys: [],
        threshold: "0",
      },
    ],
  },
  "platform.getBlockchains": {
    blockchains: [
      {
        id: "2oYMBNV4eNHyqk2fjjV5nVQLDbtmNJzq5s3qs3Lo6ftnC6FByM",
        name: "X-Chain",
        subnetID: "11111111111111111111111111111111LpoYY",
        vmID: "jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq",
      },
    ],
  },
  "platform.getBlockchainStatus": {
    status: "Validating",
  },
  "platform.validatedBy": {
    subnetID: "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT",
  },
  "platform.validates": {
    blockchainIDs: ["28DWb5xe3EhuKeRKhSTvDUCVQxUskKpHqjRAJPzupSQLPv39xm"],
  },
  "platform.getMinStake": {
    minValidatorStake: "2000000000000",
    minDelegatorStake: "25000000000",
  },
  "platform.getStakingAssetID": {
    assetID: "FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGCgxN5Z",
  },
  "platform.getTotalStake": {
    stake: "279825917679866811",
    weight: "279825917679866811",
  },
  "avm.getHeight": {
    height: "5094088",
  },
  "avm.getBlock": {
    block:
      "0x000000000014054f478489b451cecef53155c24f04f441912cc34487db87f16b13a2f4fec8990000000000000000000000005fcb13d0000000000000000000000000000000000000000000000000000000000000000000000000f11be722",
    encoding: "hex",
  },
  "avm.getBlockByHeight": {
    block:
      "0x000000000014054f478489b451cecef53155c24f04f441912cc34487db87f16b13a2f4fec8990000000000000000000000005fcb13d0000000000000000000000000000000000000000000000000000000000000000000000000f11be722",
    encoding: "hex",
  },
  "avm.getTx": {
    tx: {
      unsignedTx: {},
      credentials: [],
      id: "vvZKLfbhpjQVQBkm3p8BLV4kUB5aUba3MoiTPjzquzXkWKTzP",
    },
    encoding: "json",
  },
  "avm.getTxStatus": {
    status: "Accepted",
  },
  "avm.getTxFee": {
    txFee: "1000000",
    createAssetTxFee: "10000000",
  },
  "avm.getUTXOs": {
    numFetched: "0",
    utxos: [],
    endIndex: {
      address: "X-local18jma8ppw3nhx5r4ap8clazz0dps7rv5u00z96u",
      utxo: "mKGLe78dXqvnqNsANKotoPfS8XVPKxD78oeezQnAY4nkB15vU",
    },
    encoding: "hexnc",
  },
  "avax.getUTXOs": {
    numFetched: "0",
    utxos: [],
    endIndex: {
      address: "C-local1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq",
      utxo: "11111111111111111111111111111111LpoYY",
    },
    encoding: "hexnc",
  },
  "avm.getAssetDescription": {
    assetID: "2fombhL7aGPwj3KH4bfrmJwW6PVnMobf9Y2fn9GwxiAAJyFDbe",
    name: "Avalanche",
    symbol: "AVAX",
    denomination: "9",
  },
  "avm.getBalance": {
    balance: "299999996997000000",
    utxoIDs: [
      {
        txID: "VtMLWHWSUBrU3XCxTLU3jwZG7rofvAzVZqjcHg1hHN3dy1dUR",
        outputIndex: 0,
      },
    ],
  },
  "avm.getAllBalances": {
    balances: [
      {
        asset: "AVAX",
        balance: "299999996997000000",
      },
    ],
  },
  "avm.issueTx": {
    txID: "2aYcs8L4mDPPzi4XEBChmyag7MbP5DHXD8DfSohg7vaZtsoYEa",
  },
  "wallet.issueTx": {
    txID: "2aYcs8L4mDPPzi4XEBChmyag7MbP5DHXD8DfSohg7vaZtsoYEa",
  },
  "index.getLastAccepted": {
    id: "6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY",
    bytes: "0x0000000000041234",
    timestamp: "2021-04-02T15:34:00.262979-07:00",
    encoding: "hex",
    index: "0",
  },
  "index.getContainerByIndex": {
    id: "6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY",
    bytes: "0x0000000000041234",
    timestamp: "2021-04-02T15:34:00.262979-07:00",
    encoding: "hex",
    index: "0",
  },
  "index.getContainerByID": {
    id: "6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY",
    bytes: "0x0000000000041234",
    timestamp: "2021-04-02T15:34:00.262979-07:00",
    encoding: "hex",
    index: "0",
  },
  "index.getContainerRange": {
    containers: [
      {
        id: "6fXf5hncR8LXvwtM8iezFQBpK5cubV6y1dWgpJCcNyzGB1EzY",
        bytes: "0x0000000000041234",
        timestamp: "2021-04-02T15:34:00.262979-07:00",
        encoding: "hex",
        index: "0",
      },
    ],
  },
  "index.getIndex": {
    index: "0",
  },
  "index.isAccepted": {
    isAccepted: true,
  },
  "admin.alias": {},
  "admin.aliasChain": {},
  "admin.getChainAliases": {
    aliases: ["X", "avm", "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed"],
  },
  "admin.getLoggerLevel": {
    loggerLevels: {
      main: {
        logLevel: "DEBUG",
        displayLevel: "INFO",
      },
    },
  },
  "admin.setLoggerLevel": {
    loggerLevels: {
      main: {
        logLevel: "DEBUG",
        displayLevel: "INFO",
      },
    },
  },
  "admin.loadVMs": {
    newVMs: {
      tGas3T58KzdjLHhBDMnH2TvrddhqTji5iZAMZ3RXs2NLpSnhH: ["timestamp"],
    },
  },
  "admin.lockProfile": {},
  "admin.memoryProfile": {},
  "admin.startCPUProfiler": {},
  "admin.stopCPUProfiler": {},
  "eth.call": `0x${"0".repeat(61)}3e8`,
  "eth.getBalance": "0x1bc16d674ec80000",
  "eth.getHeaderByNumber": {
    number: "0x4a817c8",
    timestamp: "0x69f3f800",
    gasLimit: "0x1c9c380",
    gasUsed: "0x5208",
    baseFeePerGas: "0x1312d00",
    minDelayExcess: "0x6e864b",
    settledHeight: "0x4a817c4",
    targetExponent: "0x2c5c860",
    minPriceExponent: "0x26af37c048d118",
  },
  "info.getNodeVersion": {
    version: "avalanchego/1.14.0",
    databaseVersion: "v1.4.5",
    rpcProtocolVersion: "44",
    gitCommit: "",
    vmVersions: {
      avm: "v1.14.0",
      evm: "v0.15.4",
      platform: "v1.14.0",
    },
  },
  "info.getNodeID": {
    nodeID: "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
    nodePOP: {
      publicKey: "0xa058ff27a4c57066",
      proofOfPossession: "0x8bfd6d4d2086b2b8",
    },
  },
  "info.getNodeIP": {
    ip: "127.0.0.1:9651",
  },
  "info.getNetworkID": {
    networkID: "1",
  },
  "info.getNetworkName": {
    networkName: "mainnet",
  },
  "info.getBlockchainID": {
    blockchainID: "2eNy1mUFdmaxXNj1eQHUe7Np4gju9sJsEtWQ4MX3ToiNKuADed",
  },
  "info.isBootstrapped": {
    isBootstrapped: true,
  },
  "info.uptime": {
    rewardingStakePercentage: "99.9988",
    weightedAveragePercentage: "99.2000",
  },
  "info.peers": {
    numPeers: "1",
    peers: [
      {
        ip: "127.0.0.1:38276",
        publicIP: "127.0.0.1:9651",
        nodeID: "NodeID-MFrZFVCXPv5iCn6M9K6XduxGTYp891xXZ",
        version: "avalanchego/1.14.0",
        lastSent: "2026-11-21T06:12:03Z",
        lastReceived: "2026-11-21T06:12:03Z",
        observedUptime: "100",
        trackedSubnets: ["11111111111111111111111111111111LpoYY"],
        supportedACPs: [181, 204, 226],
        objectedACPs: [],
        benched: [],
      },
    ],
  },
  "info.upgrades": {
    apricotPhase4MinPChainHeight: 0,
    etnaTime: "2024-12-16T17:00:00Z",
    graniteTime: "2025-11-19T16:00:00Z",
    graniteEpochDuration: 300000000000,
  },
  "info.getVMs": {
    vms: {
      jvYyfQTxGMJLuGWa55kdP2p2zSUYsQ5Raupu4TW34ZAUBAbtq: ["avm"],
    },
    fxs: {
      spdxUxVJQbX85MGxMHbKw1sHxMnSqJ3QBzDyDYEP3h6TLuxqQ: "secp256k1fx",
    },
  },
  "health.health": {
    checks: {
      bls: {
        message: "node has the correct BLS key",
        timestamp: "2026-11-21T05:51:48.077448244Z",
        duration: 5204,
      },
      network: {
        error: "network layer is unhealthy",
        timestamp: "2026-11-21T05:51:48.077333866Z",
        duration: 22612,
        contiguousFailures: 11,
        timeOfFirstFailure: "2026-11-21T05:46:48.077395731Z",
      },
    },
    healthy: false,
  },
  "health.readiness": {
    checks: {},
    healthy: true,
  },
  "health.liveness": {
    checks: {},
    healthy: true,
  },
  "proposervm.getProposedHeight": {
    height: "21857137",
  },
  "proposervm.getCurrentEpoch": {
    number: "56",
    startTime: "1755802182",
    pChainHeight: "21857141",
  },
  "validators.getCurrentValidators": {
    validators: [
      {
        validationID: "2wTscvX3JUsMbZHFRd9t8Ywz2q9j2BmETg8cTvgUHgawjbSvZX",
        nodeID: "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg",
        weight: 10,
        startTimestamp: 1734034648,
        isActive: true,
        isL1Validator: true,
        isConnected: false,
        uptimePercentage: 71.42857,
        uptimeSeconds: 25,
      },
    ],
  },
};
