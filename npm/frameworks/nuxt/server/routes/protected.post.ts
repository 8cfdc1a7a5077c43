/** A form of the protected page, at the address of that page. */
export default defineEventHandler(async (event) => (await event.context.auth.require()).user.name);
