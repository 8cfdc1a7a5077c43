import process from "node:process";
import adapter from "@sveltejs/adapter-node";

export default {
  kit: {
    adapter: adapter({ out: process.env.BASE_PATH ? "build_base" : "build" }),
    paths: { base: process.env.BASE_PATH ? "/base" : "" },
    csrf: { trustedOrigins: ["https://appleid.apple.com"] },
    // Here, the library checks forms in place of Kit.
    ...process.env.BASE_PATH && {
      csrf: { trustedOrigins: ["*"] },
    },
    typescript: {
      config: (config) => ({
        ...config,
        exclude: [...config.exclude, "../src/env.ts"],
      }),
    },
  },
};
