import type { DomainContext } from '../context.ts';
import { isRecord, Problems } from '../input.ts';
import { type ItemRefusal, type NativeObject, type NativeRow, READ_ONLY } from './object.ts';

/** What one item says, in terms of the stored row. */
interface ParsedItem {
  readonly fields: Readonly<Record<string, unknown>>;
  readonly extra: Readonly<Record<string, unknown>>;
  readonly refusals: ItemRefusal[];
}

const MAX_DEPTH = 20;

/** Reads the fields of one item; whatever the definition does not know is `extra`. */
export function parseItem(
  ctx: DomainContext,
  object: NativeObject<NativeRow>,
  item: unknown,
  mode: 'create' | 'update',
): ParsedItem {
  if (!isRecord(item))
    return { fields: {}, extra: {}, refusals: [invalid('', 'The item must be an object')] };
  const definition = object[mode];
  const known: Record<string, unknown> = {};
  const extra: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(item)) {
    if (Object.hasOwn(definition.fields.shape, name)) known[name] = value;
    else if (!(READ_ONLY as readonly string[]).includes(name)) extra[name] = value;
  }
  const problems = new Problems();
  const parsed = problems.parse(ctx, definition, known) as Record<string, unknown>;
  const refusals = problems.issues.map(({ path, message }) => invalid(path, message));
  if (!isStorable(extra, MAX_DEPTH))
    refusals.push(invalid('', 'Unknown fields must be well-formed text without NUL, at most 20 levels deep'));
  const fields = Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [object.renamed[name] ?? name, value]),
  );
  return { fields, extra, refusals };
}

function invalid(path: string, description: string): ItemRefusal {
  const message = path === 'advertiserId' ? 'Invalid advertiser id' : 'Invalid input';
  return { path, message, description };
}

/** Whether PostgreSQL can keep a value as JSON, and JSON can be made of it again. */
export function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return !value.includes('\0') && value.isWellFormed();
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  return Object.entries(value).every(([name, part]) => isStorable(name, 1) && isStorable(part, depth - 1));
}
