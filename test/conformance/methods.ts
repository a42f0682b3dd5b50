/** The methods that the API document has. */
import { contract, type RpcMethodName } from "../../src/node-api/contract.ts";

const services = /^(admin|avm|wallet|platform|index)\./;
const documented = (Object.keys(contract) as RpcMethodName[]).filter((name) => services.test(name));

export const methodsLeftOut = (answered: ReadonlySet<RpcMethodName>) =>
  documented.filter((name) => !answered.has(name));
