import { defineEnvVars } from "@sveltejs/kit/env";

const variable = { schema: (value: string | undefined) => value };

export const variables = defineEnvVars({
  AUTH_SECRET: variable,
  AUTH_URL: variable,
});
