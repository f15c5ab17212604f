import { randomUUID } from 'node:crypto';
import pg from 'pg';
import type { Attack, Random, Target, Variant } from '../attack.ts';
import { askGraphql, dealInput } from '../graphql-client.ts';

/** Documents whose first selection is not the mutation that fails. */
const DOCUMENTS: Readonly<Record<string, (mutation: string) => string>> = {
  plain: (mutation) => `mutation { ${mutation} }`,
  '__typename first': (mutation) => `mutation { __typename ${mutation} }`,
  'several __typename': (mutation) => `mutation { a: __typename b: __typename ${mutation} c: __typename }`,
  fragment: (mutation) => `mutation { ...F } fragment F on Mutation { ${mutation} }`,
  'fragment of fragments': (mutation) =>
    `mutation { ...F } fragment F on Mutation { __typename ...G } fragment G on Mutation { ${mutation} }`,
  'inline fragment': (mutation) => `mutation { ... on Mutation { __typename ... { ${mutation} } } }`,
  'skipped first': (mutation) =>
    `mutation { updateAdvertiser(input: { id: 1 }) @skip(if: true) { __typename } ${mutation} }`,
  'operation by name': (mutation) => `query Q { __typename } mutation M { ${mutation} }`,
  aliased: (mutation) => `mutation { createAdvertiser: ${mutation} }`,
};

interface Shape {
  readonly document: string;
  /** Calls under keys of their own while the table is locked. */
  readonly calls: number;
}

export const attack: Attack = {
  point: 'A7',
  name: 'replayed failures',
  seconds: 15,
  *variants(random) {
    yield { name: 'every document once', run: (target) => failAndRepeat(target, Object.keys(DOCUMENTS)) };
    while (true) yield variant(someShape(random));
  },
};

const someShape = (random: Random): Shape => ({
  document: random.pick(Object.keys(DOCUMENTS)),
  calls: 1 + random.integer(6),
});

function variant({ document, calls }: Shape): Variant {
  const documents = Array.from({ length: calls }, () => document);
  return {
    name: `${calls} calls with a mutation that is ${document}`,
    run: (target) => failAndRepeat(target, documents),
  };
}

/** Locks the table until every call has failed, and sends each again under its key: it must be carried out. */
async function failAndRepeat(target: Target, documents: readonly string[]): Promise<void> {
  const calls = documents.map((document) => {
    const key = randomUUID();
    const query = DOCUMENTS[document]?.(`createDeal(${dealInput(key)}) { __typename }`) ?? '';
    const body = JSON.stringify({ query, ...(document.includes('by name') && { operationName: 'M' }) });
    return { document, key, body };
  });
  const blocker = new pg.Client({ connectionString: target.databaseUrl });
  await blocker.connect();
  try {
    await blocker.query('BEGIN; LOCK TABLE deal IN ACCESS EXCLUSIVE MODE');
    await Promise.all(calls.map((call) => send(target, call)));
    await blocker.query('ROLLBACK');
  } finally {
    await blocker.end();
  }
  for (const call of calls) {
    const answer = await send(target, call);
    const isStored = await isThere(target, call.key);
    if (!isStored)
      throw new Error(`${call.document}: repeated, it was answered ${answer} and not carried out`);
  }
}

async function send(
  { origin, token }: Target,
  { key, body }: { key: string; body: string },
): Promise<string> {
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'idempotency-key': key,
  };
  const response = await fetch(`${origin}/graphql`, { method: 'POST', headers, body });
  return (await response.text()).slice(0, 300);
}

async function isThere(target: Target, name: string): Promise<boolean> {
  const { text } = await askGraphql(target, {
    query: `{ deals(first: 1, filter: { query: "${name}" }) { nodes { id } } }`,
  });
  return text.includes('"id"');
}
