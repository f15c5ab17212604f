import { labelOf } from './changes/labels.ts';
import { lower } from './words.ts';

/** A path of an input as people read it: `schedules[0].budget` → `Flights, row 1: budget`. */
export function labelAt(path: string): string {
  const [first = '', ...others] = path.split('.').map((part) => {
    const [, name = '', row] = /^(.*?)(?:\[(\d+)\])?$/.exec(part) ?? [];
    return row === undefined ? labelOf(name) : `${labelOf(name)}, row ${Number(row) + 1}`;
  });
  return [first, ...others.map(lower)].join(': ');
}

/** The service's words about a field begin with its path; people know the field by its label. */
export const issueAt = (path: string, text: string, label = labelAt(path)): string =>
  text.startsWith(path) ? `${label}${named(text.slice(path.length))}` : text;

/** What the service says of another field beside it: `must be after startDate` → `must be after start`. */
const named = (text: string): string =>
  text.replace(
    /\b(after|before|requires|than|without) ([a-z]+(?:[A-Z][a-z]+)+)\b/g,
    (_, word: string, name: string) => `${word} ${lower(labelOf(name))}`,
  );

type Issues = ReadonlyMap<string, string>;

/** What is said about a field, under its label; undefined where nothing is. */
export function issueOf(issues: Issues | undefined, path: string, label: string): string | undefined {
  const text = issues?.get(path);
  return text && issueAt(path, text, label);
}

interface Refused {
  readonly message: string;
  readonly issues: Issues;
}

/** All that a refusal says, where its fields are not on the page. */
export const wordsOf = ({ message, issues }: Refused): readonly string[] =>
  issues.size > 0 ? [...issues].map(([path, text]) => issueAt(path, text)) : [message];
