import { execFile } from "node:child_process";
import { promisify } from "node:util";

/** Runs a program to its end. Returns its output if its exit status is not 0, otherwise an empty string.
 *  Less garbage collection saves promtool a quarter of its time. */
export const errorsOf = (program: string, ...args: readonly string[]): Promise<string> =>
  promisify(execFile)(program, args, { maxBuffer: 1e8, env: { ...process.env, GOGC: "400" } }).then(
    () => "",
    ({ message, stdout, stderr }: { readonly message: string; readonly stdout: string; readonly stderr: string }) =>
      stdout + stderr || message,
  );
