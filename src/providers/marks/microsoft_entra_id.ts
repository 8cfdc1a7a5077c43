/**
 * The mark of Microsoft. Written by `deno task marks`.
 *
 * Four squares, drawn for this library
 *
 * @module
 */

import type { Mark } from "../../model/provider.ts";

const mark: Mark = {
  viewBox: "0 0 24 24",
  paths: [
    {
      d: "M2 2h9.5v9.5H2z",
      fill: "#f25022",
    },
    {
      d: "M12.5 2H22v9.5h-9.5z",
      fill: "#7fba00",
    },
    {
      d: "M2 12.5h9.5V22H2z",
      fill: "#00a4ef",
    },
    {
      d: "M12.5 12.5H22V22h-9.5z",
      fill: "#ffb900",
    },
  ],
};

export default mark;
