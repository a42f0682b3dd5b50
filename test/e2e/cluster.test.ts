/** The charts in a cluster of Kubernetes. Its network does not enforce a NetworkPolicy: the tests check only that the API server
 *  accepts it. */
import { afterAll, beforeAll, describe } from "vitest";
import { credentialTests } from "./cluster/credentials.ts";
import { deploymentTests } from "./cluster/deployment.ts";
import { gettingStartedTests } from "./cluster/getting-started.ts";
import { monitorTests } from "./cluster/monitors.ts";
import { sidecarTests } from "./cluster/sidecar.ts";
import { type Client, clientOf } from "./cluster/support/client.ts";
import { startCluster } from "./cluster/support/cluster.ts";
import { type Images, provideImages } from "./cluster/support/images.ts";

let client: Client;
let images: Images;
beforeAll(async () => {
  client = clientOf(await startCluster());
  await client.installOperatorKinds();
  images = await provideImages(client);
});
afterAll(() => client?.close());

describe("the Deployment", () => deploymentTests(() => client));
describe("the monitors", () => monitorTests(() => client));
describe("the sidecar", () =>
  sidecarTests(
    () => client,
    () => images,
  ));
describe("getting started", () => gettingStartedTests(() => client));
describe("credentials", () => credentialTests(() => client));
