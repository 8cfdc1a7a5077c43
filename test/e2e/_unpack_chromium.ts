/**
 * A program that unpacks the Chromium of `@sparticuz/chromium` into the folder that `TMPDIR` names: the package takes its
 * settings from the environment only.
 *
 * @module
 */

import packed from "npm:@sparticuz/chromium@147.0.0";

await packed.executablePath();
