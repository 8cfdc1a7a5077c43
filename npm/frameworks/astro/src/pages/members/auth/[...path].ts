// The middleware answers before. Without a route here, the prerendered page 404 would.
export const ALL = () => new Response(null, { status: 404 });
