/** The repository of the project, as package.json has it. */
import packageJson from "../package.json" with { type: "json" };

/** Stands for the account until `npm run docs -- --owner NAME` sets it. */
const placeholder = "OWNER";

export const repositoryUrl = packageJson.repository;
/** The account that publishes the project. */
export const owner = new URL(repositoryUrl).pathname.split("/")[1] ?? placeholder;
export const hasOwner = owner !== placeholder;
/** The account in the registry of images, whose names are in lower case. */
export const registryOwner = hasOwner ? owner.toLowerCase() : owner;
