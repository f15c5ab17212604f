import { expect, test } from 'vitest';
import { RESOURCES } from '../../src/domain/resources.ts';
import type { Field, Relation, Resource } from '../../src/resources/define/resource.ts';

/** The diff of definitions.txt is the review of what callers are shown, and of what they may send. */

const inputOf = ({ input }: Field): string =>
  input === undefined ? 'answered' : input.isOptional() ? 'taken' : 'required';

function fieldLine(name: string, field: Field): string {
  const { kind, of, column, rest = name, shownTo, omitWhenNull, renamed, numeric, isNotFilterable } = field;
  const special = [
    rest === name ? '' : rest === false ? 'not on REST' : `${rest} on REST`,
    shownTo ? 'shown to some seats' : '',
    omitWhenNull ? 'left out where it has no value' : '',
    renamed ? `the word ${renamed.value} has another name` : '',
    numeric ? 'a number in GraphQL' : '',
    isNotFilterable ? 'no list is sorted or filtered by it' : '',
  ].filter((word) => word !== '');
  return `  ${[name, of ? `${kind} of ${of}` : kind, column, inputOf(field), ...special].join(' | ')}`;
}

const relationLine = (name: string, { to, resource, column, relation, rest }: Relation): string =>
  `  ${name} -> ${to} ${resource} by ${column}${relation ? ` (${relation})` : ''}${rest ? ` | ${rest} on REST` : ''}`;

const page = (resource: Resource): string =>
  [
    [
      `${resource.name}, ${resource.visible}`,
      ...(resource.search ? [`searched by ${resource.search}`] : []),
      ...(resource.hidesDeleted ? ['without deleted rows'] : []),
      ...(resource.feature ? [`switched off by ${resource.feature}`] : []),
    ].join(', '),
    ...Object.entries(resource.fields).map(([name, field]) => fieldLine(name, field)),
    ...Object.entries(resource.relations).map(([name, relation]) => relationLine(name, relation)),
    `  derived: ${Object.keys(resource.derived ?? {}).join(', ') || 'none'}`,
    `  passthrough: ${resource.passthrough ?? 'none'}`,
    `  shown by other code: ${resource.customColumns?.join(', ') ?? 'none'}`,
    `  internal: ${resource.internal.join(', ') || 'none'}`,
  ].join('\n');

test('what each resource shows, hides, requires and takes is what was agreed on', async () => {
  const pages = [...RESOURCES.values()].map(page);
  await expect(`${pages.join('\n\n')}\n`).toMatchFileSnapshot('./definitions.txt');
});

test.each([...RESOURCES.values()])('$name shows no column that it declares internal', (resource) => {
  const columns = Object.values(resource.fields).map(({ column }) => column);
  expect(columns.filter((column) => resource.internal.includes(column))).toEqual([]);
});
