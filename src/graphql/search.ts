import {
  MAX_QUERY_LENGTH,
  MAX_WORDS,
  SEARCHED,
  type SearchHit,
  type SearchResults,
  search,
  wordsOf,
} from '../domain/search.ts';
import { MAX_CANDIDATES } from '../domain/search-nearly.ts';
import { recordOf } from '../platform/text/typed.ts';
import { builder, DEFAULT_PAGE, MAX_PAGE } from './builder.ts';
import { checked } from './delivery/arguments.ts';
import { cursorOf, offsetOf } from './delivery/table-input.ts';
import { badArgument } from './parts/arguments.ts';
import { loadNode, Node } from './parts/node.ts';
import { globalId } from './parts/values/ids.ts';
import { searches } from './server/price/reads.ts';

const SearchType = builder.enumType('SearchType', {
  description: 'The types of objects that `search` finds.',
  values: recordOf(SEARCHED, (name) => ({ description: `Finds \`${name}\` objects.` })),
});

const SearchCount = builder.objectRef<SearchResults['counts'][number]>('SearchCount').implement({
  description: 'The number of objects of a type that a search found.',
  fields: (t) => ({
    type: t.expose('type', { type: SearchType, description: 'The type.' }),
    count: t.exposeInt('count', { description: 'The number of objects.' }),
  }),
});

const SearchEdge = builder.objectRef<{ cursor: string; hit: SearchHit }>('SearchEdge').implement({
  description: 'An edge of a page of search results.',
  fields: (t) => ({
    cursor: t.exposeString('cursor', { description: 'The cursor of the element, for use in pagination.' }),
    node: t.field({
      type: Node,
      nullable: true,
      description: 'The element. Null once it is gone.',
      resolve: ({ hit }, _args, ctx, info) => loadNode(ctx, info, idOf(hit)),
    }),
  }),
});

const idOf = ({ type, id }: SearchHit) => globalId(type, id);

const SearchConnection = builder.objectRef<SearchResults>('SearchConnection').implement({
  description: 'A page of search results, the best matches first.',
  fields: (t) => ({
    nodes: t.field({
      type: [Node],
      description: 'The elements of the page.',
      resolve: async ({ hits }, _args, ctx, info) => {
        const nodes = await Promise.all(hits.map((hit) => loadNode(ctx, info, idOf(hit))));
        return nodes.filter((node) => node !== null);
      },
    }),
    edges: t.field({
      type: [SearchEdge],
      description: 'The elements of the page with their cursors.',
      resolve: ({ hits, offset }) => hits.map((hit, at) => ({ cursor: cursorOf(offset + at + 1), hit })),
    }),
    totalCount: t.exposeInt('totalCount', {
      description: 'The number of elements that were found, also beyond `perType`.',
    }),
    counts: t.field({
      type: [SearchCount],
      description: 'The number of elements that were found, by type. Types without any are left out.',
      extensions: { maxItems: SEARCHED.length },
      resolve: ({ counts }) => [...counts],
    }),
    isApproximate: t.exposeBoolean('isApproximate', {
      description:
        'Whether nothing matched the query, and the elements match it but for one letter of a word. Only with `allowTypos`.',
    }),
    pageInfo: t.field({
      type: builder.pageInfoRef(),
      description: 'Information about the page, to help with pagination.',
      resolve: ({ hits, offset, pagedCount }) => ({
        hasNextPage: offset + hits.length < pagedCount,
        hasPreviousPage: offset > 0,
        startCursor: hits.length > 0 ? cursorOf(offset + 1) : null,
        endCursor: hits.length > 0 ? cursorOf(offset + hits.length) : null,
      }),
    }),
  }),
});

builder.queryField('search', (t) =>
  t.field({
    type: SearchConnection,
    description:
      'Finds objects of the seat by ID or name. `84` finds every object with that ID, `line 84` and `Line:84` the line. Otherwise the name must contain all words, in any order; an ad has the name of its creative. Case and accents do not matter. First come IDs, then names that equal the query, that begin with it, in which words begin with the given words, and the rest. With `allowTypos`, similar names are found if there are no others.',
    extensions: searches(SEARCHED, 'allowTypos'),
    args: {
      query: t.arg.string({
        required: true,
        description: `The ID or the words: at most ${MAX_WORDS} words and ${MAX_QUERY_LENGTH} characters.`,
      }),
      types: t.arg({
        type: [SearchType],
        description: 'Finds only objects of these types. Defaults to all.',
      }),
      perType: t.arg.int({
        description: `Returns at most _n_ elements of each type, from 1 to ${MAX_PAGE}. Default: any number.`,
      }),
      allowTypos: t.arg.boolean({
        defaultValue: false,
        description: `Whether to look for similar names if no name matches: a word of five or more letters may have one letter wrong, missing or too many, or two swapped, and apostrophes do not matter. At most ${MAX_CANDIDATES} names are compared. Default false.`,
      }),
      first: t.arg.int({
        description: `Returns the first _n_ elements. Default ${DEFAULT_PAGE}, maximum ${MAX_PAGE}.`,
      }),
      after: t.arg.string({ description: 'Returns the elements that come after the specified cursor.' }),
    },
    resolve: (_root, { query, types, perType, allowTypos, first, after }, ctx) => {
      checked(() => wordsOf(query));
      const size = first ?? DEFAULT_PAGE;
      if (size < 1 || size > MAX_PAGE) throw badArgument('first', `must be from 1 to ${MAX_PAGE}`);
      if (perType != null && (perType < 1 || perType > MAX_PAGE))
        throw badArgument('perType', `must be from 1 to ${MAX_PAGE}`);
      return search(ctx, {
        query,
        types: types ?? undefined,
        perType: perType ?? undefined,
        allowsTypos: allowTypos === true,
        first: size,
        offset: after == null ? 0 : offsetOf(after, 'after'),
      });
    },
  }),
);
