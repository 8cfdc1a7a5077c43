/** Stands in for `src/integrations/sveltekit/kit.ts`, which documents it. */
import { resolve } from "$app/paths";
import { error, isHttpError, isRedirect, redirect } from "@sveltejs/kit";

// Kit 3 does not export its base. During a request the path would be relative to that of the page.
const base = new URL(resolve("/"), "http://path.invalid").pathname.slice(0, -1);

export { base, error, isHttpError, isRedirect, redirect };
