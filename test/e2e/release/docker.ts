/** A stand-in of Docker, which runs an image with the arguments of the README. */
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { commandLine } from "../delivery/support/contained.ts";
import type { Built } from "../delivery/support/workshop.ts";

const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** Writes a program `docker` into a folder. It takes the options that the alias of the README has, in their order. Unlike a
 *  container of Docker, this one has variables of the machine. */
export async function writeDocker(folder: string, image: Built, env: Readonly<Record<string, string>>) {
  const { Entrypoint } = image.configuration.config;
  const command = commandLine(image, Entrypoint, { user: "USER:0", shared: "FOLDER", env });
  const words = command.map((word) =>
    word === "FOLDER" ? '"$PWD"' : word === "USER:0" ? '"$(id -u):0"' : quote(word),
  );
  const program = `#!/bin/bash
options="run --rm -i --network host -u $(id -u) -v $PWD:$PWD -w $PWD avalanche-exporter"
if [[ "$* " != "$options "* ]]; then echo "docker: unknown arguments: $*" >&2; exit 125; fi
shift 12
exec env ${words.join(" ")} "$@"
`;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "docker"), program, { mode: 0o755 });
}
