/**
 * Next 15 with webpack, and the middleware in the edge runtime: the application of `examples/next`, on the packed tarball.
 *
 * @module
 */

import { builtApp, startApp } from "./_app.ts";
import { frameworkChecks } from "./_checks.ts";
import { NEXT_15 } from "./_next_app.ts";
import { nextChecks } from "./_next_checks.ts";
import { nextTokenChecks } from "./_next_tokens.ts";
import { checkTypes } from "./_types.ts";

const folder = await builtApp(NEXT_15);
const app = await startApp(NEXT_15, folder);

checkTypes("Next 15", folder);
frameworkChecks("Next 15", app, { basePath: "/api/auth" });
nextChecks("Next 15", app, ["/plain/auth", "/plain/handler", "/plain/edge"]);
nextTokenChecks("Next 15", app);
