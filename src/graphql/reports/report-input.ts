import { Payload, type PayloadField, type PayloadType } from '../../domain/report/payload/fields.ts';
import { enumOf } from '../parts/enums.ts';
import { type AnyInput, type AnyInputType, type ElementType, inputObject } from '../parts/input-object.ts';

const inputs = new Map<PayloadType, AnyInput>();

/** The input of a part of the payload. What a part requires is required here, too. */
function inputOf(type: PayloadType, description = type.description): AnyInput {
  const known = inputs.get(type);
  if (known) return known;
  return inputObject(`${type.name}Input`, description, (t, self) => {
    // Before its fields, some of which are of the same type.
    inputs.set(type, self);
    return Object.fromEntries(
      Object.entries(type.fields()).map(([name, field]) => [
        name,
        t.field({
          type: typeOf(field),
          required: type !== Payload && field.required === true,
          description: descriptionOf(field),
        }),
      ]),
    );
  });
}

const descriptionOf = ({ description, required }: PayloadField): string =>
  required ? `${description} Required.` : description;

const SCALARS = {
  integer: 'Int',
  number: 'JSON',
  flag: 'Boolean',
  text: 'String',
  zone: 'TimeZone',
  id: 'ID',
  'id or code': 'ID',
} as const;

const typeOf = (field: PayloadField): AnyInputType =>
  field.is === 'list' ? [elementOf(field.of)] : elementOf(field);

/** No list of the payload holds lists. */
function elementOf(field: PayloadField): ElementType {
  if (field.is === 'list') throw new Error('A list of lists has no input type.');
  if (field.is === 'enum') return enumOf(field.enumType);
  return field.is === 'object' ? inputOf(field.type) : SCALARS[field.is];
}

export const CreateReportInput = inputOf(
  Payload,
  'The input of `createReport`: the payload of the reporting interface.',
);

const TYPED_ID = /^(?:Advertiser|Campaign|Line|Ad|Package|Seat|AccountGroup):(\d{1,15})$/;

/** Converts global IDs to the numbers of the REST payload. */
export function reportPayload(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input), (name, value) => {
    if (name === 'accountIds' && Array.isArray(value)) return value.map(plainId);
    return name === 'id' ? plainId(value) : value;
  });
}

function plainId(id: unknown): unknown {
  return typeof id === 'string' ? id.replace(TYPED_ID, '$1') : id;
}
