/** The scripts in the shells that they are for; bash has its tests among the others. */
import { spawnSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { pollLimit } from "../support/limits.ts";
import { runToEnd } from "../support/program.ts";

async function scriptOf(shell: string): Promise<string> {
  const file = join(await temporaryFolder(), `_avalanche-exporter`);
  await writeFile(file, (await runToEnd(["completion", shell])).out);
  return file;
}

function run(program: string, args: readonly string[], input?: string): string {
  const { error, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    input,
    timeout: pollLimit,
    env: { PATH: process.env["PATH"] },
  });
  if (error)
    throw new Error(`${program}: ${error.message}; is it missing? apt-get install ${program}`, { cause: error });
  return stdout + stderr;
}

const lines = [
  ["avalanche-exporter heal", "healthcheck"],
  ["avalanche-exporter call platform.getFeeS", "platform.getFeeState"],
  ["avalanche-exporter --validators.detail to", "top"],
  ["avalanche-exporter --web.lis", "--web.listen-address"],
] as const;

test.each(lines)("fish completes %s", async (line, word) => {
  const words = run("fish", ["-c", `source ${await scriptOf("fish")}; complete -C "${line}"`]);
  expect(words.split("\n").map((text) => text.split("\t")[0])).toContain(word);
});

const descriptions = [
  ["avalanche-exporter s", "Run only the simulated node."],
  ["avalanche-exporter simulate --l1", "Number of L1s."],
  ["avalanche-exporter serve --validators.", "Validators exported individually"],
] as const;

test.each(descriptions)("fish describes the completions of %s", async (line, description) => {
  expect(run("fish", ["-c", `source ${await scriptOf("fish")}; complete -C "${line}"`])).toContain(description);
});

test("fish completes only settings that the command uses", async () => {
  const words = run("fish", ["-c", `source ${await scriptOf("fish")}; complete -C "avalanche-exporter once --web."`]);
  expect(words).not.toContain("--web.");
});

/** zsh completes only at a terminal: Tab is typed in a separate one. `keys` follow the line, until the output has the text. */
const atTerminal = (folder: string, line: string, keys: string, text: string) => `
export TERM=xterm
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PS1=; fpath=(${folder} \\$fpath); autoload -Uz compinit; compinit -u -D; echo RE''ADY"
zpty -r -m shell output '*READY*2004h*' # its line editor listens
zpty -w -n shell ${JSON.stringify(line)}$'${keys}'
zpty -r -m shell output '*${text}*'
print -r -- "$output"
`;

test.each(lines)("zsh completes %s", async (line, word) => {
  const file = await scriptOf("zsh");
  const echoed = `= avalanche-exporter*${word}`;
  expect(run("zsh", ["-f"], atTerminal(dirname(file), line, "\\t\\C-aecho = \\n", echoed))).toContain(word);
});
