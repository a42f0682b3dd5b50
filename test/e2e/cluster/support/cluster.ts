/** A cluster of Kubernetes with one node: nothing is a stand-in but the base images. Network policies are not enforced. */
import { generateKeyPairSync } from "node:crypto";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { eventually, kubernetes, networkPlugins, ofCluster } from "../../support/programs.ts";
import { type Machine, openMachine } from "./machine.ts";

const address = "10.97.0.1";
const services = "10.96.0.0/24";
export const nodeName = "n1";
export const sandboxImage = "localhost/sandbox:1";

const kubeconfig = {
  apiVersion: "v1",
  kind: "Config",
  "current-context": "only",
  clusters: [{ name: "only", cluster: { server: `https://${address}:6443`, "insecure-skip-tls-verify": true } }],
  users: [{ name: "only", user: { token: "token" } }],
  contexts: [{ name: "only", context: { cluster: "only", user: "only" } }],
};

const network = (folder: string) => ({
  cniVersion: "0.4.0",
  name: "pods",
  plugins: [
    {
      type: "ptp",
      ipam: {
        type: "host-local",
        dataDir: join(folder, "addresses"),
        ranges: [[{ subnet: "10.98.0.0/24" }]],
        routes: [{ dst: "0.0.0.0/0" }],
      },
    },
  ],
});

const kubelet = ({ folder, controlGroup }: Machine) => ({
  apiVersion: "kubelet.config.k8s.io/v1beta1",
  kind: "KubeletConfiguration",
  containerRuntimeEndpoint: "unix:///run/containerd/containerd.sock",
  clusterDNS: [address],
  clusterDomain: "cluster.local",
  resolvConf: join(folder, "resolv.conf"),
  cgroupDriver: "cgroupfs",
  cgroupRoot: controlGroup,
  cgroupsPerQOS: false,
  enforceNodeAllocatable: [],
  failCgroupV1: false,
  failSwapOn: false,
  // a full disk of a developer's machine is not the subject
  evictionHard: {},
  imageGCHighThresholdPercent: 100,
  // how soon a changed Secret is in a Pod
  syncFrequency: "2s",
  podLogsDir: join(folder, "pod-logs"),
  volumePluginDir: join(folder, "volume-plugins"),
  authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
  authorization: { mode: "AlwaysAllow" },
});

/** Without CAP_SYS_RESOURCE, which a build machine may lack, runc cannot lower the OOM score of a container. */
const containerd = (folder: string) => `
version = 2
root = "${folder}/containerd"
[plugins."io.containerd.internal.v1.opt"]
  path = "${folder}/opt"
[plugins."io.containerd.grpc.v1.cri"]
  sandbox_image = "${sandboxImage}"
  disable_apparmor = true
  restrict_oom_score_adj = true
  [plugins."io.containerd.grpc.v1.cri".cni]
    bin_dir = "${networkPlugins()}"
    conf_dir = "${folder}/network"
`;

const domainNames = (config: string) =>
  `cluster.local {\n  kubernetes cluster.local {\n    kubeconfig ${config} only\n  }\n}\n`;

async function writeFiles(machine: Machine, config: string) {
  const { folder } = machine;
  const { publicKey, privateKey } = generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs1", format: "pem" },
  });
  await mkdir(join(folder, "network"));
  const files = {
    kubeconfig: JSON.stringify(kubeconfig),
    "kubelet.json": JSON.stringify(kubelet(machine)),
    "network/10-pods.conflist": JSON.stringify(network(folder)),
    "containerd.toml": containerd(folder),
    Corefile: domainNames(config),
    "resolv.conf": "",
    "tokens.csv": 'token,admin,1,"system:masters"\n',
    "accounts.pub": publicKey,
    "accounts.key": privateKey,
  };
  for (const [name, text] of Object.entries(files)) await writeFile(join(folder, name), text);
}

/** The arguments of each program, by its name. */
const argumentsOf = (folder: string, config: string) => ({
  etcd: [`--data-dir=${folder}/etcd`],
  containerd: [`--config=${folder}/containerd.toml`],
  "kube-apiserver": [
    "--etcd-servers=http://127.0.0.1:2379",
    `--advertise-address=${address}`,
    `--service-cluster-ip-range=${services}`,
    `--cert-dir=${folder}/certificates`,
    `--service-account-key-file=${folder}/accounts.pub`,
    `--service-account-signing-key-file=${folder}/accounts.key`,
    "--service-account-issuer=https://kubernetes.default.svc",
    `--token-auth-file=${folder}/tokens.csv`,
    "--authorization-mode=RBAC",
    "--kubelet-preferred-address-types=InternalIP",
  ],
  "kube-controller-manager": [
    `--kubeconfig=${config}`,
    "--leader-elect=false",
    `--service-account-private-key-file=${folder}/accounts.key`,
  ],
  "kube-scheduler": [`--kubeconfig=${config}`, "--leader-elect=false"],
  "kube-proxy": [
    `--kubeconfig=${config}`,
    `--hostname-override=${nodeName}`,
    "--proxy-mode=iptables",
    "--conntrack-max-per-core=0",
  ],
  coredns: [`-conf=${folder}/Corefile`],
  kubelet: [
    `--config=${folder}/kubelet.json`,
    `--kubeconfig=${config}`,
    `--hostname-override=${nodeName}`,
    `--node-ip=${address}`,
    `--root-dir=${folder}/kubelet`,
  ],
});
type Program = keyof ReturnType<typeof argumentsOf>;

/** Resolves once the node is ready. */
export async function startCluster() {
  if (process.getuid?.() !== 0) throw new Error("Only root can start a cluster.");
  const binaries = kubernetes();
  for (const name of ["containerd", "runc", "etcd", "iptables", "ip", "curl"] as const) ofCluster(name);
  networkPlugins();
  const machine = await openMachine({ host: address, services });
  const { folder } = machine;
  const config = join(folder, "kubeconfig");
  await writeFiles(machine, config);
  const allArguments = argumentsOf(folder, config);
  const log = (program: Program) => join(folder, `${program}.log`);
  const start = (program: Program) => {
    const path = program === "etcd" || program === "containerd" ? program : join(binaries, program);
    return machine.start(path, allArguments[program], log(program));
  };
  const kubectl = (...args: string[]) => machine.print(join(binaries, "kubectl"), [`--kubeconfig=${config}`, ...args]);
  try {
    start("etcd");
    start("containerd");
    start("kube-apiserver");
    await eventually("an API server", async () => (await kubectl("get", "--raw=/readyz")) === "ok" || undefined);
    for (const program of ["kube-controller-manager", "kube-scheduler", "kube-proxy", "coredns", "kubelet"] as const)
      start(program);
    await eventually("containerd", () => machine.print("ctr", ["version"]));
    await eventually("a node", () => kubectl("get", "node", nodeName));
    await kubectl("wait", "--for=condition=Ready", `node/${nodeName}`, "--timeout=60s");
    return { ...machine, kubectl, kubeconfig: config, readLog: (program: Program) => readFile(log(program), "utf8") };
  } catch (error) {
    await machine.close();
    throw error;
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>;
