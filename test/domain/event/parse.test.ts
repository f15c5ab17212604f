import { expect, test } from 'vitest';
import { parseEvents } from '../../../src/domain/event/parse.ts';

const LONG = '1234567890.123456789012345678';

test.each(['gv', 'value'])('a %s of an event keeps every digit', (name) => {
  expect(parseEvents(`[{"custom_data": {"${name}" : ${LONG}}}]`)).toEqual([
    { custom_data: { [name]: LONG } },
  ]);
});

test('a number of that name elsewhere stays the number that it is', () => {
  const json = `[{"gv": ${LONG}, "custom_data": {"user_defined": {"value": ${LONG}, "gv": ${LONG}}, "x": {"value": ${LONG}}}}]`;
  expect(parseEvents(json)).toEqual(JSON.parse(json));
  const [event] = parseEvents(json) as [{ gv: unknown }];
  expect(typeof event.gv).toBe('number');
});

test('text stays as it was sent', () => {
  const json = JSON.stringify([{ custom_data: { ec: `"gv": ${LONG},`, gv: '1.50' } }]);
  expect(parseEvents(json)).toEqual(JSON.parse(json));
});
