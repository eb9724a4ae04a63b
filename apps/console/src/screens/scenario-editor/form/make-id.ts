const MAX_LENGTH = 60;

/** An id made from a name: `Lost card (Zürich)` becomes `lost-card-zurich`. */
export function makeId(name: string): string {
  const words = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const id = (words ?? []).join('-').slice(0, MAX_LENGTH).replace(/-$/, '');
  return id === '' ? 'scenario' : id;
}

/** The id itself if it is free, otherwise the id with the first free number. */
export async function findFreeId(
  id: string,
  isTaken: (id: string) => Promise<boolean>,
): Promise<string> {
  let free = id;
  for (let number = 2; await isTaken(free); number += 1) free = `${id}-${number}`;
  return free;
}
