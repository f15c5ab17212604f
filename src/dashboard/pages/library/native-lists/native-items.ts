import { issueAt } from '../../../parts/issue.ts';

export const ITEMS_LABEL = 'Sites and apps, one a line';

interface Typed {
  /** Where it was typed first, from 1. */
  readonly row: number;
  readonly itemName: string;
}

/** Sites and apps, each once, with their lines. */
function typedIn(text: string): readonly Typed[] {
  const typed = new Map<string, Typed>();
  for (const [index, line] of text.split('\n').entries()) {
    const itemName = hostIn(line.trim());
    if (itemName && !typed.has(itemName)) typed.set(itemName, { row: index + 1, itemName });
  }
  return [...typed.values()];
}

/** The host of an address that was pasted; anything else stays as it is. */
const hostIn = (text: string): string => /^https?:\/\/([^\s/:?#]+)/i.exec(text)?.[1] ?? text;

/** Sites and apps as the service takes them. */
export const itemsIn = (text: string) => typedIn(text).map(({ itemName }) => ({ itemName }));

/** What is refused, by its line and as it was typed. */
export function itemIssue(text: string, path: string, issue: string): string {
  const index = /^items\[(\d+)\]/.exec(path)?.[1];
  const typed = index === undefined ? undefined : typedIn(text)[Number(index)];
  return typed ? issueAt(path, issue, `Row ${typed.row}, “${typed.itemName}”,`) : issueAt(path, issue);
}
