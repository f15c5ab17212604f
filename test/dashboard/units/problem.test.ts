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

it('a refusal says when to ask again as the service does; one that is away is asked again after a second', async () => {
  const after = async (status: number, seconds?: string) => {
    const headers: Record<string, string> = seconds === undefined ? {} : { 'retry-after': seconds };
    return (await problemOf(Response.json({}, { status, headers }))).retryAfterS;
  };
  expect(await after(429, '1500')).toBe(1500);
  expect(await after(503, '7')).toBe(7);
  expect(await after(503)).toBe(1);
  expect(await after(400)).toBeUndefined();
});
