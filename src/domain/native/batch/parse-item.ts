import { mergeExtra } from '../../../resources/define/extra.ts';
import { isRecord, Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';
import type { ItemRefusal, NativeObject, NativeRow } from './object.ts';

/** What one item says, in terms of the stored row. */
interface ParsedItem {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The stored fields that the definition does not know, with those of the item over them. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly refusals: ItemRefusal[];
}

/** Reads the fields of one item; `stored` is the `extra` of the row that it changes. */
export function parseItem(options: {
  ctx: DomainContext;
  object: Omit<NativeObject<NativeRow>, 'check'>;
  item: unknown;
  mode: 'create' | 'update';
  stored: unknown;
}): ParsedItem {
  const { ctx, object, item, mode, stored } = options;
  const kept = isRecord(stored) ? stored : {};
  if (!isRecord(item))
    return { fields: {}, extra: kept, refusals: [invalid('', 'The item must be an object')] };
  const definition = object[mode];
  const problems = new Problems();
  const parsed = problems.parse(ctx, { ...definition, keepsUnknown: true }, item);
  const extra = mergeExtra({ problems, definition, stored: kept, input: item }) ?? kept;
  const fields = Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [object.renamed[name] ?? name, value]),
  );
  return { fields, extra, refusals: problems.issues.map(({ path, message }) => invalid(path, message)) };
}

function invalid(path: string, description: string): ItemRefusal {
  const message = path === 'advertiserId' ? 'Invalid advertiser id' : 'Invalid input';
  return { path, message, description };
}
