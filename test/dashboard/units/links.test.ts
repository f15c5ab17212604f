import { expect, it, vi } from 'vitest';

vi.stubGlobal('document', { querySelector: () => ({}) });
const { graphiqlAddress, safeAddress } = await import('../../../src/dashboard/parts/links.ts');
// Other files run in this process too.
vi.unstubAllGlobals();

it.each([
  'javascript:alert(1)',
  ' javascript:alert(1)',
  'data:text/html,x',
  'vbscript:x',
  'not an address',
  '',
])('nothing links to %j', (text) => {
  expect(safeAddress(text)).toBeUndefined();
});

it('an address of the web is linked to as it stands', () => {
  expect(safeAddress('https://shop.example/?a=1')).toBe('https://shop.example/?a=1');
});

it('GraphiQL opens with the query and its variables', () => {
  const address = new URL(graphiqlAddress('query Q { a }\n', { id: '1&2' }) ?? '', 'http://localhost/');
  expect(address.pathname).toBe('/graphql');
  expect(Object.fromEntries(address.searchParams)).toEqual({
    query: 'query Q { a }',
    variables: '{"id":"1&2"}',
  });
});
