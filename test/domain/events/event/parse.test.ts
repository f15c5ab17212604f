import { expect, test } from 'vitest';
import { parseEvents } from '../../../../src/domain/events/event/parse.ts';
import { seeded } from '../../../attacks/attack.ts';
import { brokenOf, documentOf } from '../../../platform/json/documents.ts';
import { CHEAP, COSTLY, COSTLY_NUMBERS } from '../../../platform/json/shapes.ts';

const parsed = async (json: string) => (await parseEvents(Buffer.from(json), 'platform')).events;

const LONG = '1234567890.123456789012345678';
const ROUNDS = Number(process.env.FUZZ_DOCUMENTS ?? 2_000);

test.each(['gv', 'value'])('every digit of an event’s %s is preserved', async (name) => {
  expect(await parsed(`[{"custom_data": {"${name}" : ${LONG}}}]`)).toEqual([
    { custom_data: { [name]: LONG } },
  ]);
});

test('a value with an exponent is a number, and a value that is not a number is unchanged', async () => {
  for (const value of ['1e3', '-1.5E-7', '1e999', '"1.50"', 'null', 'true', '0', '-0.5'])
    expect(await parsed(`[{"custom_data": {"gv": ${value}}}]`)).toEqual([
      { custom_data: { gv: JSON.parse(value) } },
    ]);
});

test('text is unchanged', async () => {
  const json = JSON.stringify([{ custom_data: { ec: `"gv": ${LONG},`, gv: '1.50' } }]);
  expect(await parsed(json)).toEqual(JSON.parse(json));
});

test('a key counts however it is written, and of several with one name the last', async () => {
  expect(
    await parsed('[{"\\u0063ustom_data": {"\\u0067v": 1, "gv": 2, "g\\u0076": 3, "gv\\n": 4}}]'),
  ).toEqual([{ custom_data: { gv: 3 } }]);
});

test('keys are found in any order, with others between them', async () => {
  const custom = ['"gv": 1', '"ec": "é"', '"x": [1]', '"el": "l"'];
  for (let turn = 0; turn < 8; turn += 1) {
    const turned = custom.map((_, at) => custom[(at + turn) % (turn % 2 ? 4 : 3)]);
    const [event] = (await parsed(`[{"x": 1, "custom_data": {${turned.join(', ')}}}]`)) as [object];
    const { x: _, ...known } = JSON.parse(`{${turned.join(', ')}}`);
    expect(event).toEqual({ custom_data: known });
  }
});

test('unknown keys are left out, wherever a known name is repeated', async () => {
  const json = `[{"gv": 1, "x": {"event_time": 2}, "custom_data": {"custom_data": {"gv": 3}, "ec": "a"}}]`;
  expect(await parsed(json)).toEqual([{ custom_data: { ec: 'a' } }]);
});

test('of a list or an object that is too long, as much is read as shows it', async () => {
  const ids = JSON.stringify(Array.from({ length: 2_000 }, () => 'a'));
  const pairs = JSON.stringify(Object.fromEntries(Array.from({ length: 500 }, (_, i) => [`k${i}`, 'v'])));
  const [event] = (await parsed(`[{"custom_data": {"product_id": ${ids}, "user_defined": ${pairs}}}]`)) as [
    { custom_data: { product_id: string[]; user_defined: object } },
  ];
  expect(event.custom_data.product_id.length).toBe(1_001);
  expect(Object.keys(event.custom_data.user_defined).length).toBe(11);
  expect((await parsed(`[${'{},'.repeat(6_000)}{}]`))?.length).toBe(5_001);
});

test('JSON that is no list has no events', async () => {
  for (const json of ['{}', '1', '"x"', 'null']) expect(await parsed(json)).toBeUndefined();
});

test.each([
  ...[
    '"\u0001"',
    '"\n"',
    '"\\x"',
    '"\\u12g4"',
    '"',
    '01',
    '1.',
    '.5',
    '-',
    '+1',
    '1e',
    'tru',
    'NaN',
    "'a'",
    '[1,]',
  ],
  ...['{"a":1,}', '{a:1}', '{"a" 1}', '[1 2]', '\u00a01', '[', '{', '1 2', ''],
])('malformed, whether anything looks at it or not: %j', async (value) => {
  for (const json of [value, `[{"x": ${value}}]`, `[{"custom_data": {"ec": ${value}}}]`])
    expect(await outcome(() => parsed(json))).toBe('malformed');
});

test('levels and keys are bounded in what is left out, too', async () => {
  const keys = (count: number) =>
    JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, i) => [i, 1])));
  const levels = (count: number) => '['.repeat(count) + ']'.repeat(count);
  const outcomeOf = (value: string) => outcome(() => parsed(`[{"x": ${value}}]`));
  expect(await Promise.all([keys(1_000), keys(1_001), levels(62), levels(63)].map(outcomeOf))).toEqual([
    'read',
    'malformed',
    'read',
    'malformed',
  ]);
});

// A hundred thousand of them take longer than a test may by default.
const LONG_RUN = { timeout: 600_000 };

/** Known values of an event are compared whole, and of all else whether it is JSON. */
const PLACES: Readonly<Record<string, (json: string) => string>> = {
  'an unknown key': (json) => `[{"custom_data": {"x": ${json}, "ec": "after"}}]`,
  'a known key': (json) => `[{"custom_data": {"ec": ${json}, "el": "after"}}]`,
  'the list itself': (json) => json,
};
test.each(Object.keys(PLACES))(
  'random and broken documents as %s: malformed for both, or neither',
  LONG_RUN,
  async (place) => {
    const random = seeded(Number(process.env.FUZZ_SEED ?? 1));
    for (let round = 0; round < ROUNDS; round += 1) {
      const document = documentOf(random, random.integer(4));
      const part = random.integer(2) === 0 ? document : brokenOf(random, document);
      const json = PLACES[place]?.(part) ?? '';
      // A half of a surrogate pair has no bytes.
      if (!json.isWellFormed()) continue;
      expect(await outcome(() => parsed(json)), json).toBe(await outcome(() => JSON.parse(json)));
    }
  },
);

test('random texts, numbers and words are read as JSON.parse reads them', LONG_RUN, async () => {
  const random = seeded(Number(process.env.FUZZ_SEED ?? 1));
  for (let round = 0; round < ROUNDS; round += 1) {
    const scalar = documentOf(random, 0).replace(/^\[\s*|^\{\s*("(\\.|[^"\\])*"\s*:)?\s*|[\s\]}]*$/g, '');
    const [value] = /^"(\\.|[^"\\])*"|^[-\w.+]+/.exec(scalar) ?? [];
    if (value === undefined) continue;
    const json = `[{"custom_data": {"el": ${value}}}]`;
    expect(await parsed(json), json).toEqual(JSON.parse(json));
  }
});

async function outcome(parse: () => unknown): Promise<string> {
  try {
    await parse();
    return 'read';
  } catch {
    return 'malformed';
  }
}

test('whatever is sent besides, nothing is built of it', async () => {
  for (const shape of Object.values({ ...COSTLY, ...COSTLY_NUMBERS, ...CHEAP })) {
    const json = `[{"event_time": 1, "x": ${shape(10_000)}}]`;
    if ((await outcome(() => parsed(json))) === 'read')
      expect(await parsed(json)).toEqual([{ event_time: 1 }]);
  }
});
