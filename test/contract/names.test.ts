import { getNamedType } from 'graphql';
import { describe, expect, test } from 'vitest';
import { schema } from '../../src/graphql/schema.ts';
import { guardedSystem } from './guards/guarded.ts';
import { INPUTS } from './guards/inputs.ts';
import { inputTypeOf, type Place, placesOf, restPlacesOf, writesOf } from './guards/places.ts';
import { callOf, send } from './guards/rest-calls.ts';
import { merge } from './guards/slots.ts';

/** Names are one line without control characters, wherever one is sent. */
const { routes, estate } = await guardedSystem();
const own = await estate();

const BROKEN = ['A\nB', 'A\u2028B', 'A\tB', 'A\u0085B', 'A\u001bB'];
const isName = ({ path, type }: Place): boolean =>
  /name$/i.test(path) && getNamedType(type).name === 'String' && !/^report/.test(path);
/** What a refusal says of a name. */
const refusalOf = (path: string): RegExp =>
  new RegExp(`${path.replace(/[.[\]]/g, '\\$&')} must (not contain control characters|be one line)`);

describe('over REST', () => {
  const places = writesOf(routes).flatMap(({ route, row, input }) =>
    [...restPlacesOf(input)]
      .filter(isName)
      .map((place) => [`${route} ${place.path}`, { route, row, ...place }] as const),
  );

  test('many writes take names', () => {
    expect(places.length).toBeGreaterThan(20);
  });

  test.each(places)('%s', async (_name, { route, row, path, at }) => {
    const call = callOf(route, row, own);
    for (const broken of BROKEN) {
      const { status, text } = await send(own, route, { ...call, body: merge(call.body, at(broken)) });
      expect(status, JSON.stringify(broken)).toBe(400);
      expect(text).toMatch(refusalOf(path));
    }
  });
});

describe('over GraphQL', () => {
  const places = Object.values(schema.getMutationType()?.getFields() ?? {}).flatMap(({ name, args }) => {
    const input = INPUTS[name] && args.some((arg) => arg.name === 'input') ? inputTypeOf(name) : undefined;
    // Outside of a sandbox, its verbs are refused before their input: test/graphql/account/sandbox-verbs.test.ts.
    if (!input || name.includes('Sandbox')) return [];
    // Parts whose other fields are required are sent over REST, above.
    const own = [...placesOf(input)].filter((place) => isName(place) && !/[.[]/.test(place.path));
    return own.map((place) => [`${name} ${place.path}`, { name, input, ...place }] as const);
  });

  test('many mutations take names', () => {
    expect(places.length).toBeGreaterThan(15);
  });

  test.each(places)('%s', async (_name, { name, input: type, path, at }) => {
    for (const broken of BROKEN) {
      const given = merge(INPUTS[name]?.(own.ids, own.mark), at(broken));
      const { data, errors } = await own.graphql(
        `mutation ($input: ${type.name}!) { done: ${name}(input: $input) { __typename
           ... on ValidationError { issues { message } } } }`,
        { input: given },
      );
      expect(errors).toBeUndefined();
      expect(data.done.__typename, JSON.stringify(broken)).toBe('ValidationError');
      expect(JSON.stringify(data.done)).toMatch(refusalOf(path));
    }
  });
});
