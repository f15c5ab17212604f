import { isRecord } from '../../input.ts';
import { Payload, type PayloadField, type PayloadType } from './fields.ts';

/** The paths of a payload that no field has, in the order they were sent. */
export const unknownFields = (payload: unknown): string[] => inObject(payload, Payload, '');

function inObject(value: unknown, { fields }: PayloadType, at: string): string[] {
  if (!isRecord(value)) return [];
  const known = fields();
  return Object.entries(value).flatMap(([name, part]) => {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    return field ? inField(part, field, `${at}${name}`) : [`${at}${name}`];
  });
}

function inField(value: unknown, field: PayloadField, path: string): string[] {
  if (field.is === 'object') return inObject(value, field.type, `${path}.`);
  if (field.is !== 'list' || !Array.isArray(value)) return [];
  return value.flatMap((part, i) => inField(part, field.of, `${path}[${i}]`));
}
