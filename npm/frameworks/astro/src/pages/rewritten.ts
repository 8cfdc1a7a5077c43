export const GET = (context) => context.rewrite("/session");
