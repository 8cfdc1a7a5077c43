/**
 * The pages of the library, as HTML in each language, which the gallery of the documentation shows. They are made by the code as
 * it is: `deno task docs` writes them into `docs/public/gallery`, which is not in the repository.
 *
 * @module
 */

import { mkdir, rm, writeFile } from "node:fs/promises";
import { Memory } from "../src/adapters/memory/memory.ts";
import { type Pages, renderPages } from "../src/cli/preview_pages.ts";
import { AccountDeletion } from "../src/features/account_deletion/account_deletion.ts";
import { ActivityLog } from "../src/features/activity_log/activity_log.ts";
import { DataExport } from "../src/features/data_export/data_export.ts";
import { EmailChange } from "../src/features/email_change/email_change.ts";
import { UserProfile } from "../src/features/profile/profile.ts";
import { SecondFactor } from "../src/features/second_factor/second_factor.ts";
import { Password } from "../src/providers/password.ts";
import { settings } from "./acme.ts";
import { root } from "./exports.ts";

const FOLDER = new URL("docs/public/gallery/", root);

/** Title of a page → its HTML. */
export type Gallery = Pages;

/** The pages in each language, by its tag: those of an application with all that the library has. */
export function readGallery(): Promise<ReadonlyMap<string, Gallery>> {
  return renderPages({
    ...settings,
    adapter: Memory(),
    providers: [Password(), ...settings.providers],
    url: "https://app.acme.example",
    features: [
      ...settings.features,
      ...[SecondFactor(), UserProfile(), EmailChange(), ActivityLog(), DataExport(), AccountDeletion()],
    ],
  });
}

/** Writes a file for each language. */
export async function writeGallery(): Promise<void> {
  await rm(FOLDER, { recursive: true, force: true });
  await mkdir(FOLDER, { recursive: true });
  for (const [tag, pages] of await readGallery()) {
    await writeFile(new URL(`${tag}.json`, FOLDER), JSON.stringify(pages));
  }
}
