// What people have added to a finished game: variations, comments and marks. A node is a place in the tree of a game:
// 0, 1, 2 … after so many of its turns; variations get the numbers after those, in the order in which they came.

export const NO_ANALYSIS = Object.freeze({ variations: [], comments: [], marks: [], node_count: 0 });

/** An analysis after an event that led to the version `number` of a room with a game of so many turns. */
export function added(analysis, event, number, turns) {
  const { t, player, node, points, text } = event;
  const { variations, comments, marks, node_count: count } = analysis;
  if (t === "comment_added") return { ...analysis, comments: [...comments, { number, player, node, text }] };
  if (t === "variation_added") {
    const first = turns + 1 + count;
    return { ...analysis, variations: [...variations, { number, player, node, first, points }], node_count: count + points.length };
  }
  const others = marks.filter((other) => other.player.id !== player.id || other.node !== node);
  return { ...analysis, marks: points.length ? [...others, { number, player, node, points }] : others };
}

/** An analysis without an annotation; without a variation goes all that was added in it. */
export function without(analysis, number) {
  const gone = new Set();
  const variations = analysis.variations.filter((each) => {
    if (each.number !== number && !gone.has(each.node)) return true;
    nodesOf(each).forEach((node) => gone.add(node));
    return false;
  });
  const stays = (each) => each.number !== number && !gone.has(each.node);
  return { ...analysis, variations, comments: analysis.comments.filter(stays), marks: analysis.marks.filter(stays) };
}

/** The nodes of a variation, one for each stone. */
export function nodesOf({ first, points }) {
  return points.map((_, index) => first + index);
}
