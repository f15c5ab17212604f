import {
  type GraphQLInputObjectType,
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
} from 'graphql';
import { schema } from '../../../src/graphql/schema.ts';
import { restNameOf } from '../../support/graphql-names.ts';
import { REST_ROWS } from './rest-rows.ts';

const mutations = schema.getMutationType()?.getFields() ?? {};
export const inputTypeOf = (mutation: string): GraphQLInputObjectType | undefined => {
  const type = mutations[mutation]?.args.find(({ name }) => /^inputs?$/.test(name))?.type;
  const named = type && getNamedType(type);
  return named && isInputObjectType(named) ? named : undefined;
};

/** Writes of REST with the input that GraphQL has for them. */
export const writesOf = (routes: readonly string[]) =>
  routes.flatMap((route) => {
    const row = REST_ROWS[route];
    const input = /^(POST|PUT) /.test(route) && typeof row?.graphql === 'string' && inputTypeOf(row.graphql);
    return row && input ? [{ route, row, input }] : [];
  });

export interface Place {
  readonly path: string;
  readonly type: GraphQLInputType;
  /** A body with that value there, and nothing else. */
  readonly at: (value: unknown) => Record<string, unknown>;
}

/** Every place of an input, within objects and the first items of lists; conditions of conditions once. */
export const placesOf = (input: GraphQLInputObjectType): Generator<Place> =>
  placesIn(input, (_of, name) => name);

/** The same by REST's names. */
export const restPlacesOf = (input: GraphQLInputObjectType): Generator<Place> => placesIn(input, restNameOf);

function* placesIn(
  input: GraphQLInputObjectType,
  nameOf: typeof restNameOf,
  seen: readonly string[] = [],
): Generator<Place> {
  for (const { name: field, type } of Object.values(input.getFields())) {
    const name = nameOf(input.name, field);
    const isList = isListType(getNullableType(type));
    const put = (value: unknown) => ({ [name]: isList ? [value] : value });
    yield { path: isList ? `${name}[0]` : name, type, at: put };
    const inner = getNamedType(type);
    if (!isInputObjectType(inner) || seen.includes(inner.name)) continue;
    for (const place of placesIn(inner, nameOf, [...seen, inner.name]))
      yield {
        path: `${name}${isList ? '[0]' : ''}.${place.path}`,
        type: place.type,
        at: (value) => put(place.at(value)),
      };
  }
}
