import packageJson from "../../package.json" with { type: "json" };
import type { Build } from "../exporter/self-metrics.ts";
import type { Io } from "./io.ts";

export const { version } = packageJson;

/** The image sets SOURCE_COMMIT. */
export const buildOf = ({ env }: Io): Build => ({ version, revision: env["SOURCE_COMMIT"] ?? "unknown" });
