/** Rules for Dockerfiles and workflows that linters do not check. Each rule returns one line per violation. */
import { isDeepStrictEqual } from "node:util";
import { parse } from "yaml";
import { namesOf } from "./image-rules.ts";

type Instruction = { readonly name: string; readonly rest: string };

/** Removes comments and joins continued lines. */
const instructionsOf = (dockerfile: string): readonly Instruction[] =>
  dockerfile
    .replace(/^#.*\n/gm, "")
    .replace(/\\\n/g, "")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => {
      const [, name = "", rest = ""] = /^\s*(\w+)\s+(.*)$/.exec(line) ?? [];
      return { name: name.toUpperCase(), rest: rest.replace(/\s+/g, " ").trim() };
    });

/** What FROM names, without the platform before and the stage's name behind. */
const referenceIn = (from: string) => from.replace(/^--platform=\S+ /, "").replace(/ AS .*$/, "");

/** Returns the arguments of each FROM. */
export const basesOf = (dockerfile: string): string[] =>
  instructionsOf(dockerfile)
    .filter(({ name }) => name === "FROM")
    .map(({ rest }) => referenceIn(rest));

/** The digest of an image's manifest, at the end of its reference. */
const digest = /@sha256:[0-9a-f]{64}(?=\s|$)/;
export const withoutDigests = (text: string): string => text.replace(new RegExp(digest, "g"), "");

/** Distroless has its version in its name. */
function hasVersion(reference: string): boolean {
  const [, name = "", tag = "latest"] =
    /^[\w-]+\.[\w.]+\/([\w./-]+)(?::([\w.-]+))?$/.exec(withoutDigests(reference)) ?? [];
  return tag !== "latest" && /\d/.test(name + tag);
}

const execForm = /^\["\/[^"]*"(, "[^"]*")*\]$/;

/** Returns the errors that hadolint has no rule for. */
export function dockerfileErrors(dockerfile: string): string[] {
  const all = instructionsOf(dockerfile);
  const last = all.slice(all.findLastIndex(({ name }) => name === "FROM"));
  const rest = (name: string) => last.findLast((one) => one.name === name)?.rest ?? "";
  const bases = basesOf(dockerfile);
  const base = withoutDigests(bases.at(-1) ?? "");
  const [syntax = ""] = /^# syntax=.*/.exec(dockerfile) ?? [];
  const errors = {
    "the syntax has no version": !/^# syntax=docker\/dockerfile:\d+\.\d+$/.test(withoutDigests(syntax)),
    "the syntax has no digest": !digest.test(syntax),
    "ADD, which unpacks and downloads": all.some(({ name }) => name === "ADD"),
    "all of the context is copied": all.some(({ name, rest }) => name === "COPY" && /^\.\/? /.test(rest)),
    "a base without registry or version": !bases.every(hasVersion),
    "a base without a digest": !bases.every((one) => digest.test(one)),
    "the last stage runs commands": last.some(({ name }) => name === "RUN"),
    "the user is not the number 65532": rest("USER") !== "65532:65532",
    "ENTRYPOINT needs a shell": !execForm.test(rest("ENTRYPOINT")),
    "the label of the base is another's": !dockerfile.includes(`org.opencontainers.image.base.name="${base}"`),
  };
  return namesOf(errors);
}

type Step = { readonly uses?: string; readonly with?: Readonly<Record<string, unknown>> };
type Rights = Readonly<Record<string, string>>;
type Job = {
  readonly steps?: readonly Step[];
  readonly "timeout-minutes"?: number;
  readonly permissions?: Rights;
  readonly environment?: string;
};
type Workflow = { readonly permissions?: unknown; readonly jobs: Readonly<Record<string, Job>> };

/** An issue is no part of a release. */
const canWrite = ({ permissions: { issues: _, ...rights } = {} }: Job): boolean =>
  Object.values(rights).includes("write");
const writesContents = ({ permissions = {} }: Job): boolean => permissions["contents"] === "write";
const writesOthers = ({ permissions: { contents, ...others } = {} }: Job): boolean => canWrite({ permissions: others });

/** An action of another repository, by commit, with its version as a comment. A tag can be moved. */
const pinnedAction = /^[\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;

/** Returns the errors that actionlint has no rule for. */
export function workflowErrors(text: string): string[] {
  const workflow: Workflow = parse(text, { uniqueKeys: false });
  const jobs = Object.values(workflow.jobs);
  const steps = jobs.flatMap(({ steps }) => steps ?? []);
  const actions = [...text.matchAll(/\buses: (?!\.\/)(.*)$/gm)].map(([, action = ""]) => action);
  const images = [...text.matchAll(/\b(?:image|generator)[:=] ?(?!\S*\$)(\S+)/g)].map(([, image = ""]) => image);
  const errors = {
    "rights beyond reading by default": !isDeepStrictEqual(workflow.permissions, { contents: "read" }),
    "a job without a time limit": jobs.some((job) => job.steps !== undefined && job["timeout-minutes"] === undefined),
    "an action without a commit and a version": !actions.every((action) => pinnedAction.test(action)),
    "an image without a digest": !images.every((image) => digest.test(image)),
    "a job that writes contents and other things": jobs.some((job) => writesContents(job) && writesOthers(job)),
    "a job that writes outside the environment": jobs.some((job) => canWrite(job) && job.environment !== "release"),
    "a checkout that keeps its credentials": steps.some(
      (step) => step.uses?.startsWith("actions/checkout@") && step.with?.["persist-credentials"] !== false,
    ),
  };
  return namesOf(errors);
}
