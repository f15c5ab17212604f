import { expect, it } from 'vitest';
import { problemOf } from '../../../src/dashboard/api/problem.ts';

it('values that GraphQL does not take are told at their fields, each in the words of the service', async () => {
  const at = (path: string) =>
    `Variable "$input" got invalid value "much" at "input.${path}"; Decimal must be a number.`;
  const errors = [{ message: at('bidPrice') }, { message: at('schedules[0].budget') }];
  const problem = await problemOf(Response.json({ errors }, { status: 400 }));
  expect(problem.kind).toBe('refused');
  expect([...problem.issues]).toEqual([
    ['bidPrice', 'Decimal must be a number.'],
    ['schedules[0].budget', 'Decimal must be a number.'],
  ]);
  const other = await problemOf(Response.json({ errors: [{ message: 'No such field.' }] }, { status: 400 }));
  expect([other.message, other.issues.size]).toEqual(['No such field.', 0]);
});
