import type { NextConfig } from "next";

const config: NextConfig = { basePath: "/app", cacheComponents: true };

export default config;
