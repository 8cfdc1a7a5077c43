import { appConfig } from "~~/app_config.mjs";

export const config = appConfig();

// As `await adapter.migrate()` of the recipes.
await Promise.resolve();
