import type { Estate } from '../contract/guards/estate.ts';
import type { Question } from './documents.ts';

/** Forms of documents, with what may go wrong in each: fragments, aliases, directives, variables, errors. */
export function formQuestions({ ids }: Estate): Question[] {
  const line = `line(id: "${ids.Line}")`;
  const tree = `advertisers(first: 2) { nodes { id name campaigns(first: 2) { nodes { id name lines(first: 2)
    { nodes { id name status ads(first: 2) { totalCount nodes { id status schedules { startDate endDate } } } } } } } } }`;
  const aliases = (count: number, text: (n: number) => string) =>
    Array.from({ length: count }, (_, n) => `a${n}: ${text(n)}`).join(' ');
  const forms: Record<string, string | readonly [string, Record<string, unknown>]> = {
    'a tree of four levels': `{ ${tree} }`,
    'a tree beside what is no row': `{ ${tree} viewer { role seat { name } } dictionary { currencies { value } } }`,
    'fragments within fragments': `{ advertisers(first: 2) { ...A } } fragment A on AdvertiserConnection { nodes { ...B ...B } totalCount }
      fragment B on Advertiser { id ... on Advertiser { name } ... on Node { id } lines(first: 1) { nodes { ...C } } } fragment C on Line { id name }`,
    'fragments on interfaces': `{ nodes(ids: ["Line:${ids.Line}", "Ad:${ids.Ad}", "Deal:${ids.Deal}", "Line:1", "Campaign:${ids.Campaign}"]) { id __typename
      ... on Line { name ads(first: 2) { nodes { id } } } ... on Ad { line { id } } ... on Deal { name } } }`,
    'one row under many aliases': `{ ${aliases(300, () => `${line} { id name }`)} }`,
    'many rows under aliases': `{ ${aliases(100, (n) => `lines(first: 1, filter: {id: {eq: "${Number(ids.Line) + n}"}}) { nodes { id name } }`)} }`,
    'fields that merge': `{ ${line} { id ads(first: 1) { nodes { id } } } ${line} { name ads(first: 1) { totalCount nodes { status } } } }`,
    'type names': `{ __typename ${line} { __typename campaign { __typename advertiser { __typename } } ads { __typename nodes { __typename } } } }`,
    'owners of owners': `{ ads(first: 3) { nodes { id line { id campaign { id advertiser { id lines(first: 2) { nodes { id ads(first: 1) { nodes { line { name } } } } } } } } creative { name advertiser { name } } } } }`,
    targeting: `{ lines(first: 3) { nodes { id targeting { types { name isTargeted } geos { woeid name location { name type parent { name } } } nativeLists { id name } funnelAttributes { lookBack funnelType exclude } } bidMultipliers(first: 5) { nodes { targetType targetValue multiplier } } bidMultiplierCap } } }`,
    history: `{ ${line} { history(first: 5) { totalCount nodes { id action fields { path before after isPartial } user { id name } node { id } } } } changes(first: 5) { nodes { resource action fields { path } } } }`,
    'pacing and delivery': `{ lines(first: 5, orderBy: {delivery: {metric: SPEND, range: {between: {start: "2026-02-26", end: "2026-03-02"}}}, direction: DESC}) { nodes { id
      pacing { ratio status budget { amount currency } delivered { amount } expected { amount } projected { amount } } deliveryStatus deliveryBlockers { code message }
      delivery(range: {between: {start: "2026-02-26", end: "2026-03-02"}}) { impressions clicks ctr spend { amount currency } cpm { amount } asOf } } } }`,
    'series of delivery': `{ advertisers(first: 2) { nodes { deliverySeries(range: {between: {start: "2026-02-26", end: "2026-03-02"}}, interval: HOUR) { start delivery { impressions spend { amount } } } } } }`,
    'rates and counts': `{ advertisers(first: 3) { nodes { eventRate { limit } productSets(first: 2) { nodes { name count } } deals(first: 2) { totalCount nodes { name } } pixels(first: 2) { nodes { name segments(first: 2) { nodes { eventCount } } } } } } }`,
    skipped: [
      `query ($yes: Boolean!, $no: Boolean = false) { ${line} { id @skip(if: $no) name @include(if: $yes) status @skip(if: $yes) ads(first: 1) @include(if: $no) { totalCount } } }`,
      { yes: true },
    ],
    'variables that are null or absent': [
      `query ($first: Int, $filter: LineFilter, $order: LineOrder, $after: String) { lines(first: $first, filter: $filter, orderBy: $order, after: $after) { totalCount nodes { id } } }`,
      { first: null, filter: null },
    ],
    'variables with defaults': `query ($first: Int = 2, $id: ID = "${ids.Line}") { lines(first: $first) { nodes { id } } line(id: $id) { name } }`,
    'integer IDs and global IDs': `{ a: ${line} { id databaseId } b: line(id: "Line:${ids.Line}") { id } c: line(id: ${ids.Line}) { id } }`,
    'nothing there':
      '{ line(id: "1999999999") { id name } advertiser(id: "Advertiser:1999999999") { id } nodes(ids: ["Line:1"]) { id } }',
    'another type’s ID': '{ line(id: "Advertiser:1") { id } }',
    'an ID that is none': '{ line(id: "x:y") { id } }',
    'first out of range': '{ a: lines(first: 0) { totalCount } }',
    'first beyond the most': '{ lines(first: 101) { totalCount } }',
    'first and last': '{ lines(first: 2, last: 2) { totalCount } }',
    'a cursor that is none': '{ lines(after: "nonsense") { totalCount nodes { id } } }',
    'a filter that cannot be':
      '{ lines(filter: {name: {eq: "a", in: ["\\u0000"]}, id: {eq: "Deal:1"}}) { totalCount } }',
    'an unknown word': '{ lines(filter: {status: NONSENSE}) { totalCount } }',
    'an unknown field': '{ lines { nodes { nonsense } } }',
    'an unknown argument': '{ lines(nonsense: 1) { totalCount } }',
    'a variable that is missing': 'query ($id: ID!) { line(id: $id) { id } }',
    'a variable of another type': ['query ($id: ID!) { line(id: $id) { id } }', { id: { a: 1 } }],
    'one refused field beside others': `{ a: lines(after: "x") { totalCount } b: advertisers(first: 1) { nodes { id } } }`,
    'no document': '{ ',
    'two operations': 'query A { __typename } query B { __typename }',
    'too many points': `{ advertisers(first: 100) { nodes { lines(first: 100) { nodes { ads(first: 100) { nodes { id } } } } } } }`,
  };
  return Object.entries(forms).map(([name, form]) =>
    typeof form === 'string' ? { name, query: form } : { name, query: form[0], variables: form[1] },
  );
}
