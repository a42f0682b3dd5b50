import config from "../../test/vitest.config.ts";

const include = [
  ...["entities/**", "protocol/**", "collectors/{watched,l1-uptimes}", "engine/{after-run,collect,runner}"],
  "app/{call-evidence,exporter,identity,target}",
  "node-api/{client,errors,lock-queue,sockets,tls}",
];

/** The unit tests of the files that are changed. */
export default { test: { ...config.test, include: include.map((files) => `test/${files}.test.ts`) } };
