import { describe, expect, it } from 'vitest';
import { parseFilter } from '../../../../src/domain/audiences/product-set/filter.ts';
import { Problems } from '../../../../src/resources/define/input.ts';

const refusals = (filter: unknown) => {
  const problems = new Problems();
  expect(parseFilter(problems, filter, 'f')).toBeUndefined();
  return problems.issues.map(({ path, message }) => [path, message]);
};

const many = (count: number) => Array.from({ length: count }, () => ({ brand: { eq: 'Acme' } }));
const nested = (depth: number): unknown =>
  depth === 0 ? { brand: { eq: 'Acme' } } : { and: [nested(depth - 1)] };

describe('a product set filter', () => {
  it('is one condition, or one and-group or or-group of up to five', () => {
    const problems = new Problems();
    expect(parseFilter(problems, { price: { gte: 5 } }, 'f')).toEqual({
      join: 'and',
      conditions: [{ field: 'price', operator: 'gte', value: 5 }],
    });
    expect(parseFilter(problems, { or: many(5) }, 'f')).toMatchObject({ join: 'or' });
    expect(parseFilter(problems, { and: [{ id: { in_list: ['a', 1] } }] }, 'f')).toMatchObject({
      join: 'and',
    });
    expect(problems.issues).toEqual([]);
  });

  it.each<[string, unknown, string, string]>([
    ['more than five filters', { and: many(6) }, 'f.and', 'f.and can contain at most 5 filters'],
    [
      'several groups',
      { and: many(1), or: many(1) },
      'f',
      'f can contain one and-group or one or-group, and nothing else',
    ],
    [
      'a condition next to a group',
      { and: many(1), brand: { eq: 'Acme' } },
      'f',
      'f can contain one and-group or one or-group, and nothing else',
    ],
    [
      'a group in a group',
      { and: [{ or: many(2) }] },
      'f.and[0]',
      'f.and[0] must not contain a group, because groups cannot be nested',
    ],
    [
      'groups nested ten deep',
      nested(10),
      'f.and[0]',
      'f.and[0] must not contain a group, because groups cannot be nested',
    ],
    [
      'two operators in one object',
      { price: { gte: 1, lte: 5 } },
      'f.price',
      'f.price must contain one operator; combine two conditions in an and-group',
    ],
    [
      'two fields in one object',
      { brand: { eq: 'a' }, price: { eq: 1 } },
      'f',
      'f must name one field; combine several fields in an and-group or or-group',
    ],
    [
      'an unknown operator',
      { price: { between: 1 } },
      'f.price',
      'f.price must use one of the operators eq, neq, contains, not_contains, lte, gte, in_list',
    ],
    ['a name of every object as operator', { price: { toString: 1 } }, 'f.price', expect.anything()],
    [
      'a numeric operator with text',
      { price: { gte: '5' } },
      'f.price.gte',
      'f.price.gte must be a number, because the operator compares numbers',
    ],
    [
      'a numeric operator on a text field',
      { brand: { lte: 5 } },
      'f.brand.lte',
      'f.brand.lte compares numbers, but brand is text',
    ],
    ['no group', { and: {} }, 'f.and', 'f.and must be a list of filters'],
    ['an empty group', { or: [] }, 'f.or', 'f.or must be a list of filters'],
    ['nothing', {}, 'f', 'f must be an object such as {"brand": {"eq": "Acme"}}'],
    ['a list', [], 'f', 'f must be an object such as {"brand": {"eq": "Acme"}}'],
    ['no operator', { brand: 'Acme' }, 'f.brand', 'f.brand must be an object such as {"eq": "Acme"}'],
    ['contains a number', { title: { contains: 5 } }, 'f.title.contains', expect.anything()],
    ['an empty list', { brand: { in_list: [] } }, 'f.brand.in_list', expect.anything()],
    ['a list in a list', { brand: { in_list: [['a']] } }, 'f.brand.in_list', expect.anything()],
    ['null', { brand: { eq: null } }, 'f.brand.eq', expect.anything()],
    ['a NUL', { brand: { eq: 'a\u0000' } }, 'f.brand.eq', expect.anything()],
    ['a NUL in the field', { 'a\u0000': { eq: 'a' } }, 'f', expect.anything()],
    ['half a surrogate pair', { brand: { eq: '\ud800' } }, 'f.brand.eq', expect.anything()],
  ])('refuses %s', (_name, filter, path, message) => {
    expect(refusals(filter)).toEqual([[path, message]]);
  });

  it('names every refused condition of a group at once', () => {
    const filter = { and: [{ price: { gte: 'x' } }, { brand: { eq: 'ok' } }, { size: { like: 'L' } }] };
    expect(refusals(filter).map(([path]) => path)).toEqual(['f.and[0].price.gte', 'f.and[2].size']);
  });
});
