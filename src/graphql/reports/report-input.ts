import type { InputRef } from '@pothos/core';
import { Payload, type PayloadField, type PayloadType } from '../../domain/report/fields.ts';
import { builder } from '../builder.ts';

type Input = InputRef<object>;

const inputs = new Map<PayloadType, Input>();

/** The input of a part of the payload. All fields are optional, so that the domain reports the problems. */
function inputOf(type: PayloadType, description = type.description): Input {
  const known = inputs.get(type);
  if (known) return known;
  const input = builder.inputRef<object>(`${type.name}Input`);
  inputs.set(type, input);
  input.implement({
    description,
    fields: (t) =>
      Object.fromEntries(
        Object.entries(type.fields()).map(([name, field]) => [
          name,
          t.field({ type: typeOf(field) as 'String', description: descriptionOf(field) }),
        ]),
      ),
  });
  return input;
}

const descriptionOf = ({ description, required }: PayloadField): string =>
  required ? `${description} Required.` : description;

const SCALARS = {
  integer: 'Int',
  number: 'JSON',
  flag: 'Boolean',
  text: 'String',
  word: 'ListedValue',
  zone: 'TimeZone',
  id: 'ID',
  'id or code': 'ID',
} as const;

function typeOf({ is, of, type }: PayloadField): unknown {
  if (is === 'list') return [typeOf(of as PayloadField)];
  if (is === 'object') return inputOf(type as PayloadType);
  return SCALARS[is];
}

export const CreateReportInput = inputOf(
  Payload,
  'The input of `createReport`: the payload of the reporting interface.',
);

const TYPED_ID = /^(?:Advertiser|Campaign|Line|Ad|Package|Seat|AccountGroup):(\d{1,15})$/;

/** Converts global IDs to the numbers of the REST payload. */
export function reportPayload(input: object): unknown {
  return JSON.parse(JSON.stringify(input), (name, value) => {
    if (name === 'accountIds' && Array.isArray(value)) return value.map(plainId);
    return name === 'id' ? plainId(value) : value;
  });
}

function plainId(id: unknown): unknown {
  return typeof id === 'string' ? id.replace(TYPED_ID, '$1') : id;
}
