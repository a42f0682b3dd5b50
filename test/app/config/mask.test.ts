import { expect, test } from "vitest";
import { parse } from "yaml";
import { mask } from "../../../src/app/cli/check-config.ts";
import type { Config } from "../../../src/app/config/schema.ts";
import { formatDuration } from "../../../src/lib/duration.ts";
import { errorMap, formatIssues } from "../../../src/lib/schema.ts";
import { fc } from "../../support/random.ts";
import { schema } from "./fake-collectors.ts";

const nodeId = "NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg";
const subnetId = "2U6hDTcTLj8Fj6tmL65jNgEd2m3dPz2SGakc97RgjvdA7npddT";
const secret = "hunter2";

test("every value is shown as written, including defaults, and no secret", () => {
  const config = schema.parse({
    node: {
      authorization: { credentials: secret },
      tls_config: { cert: "PEM", key: secret },
      headers: { "X-A": { values: ["shown"], secrets: [secret, secret] } },
    },
    watch: { node_ids: [nodeId] },
  });
  expect(mask(config, schema)).toMatchInlineSnapshot(`
    "node:
      url: http://127.0.0.1:9650
      timeout: 10s
      authorization:
        type: Bearer
        credentials: <secret>
      tls_config:
        cert: PEM
        key: <secret>
        insecure_skip_verify: false
      headers:
        X-A:
          values:
            - shown
          secrets:
            - <secret>
            - <secret>
          files: []
    nodes: {}
    watch:
      node_ids:
        - id: NodeID-7Xhw2mDxuDS44j42TCB6U5579esbSt3Lg
          alias: ""
          subnet_ids:
            - 11111111111111111111111111111111LpoYY
      own: true
      subnet_ids: []
      validation_ids: []
      blockchain_ids: []
      addresses: []
      evm_addresses: []
      indexes:
        - P/block
        - X/block
        - C/block
    validators:
      detail: watched
      top: 20
    l1: {}
    collectors:
      p-fee:
        enabled: true
        interval: 15s
      p-fee-config:
        enabled: true
        interval: 10m
      p-validators:
        enabled: true
        interval: 1m
        timeout: 25s
      admin:
        enabled: false
        interval: 5m
    series_limit: 50000
    web:
      listen_address: :10652
      telemetry_path: /metrics
      enable_lifecycle: false
    log:
      level: info
    "
  `);
});

test("a part of the path of a URL that can be a key is replaced", () => {
  const key = "c0ffee9b1d5e4f7a8d20";
  const config = schema.parse({
    node: { url: `http://[::1]:9650/${key}/node` },
    nodes: { a: { url: `https://a.example/${key}` }, b: { url: "https://b.example/" } },
  });
  expect(parse(mask(config, schema))).toMatchObject({
    node: { url: "http://[::1]:9650/<secret>/node" },
    nodes: { a: { url: "https://a.example/<secret>" }, b: { url: "https://b.example" } },
  });
});

const duration = fc.integer({ min: 1000, max: 86_400_000 }).map(formatDuration);
const text = fc.string({ unit: fc.constantFrom(..."ab:#*!&'\"{[ -0~") });
const optional = { requiredKeys: [] };
const input = fc.record(
  {
    node: fc.record(
      {
        url: fc.webUrl({ validSchemes: ["http", "https"] }).map((url) => new URL(url).origin),
        timeout: duration,
        basic_auth: fc.record({ username: fc.constant("me"), password_file: fc.constant("/file") }),
        tls_config: fc.record({ server_name: text, insecure_skip_verify: fc.boolean() }, optional),
        headers: fc.dictionary(fc.stringMatching(/^X-[\w-]{1,9}$/), fc.record({ values: fc.array(text) })),
      },
      optional,
    ),
    watch: fc.record({
      node_ids: fc.array(fc.oneof(fc.constant(nodeId), fc.record({ id: fc.constant(nodeId), alias: text })), {
        maxLength: 1,
      }),
      subnet_ids: fc.array(fc.oneof(fc.constant(subnetId), fc.record({ id: fc.constant(subnetId), alias: text })), {
        maxLength: 1,
      }),
    }),
    collectors: fc.record({
      "p-fee": fc.record(
        { enabled: fc.boolean(), interval: duration, timeout: duration, stale_after: duration },
        optional,
      ),
    }),
    series_limit: fc.integer({ min: 1 }),
    web: fc.record({
      listen_address: fc
        .tuple(fc.constantFrom("", "127.0.0.1", "localhost", "[::1]"), fc.integer({ min: 0, max: 65_535 }))
        .map((parts) => parts.join(":")),
    }),
    log: fc.record({ format: fc.constantFrom("json", "pretty") }, optional),
  },
  optional,
);

test("the output for a configuration without secrets is the same configuration", () => {
  fc.assert(
    fc.property(input, (raw) => {
      const config: Config = schema.parse(raw);
      expect(schema.parse(parse(mask(config, schema)))).toEqual(config);
    }),
  );
});

test("no message contains a secret, in any form of it", () => {
  const shape = fc.constantFrom<unknown>(
    secret,
    `${secret}\n`,
    [secret],
    { values: secret },
    { x: [secret] },
    [[secret]],
    { secrets: { a: secret } },
  );
  const keys = [
    "authorization",
    "basic_auth",
    "tls_config",
    "headers",
    "url",
    "credentials",
    "type",
    "key",
    "password",
    "username",
    "secrets",
    "X-A",
  ];
  const members = fc.dictionary(fc.constantFrom(...keys), shape);
  const node = fc.oneof(shape, fc.dictionary(fc.constantFrom(...keys), fc.oneof(shape, members)));
  fc.assert(
    fc.property(node, (raw) => {
      const { error } = schema.safeParse({ node: raw }, { error: errorMap });
      expect(JSON.stringify([...formatIssues(schema, error?.issues)])).not.toContain(secret);
    }),
  );
});
