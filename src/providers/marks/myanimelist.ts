/**
 * The mark of MyAnimeList. Written by `deno task marks`.
 *
 * Icon "myanimelist" of simple-icons 16.37.0 (CC0 1.0), from
 * https://myanimelist.net/wrap-up/anime-logo-mobile.svg
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  color: "#2e51a2",
  paths: [
    {
      d: "M14.921 6.479c-.82 0-3.683 0-4.947 3.156-.662 1.652-.986 4.812.876 7.886l1.934-1.41s-.767-1.095-1.083-3.191h2.897l.022 3.19h2.604V8.835h-2.581v2.043l-2.46-.023s.413-2.408 2.877-2.336h2.454l-.572-2.04ZM0 6.528v9.624h2.348v-5.84l2.031 2.664 2.047-2.652v5.828h2.336V6.528H6.437L4.368 9.474 2.31 6.528Zm18.447.022v9.583h5.022L24 14.09h-3.232V6.55Z",
    },
  ],
};

export default mark;
