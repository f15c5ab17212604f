import { isRecord } from '../../../../resources/define/input.ts';
import { Payload } from './fields.ts';
import type { PayloadField, PayloadType } from './payload-types.ts';

/** Yields the paths of unknown fields in a payload, in the order in which they were sent. */
export const unknownFields = (payload: unknown): Iterable<string> => inObject(payload, Payload, '');

function* inObject(value: unknown, { fields }: PayloadType, at: string): Generator<string> {
  if (!isRecord(value)) return;
  const known = fields();
  for (const [name, part] of Object.entries(value)) {
    const field = Object.hasOwn(known, name) ? known[name] : undefined;
    if (field) yield* inField(part, field, `${at}${name}`);
    else yield `${at}${name}`;
  }
}

function* inField(value: unknown, field: PayloadField, path: string): Generator<string> {
  if (field.is === 'object') yield* inObject(value, field.type, `${path}.`);
  else if (field.is === 'list' && Array.isArray(value))
    for (const [i, part] of value.entries()) yield* inField(part, field.of, `${path}[${i}]`);
}
