import config from "../../test/vitest.config.ts";

const include = [
  ...["facts/**", "model/**", "collectors/shared/ownership"],
  "exporter/{after-run,evidence,exporter,identity,node-clock,target}",
  "rpc/{client,failures,lock-queue}",
];

/** The unit tests of the files that are changed. */
export default { test: { ...config.test, include: include.map((files) => `test/${files}.test.ts`) } };
