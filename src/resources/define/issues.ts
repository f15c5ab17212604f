/** One invalid value: its path in the input (`contact.city`, `items[3].itemName`) and the reason. */
export interface ValidationIssue {
  readonly path: string;
  readonly message: string;
}

/** The maximum number of problems that an error lists. The last one states how many more there are. */
export const MAX_ISSUES = 100;
/**
 * The maximum size of the reported problems as JSON, so that a response with a summary of them stays below 64
 * KiB.
 */
const MAX_BYTES = 20 * 1024;
/** The limit in a bulk call, where each rejected item adds to the response. */
const MAX_BULK_BYTES = 10 * 1024;
const MAX_SUMMARY_CHARACTERS = 4_000;
const MAX_PATH = 250;
const MAX_MESSAGE = 500;

/** Paths and messages may contain long values of the caller. */
export const cut = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max).toWellFormed()}…`;
export const cutPath = (path: string): string => cut(path, MAX_PATH);

/** `['items', 3, 'itemName']` → `items[3].itemName` */
export function pathText(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (text, part) =>
      typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`,
    '',
  );
}

/** Returns a text such as `and 1,400 more problems`. */
export const remainder = (count: number): string =>
  `and ${count.toLocaleString('en-US')} more problem${count === 1 ? '' : 's'}`;

/** The problems that fit, and the number of those that do not. */
export interface BoundedIssues {
  readonly reported: readonly ValidationIssue[];
  readonly more: number;
}

/** Limits the problems of one error. `more` is the number of problems that were not collected. */
export function boundIssues(issues: readonly ValidationIssue[], more = 0): BoundedIssues {
  const room = new IssueRoom(MAX_BYTES, issues.length + more);
  const reported = room.take(issues);
  return { reported, more: issues.length - reported.length + more };
}

/**
 * Limits the problems of all items of a bulk call, in the order of the items. The last reported problem
 * states how many more there are, and later items list none. Returns undefined if all of them fit.
 */
export function boundAllIssues(
  items: readonly BoundedIssues[],
): readonly (readonly ValidationIssue[])[] | undefined {
  let left = items.reduce((sum, { reported, more }) => sum + reported.length + more, 0);
  const room = new IssueRoom(MAX_BULK_BYTES, left);
  let isFull = false;
  const bounded = items.map(({ reported, more }) => {
    if (isFull) return [];
    const taken = room.take(reported);
    left -= taken.length;
    isFull = taken.length < reported.length || more > 0;
    return isFull ? [...taken, { path: '', message: remainder(left) }] : taken;
  });
  return isFull ? bounded : undefined;
}

/** The remaining room for problems in a response. */
class IssueRoom {
  #bytes: number;
  #issues: number;

  constructor(bytes: number, total: number) {
    this.#bytes = bytes;
    // If there are more problems, the last entry states how many.
    this.#issues = total > MAX_ISSUES ? MAX_ISSUES - 1 : MAX_ISSUES;
  }

  /** Returns the first problems that fit. */
  take(issues: readonly ValidationIssue[]): ValidationIssue[] {
    const taken: ValidationIssue[] = [];
    for (const { path, message } of issues.slice(0, this.#issues)) {
      const issue = { path: cutPath(path), message: cut(message, MAX_MESSAGE) };
      this.#bytes -= Buffer.byteLength(JSON.stringify(issue));
      if (this.#bytes < 0) break;
      taken.push(issue);
    }
    this.#issues -= taken.length;
    if (taken.length < issues.length) this.#issues = 0;
    return taken;
  }
}

/** Returns a text such as `name is required; status must be ACTIVE or INACTIVE.` */
export function summaryOf({ reported, more }: BoundedIssues): string {
  const first: string[] = [];
  let room = MAX_SUMMARY_CHARACTERS;
  for (const { message } of reported) {
    room -= message.length;
    if (room < 0) break;
    first.push(message);
  }
  const left = reported.length - first.length + more;
  const sentences = left > 0 ? [...first, remainder(left)] : first;
  if (sentences.length < 2) return sentences.join('');
  return `${sentences.map((sentence) => sentence.replace(/\.$/, '')).join('; ')}.`;
}
