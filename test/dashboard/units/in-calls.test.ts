import { expect, it } from 'vitest';
import { inCalls } from '../../../src/dashboard/api/in-calls.ts';

interface Input {
  readonly at: number;
  readonly schedules?: readonly { readonly id: string }[];
}
const flights = (count: number) => Array.from({ length: count }, (_, id) => ({ id: String(id) }));

async function callsFor(inputs: readonly Input[], known: readonly number[] = []) {
  const calls: { key: string | undefined; count: number }[] = [];
  const verb = {
    perCall: 100,
    run: async (part: readonly Input[], { key }: { key?: string }) => {
      calls.push({ key, count: part.length });
      return part.map(({ at }) => at);
    },
  };
  const results = await inCalls(verb, inputs, { validateOnly: false, key: 'k', known });
  expect(results).toEqual(inputs.map(({ at }) => at));
  return calls;
}

it('a call takes as many inputs as it may, and fewer where their lists are long', async () => {
  const short = Array.from({ length: 120 }, (_, at) => ({ at, schedules: flights(1) }));
  expect(await callsFor(short)).toEqual([
    { key: 'k-0', count: 100 },
    { key: 'k-100', count: 20 },
  ]);
  // 100 flights are the most of a line; the service takes 2,500 in one call.
  const long = Array.from({ length: 45 }, (_, at) => ({ at, schedules: flights(100) }));
  const calls = [
    { key: 'k-0', count: 20 },
    { key: 'k-20', count: 20 },
    { key: 'k-40', count: 5 },
  ];
  expect(await callsFor(long)).toEqual(calls);
  // Where it goes on, the calls and their keys are those of the first attempt.
  expect(await callsFor(long, [...Array(20).keys()])).toEqual(calls.slice(1));
});

it('an input whose lists alone are too long is sent by itself, for the service to refuse', async () => {
  const inputs = [{ at: 0 }, { at: 1, schedules: flights(3_000) }, { at: 2 }];
  expect((await callsFor(inputs)).map(({ count }) => count)).toEqual([1, 1, 1]);
});
