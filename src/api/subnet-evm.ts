/** API of the virtual machine Subnet-EVM about the validators of its chain. */
import * as z from "zod";
import { mebibyte, methodsOf } from "./method.ts";
import * as w from "./wire.ts";

// the virtual machine reads the validators from the P-Chain, under its lock
const { read } = methodsOf<string>({
  path: (chain) => `/ext/bc/${chain}/validators`,
  lock: () => "P",
  selector: { of: "chain" },
  isOfVm: true,
});

const validator = z.object({
  validationID: w.id,
  nodeID: w.nodeId,
  weight: w.uint64,
  startTimestamp: w.unixTime.optional(),
  isActive: z.boolean(),
  /** False for a validator of a subnet, and for one from before the conversion to an L1. */
  isL1Validator: z.boolean().optional(),
  isConnected: z.boolean(),
  /** Absent if it is not from 0 to 100, because the clocks of validators and of the node differ. */
  uptimePercentage: w.lenient(w.percent),
  uptimeSeconds: w.uint64,
});

export const subnetEvm = {
  "validators.getCurrentValidators": read({
    summary: "Validators of an L1 or subnet as its Subnet-EVM chain counts them: uptime, connection, weight.",
    cost: "moderate",
    maxBodyBytes: 8 * mebibyte,
    params: z.object({ nodeIDs: z.array(w.paramNodeId).optional() }),
    result: z
      .object({ validators: w.listOf(validator) })
      .superRefine(w.uniqueBy(({ validators }) => validators.map(({ validationID }) => validationID))),
    expectedErrors: { not_counted: /validationID not found/ },
    quirks: [
      "Fails as a whole for up to a minute after the registration of a validator: validationID not found.",
      "Numbers are numbers in JSON, not strings as in other methods.",
      "Only a node that runs the chain serves it, unless its configuration has validators-api-enabled: false.",
      "The uptime is that which the queried node observes; it counts itself as always connected.",
      "A validator from before the conversion has the ID of the transaction that added it as validationID.",
      "The list is empty on a node without sybil protection; its order is not defined.",
    ],
  }),
};
