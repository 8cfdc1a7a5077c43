/**
 * The look of the site: the theme of VitePress with the fonts of the system, our colours and a few components.
 *
 * @module
 */

import type { Theme } from "vitepress";
import DefaultTheme from "vitepress/theme-without-fonts";
import { h, onMounted } from "vue";
import { readChoices } from "./choices.ts";
import Gallery from "./gallery.vue";
import NotFound from "./not_found.vue";
import SiteMap from "./site_map.vue";
import TabBar from "./tab_bar.vue";
import VersionSwitch from "./version_switch.vue";
import "./style.css";

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { "not-found": () => h(NotFound) }),
  setup: () => onMounted(readChoices),
  enhanceApp({ app }) {
    app.component("Gallery", Gallery);
    app.component("SiteMap", SiteMap);
    app.component("TabBar", TabBar);
    app.component("VersionSwitch", VersionSwitch);
  },
} satisfies Theme;
