/** API of the P-Chain. */
import { fees } from "./platform-fees.ts";
import { ledger } from "./platform-ledger.ts";
import { subnets } from "./platform-subnets.ts";
import { validators } from "./platform-validators.ts";

export const platform = { ...ledger, ...fees, ...validators, ...subnets };
