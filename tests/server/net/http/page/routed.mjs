// Reads paths, and prints for each whether the page has a module for it.

import { routeOf } from "../../../../../server/pente_server/web/app/routes.js";

let given = "";
for await (const piece of process.stdin) given += piece;
console.log(JSON.stringify(JSON.parse(given).map((path) => routeOf(path) !== null)));
