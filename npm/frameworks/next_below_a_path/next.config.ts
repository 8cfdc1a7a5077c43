import type { NextConfig } from "next";

// As `create-next-app` writes it, with a base path.
const config: NextConfig = { basePath: "/app", cacheComponents: true, partialPrefetching: true };

export default config;
