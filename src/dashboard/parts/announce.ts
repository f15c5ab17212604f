export const ANNOUNCEMENT = 'announcement';

export interface Announcement {
  readonly text: string;
  /** Also for whoever sees the page. */
  readonly isShown: boolean;
}

/** Says something to whoever does not see the page, or to everybody. */
export const announce = (text: string, isShown = false): boolean =>
  dispatchEvent(new CustomEvent<Announcement>(ANNOUNCEMENT, { detail: { text, isShown } }));
