export const ANNOUNCEMENT = 'announcement';

/** Says something to whoever does not see the page. */
export const announce = (text: string): boolean =>
  dispatchEvent(new CustomEvent(ANNOUNCEMENT, { detail: text }));
