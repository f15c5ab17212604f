import { ValidationError } from '../../domain/errors.ts';
import { Payload, ReportOption } from '../../domain/reporting/report/payload/fields.ts';
import type { PayloadField, PayloadType } from '../../domain/reporting/report/payload/payload-types.ts';
import { isRecord, recordOrEmpty } from '../../platform/text/typed.ts';
import { type AnyInput, type AnyInputType, type ElementType, inputObject } from '../parts/input-object.ts';
import { enumOf } from '../parts/values/enums.ts';
import { namedFields } from './named-input.ts';
import { type NamedPayload, payloadOfNames } from './named-payload.ts';

const inputs = new Map<PayloadType, AnyInput>();

/** The names of the payload's fields; without `currency`, which exists with another meaning and in `reportOption`. */
const NUMBERED = Object.keys(Payload.fields()).filter((name) => name !== 'currency');
const isNumbered = (name: string): boolean => NUMBERED.includes(name);

/** Returns the input type of a part of the payload. What the part requires is required here, too. */
function inputOf(type: PayloadType, description = type.description): AnyInput {
  const known = inputs.get(type);
  if (known) return known;
  return inputObject(`${type.name}Input`, description, (t, self) => {
    // Stored before its fields are defined, because some of them have the same type.
    inputs.set(type, self);
    const fields = Object.entries(type.fields()).filter(([name]) => type !== Payload || isNumbered(name));
    const made = Object.fromEntries(
      fields.map(([name, field]) => [
        field.graphql ?? name,
        t.field({
          type: typeOf(field),
          required: type !== Payload && field.required === true,
          description: descriptionOf(field),
        }),
      ]),
    );
    return type === Payload ? { ...namedFields(t), ...made } : made;
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

/** The payload has no nested lists. */
function elementOf(field: PayloadField): ElementType {
  if (field.is === 'list') throw new Error('A list of lists has no input type.');
  if (field.is === 'enum') return enumOf(field.enumType);
  return field.is === 'object' ? inputOf(field.type) : SCALARS[field.is];
}

export const CreateReportInput = inputOf(
  Payload,
  'The input of `createReport`: by names (`range`, `interval`, `dimensions`, `metrics` …), or by the numbers of the reporting interface’s payload (`reportOption`, `dateTypeId` …), not by both.',
);

const TYPED_ID = /^(?:Advertiser|Campaign|Line|Ad|Creative|Package|Seat|AccountGroup):(\d{1,15})$/;

/**
 * Returns the payload of the reporting interface, and the mapping of its paths to the input.
 * @throws ValidationError for an input that mixes both forms or is invalid
 */
export function reportPayload(input: unknown): NamedPayload {
  const plain = recordOrEmpty(withPlainIds(input));
  const given = Object.keys(plain).filter((name) => plain[name] !== null);
  const numbered = given.filter(isNumbered);
  const [named] = given.filter((name) => !isNumbered(name));
  if (numbered.length === 0) return payloadOfNames(plain);
  if (named === undefined) return { payload: withRestNames(plain), places: NUMBERED_PLACES };
  throw new ValidationError(
    numbered.map((path) => ({
      path,
      message: `${path} cannot be given with ${named}: a report is asked for by names or by numbers`,
    })),
  );
}

/** Fields of `reportOption` that have another name in GraphQL: the payload's → GraphQL's. */
const OPTION_NAMES = Object.entries(ReportOption.fields()).flatMap(([name, { graphql }]) =>
  graphql === undefined ? [] : [[name, graphql] as const],
);
const NUMBERED_PLACES: NamedPayload['places'] = new Map(
  OPTION_NAMES.map(([name, graphql]) => [`reportOption.${name}`, `reportOption.${graphql}`]),
);

const withRestNames = (input: Record<string, unknown>) =>
  withOptionNames(input, new Map(OPTION_NAMES.map(([name, graphql]) => [graphql, name])));

/** Returns a stored payload in the form that `createReport` accepts. */
export const payloadShown = (payload: unknown) =>
  isRecord(payload) ? withOptionNames(payload, new Map(OPTION_NAMES)) : payload;

function withOptionNames(
  payload: Record<string, unknown>,
  names: ReadonlyMap<string, string>,
): Record<string, unknown> {
  const { reportOption } = payload;
  if (!isRecord(reportOption)) return payload;
  const renamed = Object.entries(reportOption).map(([name, value]) => [names.get(name) ?? name, value]);
  return { ...payload, reportOption: Object.fromEntries(renamed) };
}

/** Converts global IDs to the numbers of the REST payload. */
function withPlainIds(input: unknown): unknown {
  return JSON.parse(JSON.stringify(input), (name, value) => {
    if (name === 'advertiserIds' && Array.isArray(value)) return value.map(plainId);
    if ((name === 'in' || name === 'notIn') && Array.isArray(value)) return value.map(plainId);
    return name === 'id' ? plainId(value) : value;
  });
}

function plainId(id: unknown): unknown {
  return typeof id === 'string' ? id.replace(TYPED_ID, '$1') : id;
}
