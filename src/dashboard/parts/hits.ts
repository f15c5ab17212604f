/** The links to what was found. */
const HITS = '.hits a';

/** Moves the focus to the next result of the search or to the one before; from the box to the first. False if there is none. */
export function moveToHit(step: 1 | -1): boolean {
  const hits = [...document.querySelectorAll<HTMLElement>(HITS)];
  const at = hits.indexOf(document.activeElement as HTMLElement);
  const hit = hits[at + step];
  hit?.focus();
  return hit !== undefined;
}
