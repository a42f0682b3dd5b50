import config from "../../test/vitest.config.ts";

const include = [
  ...["entities/**", "collectors/watched", "engine/after-run"],
  "app/{call-evidence,exporter,identity,target}",
  "node-api/{client,errors,lock-queue}",
];

/** The unit tests of the files that are changed. */
export default { test: { ...config.test, include: include.map((files) => `test/${files}.test.ts`) } };
