// What the board shows of the place where somebody looks.

/** A view for `Board.show`. `mayTry`: whether stones may be tried; `plays`: whether the reader plays; `pointed`: points that somebody shows. */
export function viewOf(look, { mayTry, plays, pointed, isTrying }) {
  const { frame, game, node, tried, isOwnBranch } = look;
  const { room } = game;
  const isEnd = node === game.last && !isOwnBranch;
  const lines = isEnd ? (room.outcome?.lines ?? frame.lines) : frame.lines;
  const marks = isOwnBranch ? [] : room.analysis.marks.filter((each) => each.node === node).flatMap(({ points }) => points);
  const isOpen = room.status === "finished" || (room.status === "playing" && !look.isLive);
  return {
    position: frame.position,
    own: tried,
    lastMove: frame.point ?? lastStone(look),
    captured: frame.removed ?? [],
    lines,
    marks: [...new Set([...marks, ...pointed])].filter((point) => frame.position.stones[point] !== undefined),
    legal: isOpen && (mayTry || !isTrying) && (!frame.isOver || !isTrying) ? "all" : null,
    scrolls: !(plays && look.isLive), // a finger on the board scrolls the page, where nothing is at stake
    isLive: look.isLive && !tried.length,
  };
}

/** The last stone before a choice or a resignation. */
function lastStone({ game, node }) {
  const { tree } = game;
  for (let at = node; at > 0; at = tree.parent(at)) {
    const { point } = tree.frameAt(at);
    if (point !== undefined) return point;
  }
  return null;
}
