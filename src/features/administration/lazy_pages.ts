/**
 * The pages for staff, loaded on demand: most of what administration does needs none.
 *
 * @module
 */

import { type Action, later } from "../../http/route.ts";
import { once } from "../../platform/once.ts";
import type { Setup } from "../../setup/setup.ts";

const pages = once(() => import("./page_action.ts"));

/** Shows a page. */
export const showAdmin: Action<Setup> = later(pages, "showAdmin");

/** Does what a form of a page asks for. */
export const changeAdmin: Action<Setup> = later(pages, "changeAdmin");
