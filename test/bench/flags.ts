/** The flags of V8 with which the program runs, for processes of the benchmark. */
import { setMemoryFlags } from "../../src/cli/memory-flags.ts";

setMemoryFlags();
