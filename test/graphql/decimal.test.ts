import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { trafficSystem } from '../support/seat.ts';

const { caller } = await trafficSystem();
const seat = await caller();
const line = await seat.line();

/** Decimals are strings that lose nothing. */
async function bid(value: unknown) {
  const { status, body } = await seat.graphql(
    `mutation($input: UpdateLineInput!) { updateLine(input: $input) {
      ... on UpdateLinePayload { line { bidPrice } }
      ... on ValidationError { issues { path message } }
    } }`,
    { input: { id: line.id, bidPrice: value } },
  );
  return { status, errors: body.errors, answer: body.data?.updateLine };
}

test.each([
  ['0.1', '0.1', 0.1],
  ['12.50', '12.5', 12.5],
  [12.5, '12.5', 12.5],
  ['1234567890.12345', '1234567890.12345', 1234567890.12345],
  ['1.5e1', '15', 15],
  ['0.00000025', '2.5e-7', 2.5e-7],
  [0, '0', 0],
])('%j is stored, and returned as %j', async (given, text, number) => {
  expect((await bid(given)).answer).toEqual({ line: { bidPrice: text } });
  expect((await seat.get(`/lines/${line.id}`)).body.response.bidPrice).toBe(number);
});

test.each([
  ['12345678901234567.89', 'Decimal has more digits than can be stored.'],
  ['0.1000000000000000055', 'Decimal has more digits than can be stored.'],
  ['1e999', 'Decimal has more digits than can be stored.'],
  ['1e-999', 'Decimal has more digits than can be stored.'],
  ['1,5', 'Decimal must be a number or a string that contains a number.'],
  ['', 'Decimal must be a number or a string that contains a number.'],
  [' 1', 'Decimal must be a number or a string that contains a number.'],
  ['0x10', 'Decimal must be a number or a string that contains a number.'],
  ['NaN', 'Decimal must be a number or a string that contains a number.'],
  ['٣', 'Decimal must be a number or a string that contains a number.'],
  [true, 'Decimal must be a number or a string that contains a number.'],
  [[1, 2], 'Decimal must be a number or a string that contains a number.'],
])('%j is refused, and the line is unchanged', async (given, message) => {
  const before = (await seat.get(`/lines/${line.id}`)).body.response;
  const { status, errors } = await bid(given);
  expect(status).toBe(400);
  expect(errors[0]).toMatchObject({
    message: expect.stringContaining(message),
    extensions: { code: 'BAD_USER_INPUT' },
  });
  expect((await seat.get(`/lines/${line.id}`)).body.response).toEqual(before);
});

test('what the domain forbids is still its own answer', async () => {
  const { answer } = await bid('-1');
  expect(answer.issues).toEqual([{ path: 'bidPrice', message: expect.stringContaining('bidPrice') }]);
});

test('a literal of a document is read digit for digit, with quotes and without', async () => {
  await bid('7.25');
  const change = async (value: string) =>
    (
      await seat.graphql(`mutation { updateLine(input: { id: "${line.id}", bidPrice: ${value} }) {
        ... on UpdateLinePayload { line { bidPrice } }
      } }`)
    ).body;
  for (const value of ['7.25', '"7.25"', '725e-2', '"7.250"']) {
    expect((await change(value)).data).toEqual({ updateLine: { line: { bidPrice: '7.25' } } });
  }
  expect((await change('7.2500000000000000001')).errors[0].message).toContain(
    'more digits than can be stored',
  );
});

test('only ratios and the speed of a clock are floating-point numbers', () => {
  const floats = readFileSync('schema.graphql', 'utf8').matchAll(/(\w+): Float\b/g);
  const names = new Set(Array.from(floats, ([, name]) => name));
  expect([...names].sort()).toEqual(['ctr', 'ratio', 'returnOnAdSpend', 'shareRefused', 'speed']);
});
