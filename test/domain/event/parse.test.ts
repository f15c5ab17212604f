import { expect, test } from 'vitest';
import { parseEvents } from '../../../src/domain/event/parse.ts';

const parsed = (json: string) => parseEvents(Buffer.from(json)).events;

const LONG = '1234567890.123456789012345678';

test.each(['gv', 'value'])('a %s of an event keeps every digit', (name) => {
  expect(parsed(`[{"custom_data": {"${name}" : ${LONG}}}]`)).toEqual([{ custom_data: { [name]: LONG } }]);
});

test('a number of that name elsewhere stays the number that it is', () => {
  const json = `[{"gv": ${LONG}, "custom_data": {"user_defined": {"value": ${LONG}, "gv": ${LONG}}, "x": {"value": ${LONG}}}}]`;
  expect(parsed(json)).toEqual(JSON.parse(json));
  const [event] = parsed(json) as [{ gv: unknown }];
  expect(typeof event.gv).toBe('number');
});

test('text stays as it was sent', () => {
  const json = JSON.stringify([{ custom_data: { ec: `"gv": ${LONG},`, gv: '1.50' } }]);
  expect(parsed(json)).toEqual(JSON.parse(json));
});

test('other places and other names of a value stay numbers, however they are written', () => {
  const json = `[{"custom_data": [{"gv": ${LONG}}, "gv", ${LONG}], "gv": {"gv": ${LONG}}}, {"custom_data": {"gv": 1e-300, "ec": ${LONG}}}]`;
  expect(parsed(json)).toEqual(JSON.parse(json));
});
