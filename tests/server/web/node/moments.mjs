// The moment of a game that is shown to players, to viewers, and to those who see it later.

import { shownMoment } from "../../../../server/pente_server/web/client/index.js";

const room = (viewer_delay, status = "playing") => ({ options: { viewer_delay }, status, clocks: { at: 4000 } });
console.log(
  JSON.stringify([
    shownMoment(room(undefined), false, 90000),
    shownMoment(room({ seconds: 30 }), false, 90000),
    shownMoment(room({ moves: 3 }), false, 90000),
    shownMoment(room({ seconds: 30 }), true, 90000),
    shownMoment(room({ seconds: 30 }, "finished"), false, 90000),
  ]),
);
