import { describe, expect, test } from 'vitest';
import { guardedSystem } from './guards/guarded.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { REST_ROWS } from './guards/rest-rows.ts';
import { looksLikeId } from './guards/slots.ts';

/** A refusal names all problems at once, also if one field of an object is invalid and another breaks a rule. */
const guarded = await guardedSystem();
const estate = await guarded.estate();
const NOBODY = 2_000_000_011;
const WRONG = { no: 'value' };

type Json = Record<string, unknown>;

/** Every object of a body with its path. */
function* objectsIn(value: unknown, path = ''): Generator<[path: string, object: Json]> {
  if (Array.isArray(value))
    for (const [index, item] of value.entries()) yield* objectsIn(item, `${path}[${index}]`);
  else if (typeof value === 'object' && value !== null) {
    yield [path, value as Json];
    for (const [name, part] of Object.entries(value))
      yield* objectsIn(part, path === '' ? name : `${path}.${name}`);
  }
}

/** Ids whose rows a rule looks up; a part's own id is one, but for what creates the part. */
const isReference = (name: string, isCreate: boolean): boolean =>
  looksLikeId(name) && !(name === 'id' && isCreate);

/** A body in which an id names nothing and another field of the same object is of a wrong kind. */
interface Faults {
  readonly paths: readonly string[];
  readonly body: unknown;
}

function* faultsIn(body: unknown, isCreate: boolean): Generator<Faults> {
  for (const [path, object] of objectsIn(body)) {
    const scalars = Object.keys(object).filter((name) => typeof object[name] !== 'object');
    const reference = scalars.find((name) => isReference(name, isCreate));
    if (reference === undefined) continue;
    for (const wrong of scalars) {
      if (wrong === reference || isReference(wrong, isCreate)) continue;
      const [id, other] = [object[reference], object[wrong]];
      object[reference] = NOBODY;
      object[wrong] = WRONG;
      yield {
        body: structuredClone(body),
        paths: [reference, wrong].map((name) => (path === '' ? name : `${path}.${name}`)),
      };
      object[reference] = id;
      object[wrong] = other;
    }
  }
}

const writes = guarded.routes.filter((route) => /^(POST|PUT) \/traffic/.test(route));

test.each(writes)('%s names what is wrong by itself and what a rule refuses', async (route) => {
  const row = REST_ROWS[route];
  if (!row) throw new Error(`${route} has no row`);
  const call = callOf(route, row, estate);
  for (const { paths, body } of faultsIn(call.body, route.startsWith('POST'))) {
    const { status, text } = await send(estate, route, { ...call, body });
    const names = (JSON.parse(text).errors?.validationErrors ?? []).map(
      ({ propertyName }: { propertyName: string }) => propertyName,
    );
    expect({ status, names }, text).toEqual({ status: 400, names: expect.arrayContaining([...paths]) });
    expect(new Set(names).size, text).toBe(names.length);
  }
});

describe('rules that compare fields of one object', () => {
  const { Campaign, Line, Creative, ProductSet } = estate.ids;
  const late = { startDateStr: '2027-02-01T00:00:00Z', endDateStr: '2027-01-01T00:00:00Z' };
  const CASES: Record<string, [path: string, body: Json, names: string[]]> = {
    'the dates of a flight are compared where its budget is refused': [
      '/traffic/lines',
      { name: 'L', orderId: Campaign, schedules: [{ ...late, budget: 'much' }] },
      ['schedules[0].budget', 'schedules[0].endDateStr'],
    ],
    'and not where one of them is refused': [
      '/traffic/lines',
      { name: 'L', orderId: Campaign, schedules: [{ ...late, startDateStr: 'soon', budget: 1 }] },
      ['schedules[0].startDateStr'],
    ],
    'a countdown’s prefix is looked up where its end is refused': [
      '/traffic/ads',
      {
        lineId: Line,
        creativeId: Creative,
        status: 'ACTIVE',
        countdown: { endDate: 'soon', timezone: 'Europe/Rome', countdownPrefixId: NOBODY },
      },
      ['countdown.countdownPrefixId', 'countdown.endDate'],
    ],
    'items after a refused one keep their places': [
      `/traffic/lines/${Line}/targeting`,
      {
        lineId: Line,
        funnelAttributes: [
          'no object',
          { lookBack: 7, funnelType: 'Purchase', productSetId: NOBODY },
          { lookBack: 7, funnelType: 'Stare', productSetId: ProductSet },
          { lookBack: 7, funnelType: 'Gaze', productSetId: ProductSet },
        ],
      },
      [
        'funnelAttributes[0]',
        'funnelAttributes[1].productSetId',
        'funnelAttributes[2].funnelType',
        'funnelAttributes[3].funnelType',
      ],
    ],
  };

  test.each(Object.entries(CASES))('%s', async (_name, [path, body, names]) => {
    const { status, text } = await estate.send('POST', path, { body });
    expect(status, text).toBe(400);
    const { validationErrors } = JSON.parse(text).errors;
    expect(validationErrors.map(({ propertyName }: { propertyName: string }) => propertyName).sort()).toEqual(
      names,
    );
  });
});
