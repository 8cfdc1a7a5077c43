import { defineEnvVars } from "@sveltejs/kit/env";

/** Not needed while Kit builds. When the site runs, the library says what is missing. */
const variable = { schema: (value: string | undefined) => value };

export const variables = defineEnvVars({
  AUTH_SECRET: variable,
  AUTH_URL: variable,
  AUTH_GITHUB_ID: variable,
  AUTH_GITHUB_SECRET: variable,
});
