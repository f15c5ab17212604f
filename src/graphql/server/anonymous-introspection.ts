import { type DocumentNode, execute, GraphQLError, Kind, validate } from 'graphql';
import { LRUCache } from 'lru-cache';
import { isRecord } from '../../domain/input.ts';
import { overCeiling, overMinute } from '../account/rate-limit.ts';
import { schema } from '../schema.ts';
import { documentOf } from './documents.ts';
import { isDocumentLimit, isIntrospection } from './limits.ts';
import { CEILING, type Priced, priced } from './price/cost.ts';
import { fieldsOf, fragmentsOf } from './selections.ts';
import { schemaReadings } from './turns.ts';

/**
 * What callers without a token get where FLIGHTLINE_INTROSPECTION=on: the answer to a document that only asks
 * for the schema. An answer is made once and kept; making new ones takes from points that all of them share.
 */
export class AnonymousIntrospection {
  readonly #kept = new LRUCache<string, string>({ max: MOST_KEPT });
  readonly #now: () => Date;
  #minute = 0;
  #taken = 0;

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** The answer as JSON; undefined for a document that asks for anything else. Throws GraphQLError. */
  async answer(body: unknown): Promise<string | undefined> {
    const { query, operationName, variables } = isRecord(body) ? body : {};
    if (typeof query !== 'string') return undefined;
    const key = JSON.stringify([query, operationName, variables]);
    const known = this.#kept.get(key);
    if (known !== undefined) return known;
    const document = parsed(query);
    if (!document || !isIntrospectionOnly(document)) return undefined;
    if (validate(schema, document).length > 0) return undefined;
    const request = {
      document,
      operationName: typeof operationName === 'string' ? operationName : null,
      variables: isRecord(variables) ? variables : {},
    };
    await schemaReadings.take(() => this.#take(priced({ schema, ...request })));
    const text = JSON.stringify(execute({ schema, ...request, variableValues: request.variables }));
    if (key.length <= LONGEST_KEY) this.#kept.set(key, text);
    return text;
  }

  #take(prices: Priced): void {
    const { cost } = prices;
    if (cost > CEILING) throw overCeiling(prices);
    const now = this.#now().getTime();
    const minute = Math.floor(now / MINUTE_MS);
    const taken = minute === this.#minute ? this.#taken : 0;
    if (taken + cost > POINTS_PER_MINUTE)
      throw overMinute(Math.ceil(((minute + 1) * MINUTE_MS - now) / 1000));
    this.#minute = minute;
    this.#taken = taken + cost;
  }
}

const MINUTE_MS = 60_000;
/** A dozen readings of the whole schema. */
const POINTS_PER_MINUTE = 100_000;
/** Of at most a few megabytes each, since the price of one is bounded. */
const MOST_KEPT = 8;
const LONGEST_KEY = 20_000;

function parsed(query: string): DocumentNode | undefined {
  try {
    return documentOf(query);
  } catch (error) {
    if (error instanceof GraphQLError && !isDocumentLimit(error)) return undefined;
    throw error;
  }
}

function isIntrospectionOnly(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      (definition.operation === 'query' &&
        fieldsOf({ sets: [definition.selectionSet], fragments }).every(({ node }) => isIntrospection(node))),
  );
}
