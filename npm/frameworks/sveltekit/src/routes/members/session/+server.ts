import type { RequestHandler } from "./$types";

export const GET: RequestHandler = async ({ locals }) => Response.json(await locals.members());
