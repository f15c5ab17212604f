import { ApolloClient, gql as apolloGql, HttpLink, InMemoryCache } from '@apollo/client';
import { Client, fetchExchange, gql as urqlGql } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { tokenFor } from '../support/actors.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { serve } from './service.ts';

/** Apollo and urql normalise by `id` without configuration: what a mutation answers changes what a list shows. */

const service = await serve();
const registered = await service.register();
const headers = { authorization: `Bearer ${await tokenFor(service.system, registered)}` };
const uri = `${service.origin}/graphql`;

const LIST = '{ advertisers(first: 5, orderBy: {field: ID}) { nodes { id name } } }';
const NODE = 'query ($id: ID!) { node(id: $id) { id ... on Advertiser { name } } }';
const RENAME = `mutation ($id: ID!, $name: String!) { updateAdvertiser(input: {id: $id, name: $name}) {
  ... on UpdateAdvertiserPayload { advertiser { id name } } } }`;
let id = '';

beforeAll(async () => {
  const client = service.connect(registered);
  const made = await client.request<{ createAdvertiser: { advertiser: { id: string } } }, object>(
    `mutation ($input: CreateAdvertiserInput!) { createAdvertiser(input: $input) {
      ... on CreateAdvertiserPayload { advertiser { id } } } }`,
    { input: advertiserInput() },
  );
  id = made.createAdvertiser.advertiser.id;
});

interface List {
  readonly advertisers: { readonly nodes: readonly { readonly id: string; readonly name: string }[] };
}
const nameIn = (list: List | null | undefined) =>
  list?.advertisers.nodes.find((node) => node.id === id)?.name;

describe('Apollo Client', () => {
  it('shows a new name in a list that was read before, and reads a node from the cache', async () => {
    const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri, headers }) });
    await client.query({ query: apolloGql(LIST) });
    await client.query({ query: apolloGql(NODE), variables: { id } });
    await client.mutate({ mutation: apolloGql(RENAME), variables: { id, name: 'Renamed with Apollo' } });
    const list = client.readQuery<List>({ query: apolloGql(LIST) });
    expect(nameIn(list)).toBe('Renamed with Apollo');
    const node = client.readQuery({ query: apolloGql(NODE), variables: { id } });
    expect(node).toMatchObject({ node: { id, name: 'Renamed with Apollo' } });
    client.stop();
  });
});

describe('urql with graphcache', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  afterAll(() => warn.mockRestore());

  it('shows a new name in a list that was read before, and reads a node from the cache', async () => {
    const client = new Client({
      url: uri,
      exchanges: [cacheExchange({}), fetchExchange],
      preferGetMethod: false,
      fetchOptions: { headers },
    });
    const list = () => client.query<List>(urqlGql(LIST), {}).toPromise();
    const node = () => client.query(urqlGql(NODE), { id }).toPromise();
    await list();
    await node();
    await client.mutation(urqlGql(RENAME), { id, name: 'Renamed with urql' }).toPromise();
    const again = await list();
    expect(nameIn(again.data)).toBe('Renamed with urql');
    expect((await node()).data).toMatchObject({ node: { id, name: 'Renamed with urql' } });
  });
});
