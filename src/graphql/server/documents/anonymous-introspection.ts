import { type DocumentNode, execute, Kind } from 'graphql';
import { LRUCache } from 'lru-cache';
import { cacheKey } from '../../../platform/text/cache-key.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { schema } from '../../schema.ts';
import { isDocumentLimit, isIntrospection } from '../limits.ts';
import { pointsFor } from '../price/charge.ts';
import { CEILING, type Priced, priced } from '../price/cost.ts';
import { overCeiling, overMinute } from '../price/cost-errors.ts';
import { fieldsOf, fragmentsOf } from '../selections.ts';
import { checkDocument } from './documents.ts';
import { schemaReadings } from './long-documents.ts';

/**
 * Answers callers without a token if FLIGHTLINE_INTROSPECTION=on, for documents that only select the schema. Responses
 * are cached; creating new ones takes points that all these callers share.
 */
export class AnonymousIntrospection {
  readonly #cache = new LRUCache<string, string>({
    max: MAX_CACHED,
    maxSize: MAX_CACHED_BYTES,
    sizeCalculation: (text, key) => 2 * (text.length + key.length),
  });
  readonly #now: () => Date;
  #minute = 0;
  #taken = 0;

  constructor({ now }: { now: () => Date }) {
    this.#now = now;
  }

  /** Returns the response as JSON; undefined for a document that selects anything else. Throws GraphQLError. */
  async answer(body: unknown): Promise<string | undefined> {
    const { query, operationName, variables } = isRecord(body) ? body : {};
    if (typeof query !== 'string') return undefined;
    const key = cacheKey(JSON.stringify([query, operationName, variables]));
    const known = this.#cache.get(key);
    if (known !== undefined) return known;
    // Nothing is read once the minute's points are used up.
    this.#take(1);
    const checked = checkDocument({ schema, source: query, isSchemaHidden: false });
    const { document, errors } = checked;
    this.#add(pointsFor(checked.unpaidMs));
    checked.unpaidMs = 0;
    const [limit] = errors.filter(isDocumentLimit);
    if (limit) throw limit;
    if (!document || errors.length > 0 || !isIntrospectionOnly(document)) return undefined;
    const request = {
      document,
      operationName: typeof operationName === 'string' ? operationName : null,
      variables: isRecord(variables) ? variables : {},
    };
    await schemaReadings.take(() => this.#takeCost(priced({ schema, ...request })));
    const text = JSON.stringify(execute({ schema, ...request, variableValues: request.variables }));
    this.#cache.set(key, text);
    return text;
  }

  #takeCost(prices: Priced): void {
    if (prices.cost > CEILING) throw overCeiling(prices);
    this.#take(prices.cost);
  }

  /** The cost of reading a document is only known afterwards. */
  #add(points: number): void {
    this.#taken += points;
  }

  #take(cost: number): void {
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
/** Enough to read the whole schema a dozen times. */
const POINTS_PER_MINUTE = 100_000;
/** Each has at most a few megabytes, because the cost of a response is limited. */
const MAX_CACHED = 8;
const MAX_CACHED_BYTES = 32 * 2 ** 20;

function isIntrospectionOnly(document: DocumentNode): boolean {
  const fragments = fragmentsOf(document);
  return document.definitions.every(
    (definition) =>
      definition.kind !== Kind.OPERATION_DEFINITION ||
      (definition.operation === 'query' &&
        fieldsOf({ sets: [definition.selectionSet], fragments }).every(({ node }) => isIntrospection(node))),
  );
}
