/** The charts in a real cluster. Its network does not enforce NetworkPolicies: that they are accepted is all that is tested. */
import { afterAll, beforeAll, describe } from "vitest";
import { deploymentTests } from "./cluster/deployment.ts";
import { type Client, clientOf } from "./cluster/support/client.ts";
import { startCluster } from "./cluster/support/cluster.ts";
import { provideImages } from "./cluster/support/images.ts";

let client: Client;
beforeAll(async () => {
  client = clientOf(await startCluster());
  await client.installOperatorKinds();
  await provideImages(client);
}, 300_000);
afterAll(() => client?.close());

describe("the Deployment", () => deploymentTests(() => client));
