/** Stands for the package bcrypt in the image and in executables, which have its native code in the folder of the program. */
import { join } from "node:path";
import { promisify } from "node:util";

type Compare = (password: Buffer, hash: string, callback: (error: Error | null, isEqual: boolean) => void) => void;
const addon = { exports: {} as { readonly compare: Compare } };
process.dlopen(addon, join(import.meta.dirname, "bcrypt.node"));

// biome-ignore lint/style/noDefaultExport: the package has one
export default { compare: promisify(addon.exports.compare) };
