import type { Attack, Random, Target, Variant } from '../attack.ts';
import { within } from '../cpu.ts';
import { askGraphql, ENCODINGS, type Encoding } from '../graphql-client.ts';
import { INVALID, type InvalidRequest, invalidRequest } from '../invalid-documents.ts';

/** Documents and variables that are refused: what they cost the service, and their caller. */

/** To read a document of this size, to validate it within 15 ms, and to answer. */
const MAX_MS = 60;
const MAX_ERRORS = 5;
const AT_ONCE = 4;

export const attack: Attack = {
  point: 'documents',
  name: 'invalid documents',
  seconds: 30,
  *variants(random) {
    for (const kind of INVALID) yield variant(invalidRequest(random, { kind, count: 2_000 }), 'POST');
    while (true) yield variant(invalidRequest(random), someEncoding(random));
  },
};

/** A document of 100 kB is no URL. */
const someEncoding = (random: Random): Encoding =>
  random.pick(ENCODINGS.filter((encoding) => !encoding.includes('GET')));

function variant(request: InvalidRequest, encoding: Encoding): Variant {
  return {
    name: `${request.name}, ${AT_ONCE} at once, by ${encoding}`,
    run: async (target) => {
      // No two are alike: a text that was read before is not read again.
      const texts = Array.from({ length: AT_ONCE }, (_, n) => `${request.query} # ${n} ${Math.random()}`);
      await within(target, MAX_MS * AT_ONCE, async () => {
        await Promise.all(texts.map((query) => refused(target, { ...request, query }, encoding)));
      });
    },
  };
}

async function refused(target: Target, request: InvalidRequest, encoding: Encoding): Promise<void> {
  const { query, variables } = request;
  const { text } = await askGraphql(target, { query, encoding, ...(variables && { variables }) });
  const errors = text.match(/"extensions":\{"code"/g)?.length ?? 0;
  if (errors === 0) throw new Error(`is not refused: ${text.slice(0, 200)}`);
  if (errors > MAX_ERRORS) throw new Error(`is answered with ${errors} errors`);
  // What the hour has left is no measure: points are leased in advance, and given back later.
  const [, used] = /"used":(\d+)/.exec(text) ?? [];
  if (!Number(used)) throw new Error(`took no points: ${text.slice(0, 200)}`);
}
