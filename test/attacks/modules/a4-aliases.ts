import { randomUUID } from 'node:crypto';
import type { Attack, Random, Variant } from '../attack.ts';
import { within } from '../cpu.ts';
import { askGraphql, ENCODINGS, type Encoding } from '../graphql-client.ts';

/** Fields that each take a connection of the pool, or make a long answer for few points. */
const FIELDS: Readonly<Record<string, string>> = {
  counts: 'advertisers(first: 1) { totalCount }',
  'filtered counts': 'campaigns(first: 1, filter: { query: "a" }) { totalCount nodes { name } }',
  lookups:
    'advertiser(id: 1) { name campaigns(first: 5) { nodes { name lines(first: 5) { nodes { name } } } } }',
  history: 'changes(first: 100) { nodes { id } }',
  receipts: 'eventReceipts(pixelId: 2, first: 100) { nodes { __typename } }',
  'native objects': 'adGroups(first: 100) { nodes { id } totalCount }',
  'long texts': 'campaigns(first: 100) { nodes { id name extra advertiser { name landingPageUrl } } }',
  dictionary: 'dictionary { timezones { value name } countries { value name } currencies { value name } }',
  'names of names': `advertiser(id: 1) { ${Array.from({ length: 50 }, (_, n) => `n${n}: name`).join(' ')} }`,
};

interface Shape {
  readonly fields: readonly string[];
  readonly aliases: number;
  /** Requests at the same time. */
  readonly requests: number;
  readonly encoding: Encoding;
}

export const attack: Attack = {
  point: 'A4',
  name: 'aliases that fill the pool',
  *variants(random) {
    for (const field of Object.keys(FIELDS))
      yield variant({ fields: [field], aliases: 60, requests: 4, encoding: 'POST' });
    for (const aliases of [300, 505, 900]) yield newNodes(aliases);
    while (true) yield variant(someShape(random));
  },
};

/** Milliseconds for a point, each of which is a root field here. */
const CPU_PER_POINT = 3;

/** A document that was never seen, whose fields are planned one by one beyond 500. */
function newNodes(aliases: number): Variant {
  return {
    name: `a new document with ${aliases} × node`,
    run: (target) => {
      const name = `n${randomUUID().replaceAll('-', '')}`;
      const fields = Array.from({ length: aliases }, (_, n) => `${name}_${n}: node(id: "Line:${n}") { id }`);
      const query = `{ ${fields.join(' ')} }`;
      return within(target, aliases * CPU_PER_POINT, async () => {
        await askGraphql(target, { query, encoding: 'POST' });
      });
    },
  };
}

const someShape = (random: Random): Shape => ({
  fields: [random.pick(Object.keys(FIELDS)), random.pick(Object.keys(FIELDS))],
  aliases: 5 + random.integer(150),
  requests: 1 + random.integer(8),
  encoding: random.pick(ENCODINGS),
});

function variant({ fields, aliases, requests, encoding }: Shape): Variant {
  const selections = Array.from(
    { length: aliases },
    (_, n) => `a${n}: ${FIELDS[fields[n % fields.length] ?? '']}`,
  );
  const query = `{ ${selections.join(' ')} }`;
  return {
    name: `${requests} requests at once with ${aliases} × ${fields.join(', ')}, by ${encoding}`,
    run: async (target) => {
      await Promise.all(Array.from({ length: requests }, () => askGraphql(target, { query, encoding })));
    },
  };
}
