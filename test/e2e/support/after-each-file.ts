import { afterAll } from "vitest";
import { stopAll } from "./programs.ts";

afterAll(async () => {
  await stopAll();
});
