/**
 * The look of the site: the theme of VitePress with the fonts of the system, our colours and three components.
 *
 * @module
 */

import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import StartLinks from "./start_links.vue";
import SiteMap from "./site_map.vue";
import VersionSwitch from "./version_switch.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  enhanceApp({ app }) {
    app.component("StartLinks", StartLinks);
    app.component("SiteMap", SiteMap);
    app.component("VersionSwitch", VersionSwitch);
  },
} satisfies Theme;
