export default defineCachedEventHandler(async (event) => await event.context.auth.require(), { maxAge: 60 });
