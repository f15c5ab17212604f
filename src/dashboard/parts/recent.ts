/** A page of one thing that was looked at. */
export interface Recent {
  readonly name: string;
  /** Its address, such as `/lines/84`. */
  readonly path: string;
}

const KEY = 'recent';
const MOST = 6;
const IS_OF_ONE = /^\/(advertisers|campaigns|lines|ads|library\/[a-z-]+)\/\d+$/;

/** What this window has looked at, the latest first. */
export function recentPages(): readonly Recent[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]');
  } catch {
    return [];
  }
}

/** Keeps what the page is about, if it is about one thing, by its name. */
export function rememberPage(name: string, hash: string): void {
  const [path = ''] = hash.replace(/^#/, '').split('?');
  // A name that is not known yet ends with the ID.
  if (!IS_OF_ONE.test(path) || name.endsWith(` ${path.split('/').at(-1)}`)) return;
  const others = recentPages().filter((page) => page.path !== path);
  try {
    sessionStorage.setItem(KEY, JSON.stringify([{ name, path }, ...others].slice(0, MOST)));
  } catch {
    // A window without storage has no memory.
  }
}
