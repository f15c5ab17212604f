import { mergeExtra } from '../../../resources/define/extra.ts';
import { isRecord, Problems } from '../../../resources/define/input.ts';
import type { DomainContext } from '../../context.ts';
import type { ItemRefusal, NativeObject, NativeRow } from './object.ts';

/** The fields of one item, by their names in the stored row. */
interface ParsedItem {
  readonly fields: Readonly<Record<string, unknown>>;
  /** The stored fields that the definition does not contain, overwritten by those of the item. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly refusals: ItemRefusal[];
}

/** Parses one item; `stored` is the row that it changes. */
export function parseItem(options: {
  ctx: DomainContext;
  object: Omit<NativeObject<NativeRow>, 'check'>;
  item: unknown;
  mode: 'create' | 'update';
  stored: NativeRow | undefined;
}): ParsedItem {
  const { ctx, object, item, mode, stored } = options;
  const storedExtra = isRecord(stored?.extra) ? stored.extra : {};
  if (!isRecord(item))
    return { fields: {}, extra: storedExtra, refusals: [invalid('', 'The item must be an object')] };
  const definition = object[mode];
  const problems = new Problems();
  const parsed = problems.parse(ctx, { ...definition, keepsUnknown: true }, item, stored);
  const extra = mergeExtra({ ctx, problems, definition, stored: storedExtra, input: item }) ?? storedExtra;
  const fields = Object.fromEntries(
    Object.entries(parsed).map(([name, value]) => [object.renamed[name] ?? name, value]),
  );
  return { fields, extra, refusals: problems.issues.map(({ path, message }) => invalid(path, message)) };
}

function invalid(path: string, description: string): ItemRefusal {
  const message = path === 'advertiserId' ? 'Invalid advertiser id' : 'Invalid input';
  return { path, message, description };
}
