/**
 * Another copy of the library in this process, as two versions of a peer dependency, a linked folder, or a tool that loads
 * changed modules again make one.
 *
 * @module
 */

import { mkdir, mkdtemp, rm, symlink } from "node:fs/promises";
import { afterTests } from "../_after.ts";
import { APP, type World } from "./_world.ts";

type Library = typeof import("../../mod.ts");
type Errors = typeof import("../../src/entries/errors.ts");

/** Loads the same sources again, below other URLs: no module of the copy is one of `src`. */
export async function loadCopy(): Promise<
  { library: Library; errors: Errors; file<T>(path: string): Promise<T> }
> {
  const root = new URL("../../", import.meta.url);
  const work = new URL(".work/", root);
  await mkdir(work, { recursive: true });
  const folder = new URL(`file://${await mkdtemp(new URL("copy-", work).pathname)}/`);
  afterTests(() => rm(folder, { recursive: true }));
  for (const name of ["src", "mod.ts"]) await symlink(new URL(name, root), new URL(name, folder));
  const file = async <T>(path: string): Promise<T> => await import(new URL(path, folder).href);
  return { library: await file("mod.ts"), errors: await file("src/entries/errors.ts"), file };
}

/** Lets the other copy run the application of a world, whose config this copy has made. */
export function runBy({ Auth }: Library, { platform, config }: Pick<World, "platform" | "config">): void {
  const own = platform.sites[APP]!;
  platform.sites[APP] = (request) =>
    new URL(request.url).pathname.startsWith("/auth/") ? Auth(request, config) : own(request);
}
