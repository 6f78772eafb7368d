// What a server keeps about a player, collected page by page.

const MOST_PAGES = 1000;

/** All personal data of the player, as one object. `request` sends a request, and promises its reply. */
export async function collectData(request) {
  const { id: _, t: __, cursor, ...data } = await request({ t: "personal_data" });
  const games = [...(data.games ?? [])];
  let next = cursor;
  for (let page = 1; next && page < MOST_PAGES; page += 1) {
    const more = await request({ t: "personal_data", cursor: next });
    games.push(...(more.games ?? []));
    next = more.cursor;
  }
  return { ...data, games };
}
