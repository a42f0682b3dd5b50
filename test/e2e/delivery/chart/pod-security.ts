/** The standard "restricted" of Kubernetes's Pod security: what a Pod has that it forbids. */
import type { Manifest } from "./helm.ts";

const volumeTypes = [
  ...["configMap", "csi", "downwardAPI", "emptyDir", "ephemeral", "persistentVolumeClaim", "projected", "secret"],
];
const safeSysctls = [
  ...["kernel.shm_rmid_forced", "net.ipv4.ip_local_port_range", "net.ipv4.ip_unprivileged_port_start"],
  ...["net.ipv4.tcp_syncookies", "net.ipv4.ping_group_range", "net.ipv4.ip_local_reserved_ports"],
  ...["net.ipv4.tcp_keepalive_time", "net.ipv4.tcp_fin_timeout", "net.ipv4.tcp_keepalive_intvl"],
  "net.ipv4.tcp_keepalive_probes",
];

function* ofContainer({ name, securityContext: own = {}, ports = [] }: Manifest, pod: Manifest): Generator<string> {
  const { capabilities = {} } = own;
  const seccomp = own.seccompProfile?.type ?? pod.seccompProfile?.type;
  if (own.privileged) yield `${name} is privileged`;
  if (own.allowPrivilegeEscalation !== false) yield `${name} may gain privileges`;
  if (!capabilities.drop?.includes("ALL")) yield `${name} keeps capabilities`;
  if (capabilities.add?.some((one: string) => one !== "NET_BIND_SERVICE")) yield `${name} adds capabilities`;
  if (!(own.runAsNonRoot ?? pod.runAsNonRoot)) yield `${name} may run as root`;
  if ((own.runAsUser ?? pod.runAsUser) === 0) yield `${name} runs as root`;
  if (!["RuntimeDefault", "Localhost"].includes(seccomp)) yield `${name} has no seccomp profile`;
  if ((own.procMount ?? "Default") !== "Default") yield `${name} sees all of /proc`;
  if (ports.some(({ hostPort }: Manifest) => hostPort)) yield `${name} has a port of the machine`;
}

function* ofPod({ spec }: Manifest): Generator<string> {
  const { securityContext: pod = {}, volumes = [], containers = [], initContainers = [] } = spec;
  for (const key of ["hostNetwork", "hostPID", "hostIPC"]) if (spec[key]) yield key;
  for (const { name } of pod.sysctls ?? []) if (!safeSysctls.includes(name)) yield `sysctl ${name}`;
  for (const { name, ...source } of volumes)
    for (const type of Object.keys(source)) if (!volumeTypes.includes(type)) yield `volume ${name} is a ${type}`;
  for (const container of [...initContainers, ...containers]) yield* ofContainer(container, pod);
}

export const podSecurityErrors = (pods: readonly Manifest[]): string[] => pods.flatMap((pod) => [...ofPod(pod)]);
