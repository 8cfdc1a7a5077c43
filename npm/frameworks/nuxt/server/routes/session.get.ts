export default defineEventHandler(async (event) => Response.json(await event.context.auth()));
