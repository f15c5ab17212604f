import type { DashboardChangeFragment } from '../../generated/graphql.ts';

/** Fields that hold the ID of something with a name. */
const TYPES: Readonly<Record<string, string>> = {
  advertiserId: 'Advertiser',
  campaignId: 'Campaign',
  creativeId: 'Creative',
  lineId: 'Line',
  pixelId: 'Pixel',
  productSetId: 'ProductSet',
};

/** The global ID that a value of a field stands for; undefined where it is none. */
export function nodeIn(field: string, value: unknown): string | undefined {
  const type = TYPES[field];
  const id = /^(?:[A-Za-z]+:)?(\d{1,15})$/.exec(String(value))?.[1];
  return type && id ? `${type}:${id}` : undefined;
}

/** The global IDs in the values of changed fields, also within lists. */
export function idsIn(fields: DashboardChangeFragment['fields']): readonly string[] {
  const found = (field: string, value: unknown): string[] => {
    if (Array.isArray(value)) return value.flatMap((each) => found(field, each));
    if (typeof value === 'object' && value !== null)
      return Object.entries(value).flatMap(([name, each]) => found(name, each));
    const id = nodeIn(field, value);
    return id ? [id] : [];
  };
  const all = fields.flatMap(({ path, before, after }) => [...found(path, before), ...found(path, after)]);
  return [...new Set(all)].sort();
}
