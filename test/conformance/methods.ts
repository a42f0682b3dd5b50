/** The methods that the API document has. */
import { contract, type Name } from "../../src/contract/contract.ts";

const services = /^(admin|avm|wallet|platform|index)\./;
const documented = (Object.keys(contract) as Name[]).filter((name) => services.test(name));

export const methodsLeftOut = (answered: ReadonlySet<Name>) => documented.filter((name) => !answered.has(name));
