// The ratings of a player after their last games, as a line.

import { svg } from "../dom/elements.js";
import { momentText, numberText } from "../words/phrases.js";
import { t } from "../words/words.js";

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 46;
const RIGHT = 12;
const TOP = 12;
const BOTTOM = 16;

/** The line of RatingPoints, the oldest first. It is a picture; what it shows is also said in words. */
export function ratingGraph(points) {
  const ratings = points.map(({ rating }) => rating);
  const steps = scaleOf(Math.min(...ratings), Math.max(...ratings));
  const [low, high] = [steps[0], steps.at(-1)];
  const x = (index) => LEFT + ((WIDTH - LEFT - RIGHT) * (points.length > 1 ? index / (points.length - 1) : 0.5));
  const y = (rating) => TOP + ((HEIGHT - TOP - BOTTOM) * (high - rating)) / (high - low);
  const places = points.map((point, index) => ({ ...point, x: x(index).toFixed(1), y: y(point.rating).toFixed(1) }));
  return svg(
    "svg",
    { class: "rating-graph", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": graphText(points) },
    steps.map((step) => gridLine(y(step), step)),
    svg("polyline", { class: "curve", points: places.map((place) => `${place.x},${place.y}`).join(" ") }),
    places.map(dot),
  );
}

/** What the line shows, in a sentence. */
export function graphText(points) {
  const ratings = points.map(({ rating }) => rating);
  return t("archive.graph", { n: points.length, first: ratings[0], last: ratings.at(-1), low: Math.min(...ratings), high: Math.max(...ratings) });
}

/** Round ratings from one below the lowest to one above the highest: three to six of them. */
export function scaleOf(lowest, highest) {
  const step = [10, 20, 50, 100, 200, 500, 1000].find((size) => (highest - lowest) / size <= 4) ?? 5000;
  const first = Math.floor((lowest - 1) / step) * step;
  const count = Math.ceil((highest + 1 - first) / step) + 1;
  return Array.from({ length: count }, (_, index) => first + index * step);
}

function gridLine(at, rating) {
  return [
    svg("line", { class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: at, y2: at }),
    svg("text", { x: LEFT - 8, y: at + 4, "text-anchor": "end" }, numberText(rating)),
  ];
}

function dot({ x, y, rating, provisional, at }) {
  const title = svg("title", {}, `${rating}${provisional ? "?" : ""} · ${momentText(at)}`);
  return svg("circle", { class: provisional ? "provisional" : "sure", cx: x, cy: y, r: 4 }, title);
}
