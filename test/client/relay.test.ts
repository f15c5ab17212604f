import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Window } from 'happy-dom';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { tokenFor } from '../support/actors.ts';
import { advertiserInput } from '../support/traffic/traffic.ts';
import { serve } from './service.ts';

/** A fragment that Relay refetches through `node(id)`: its pages grow, restart, and are updated by the result of a mutation. */

const root = join(import.meta.dirname, '../..');
const service = await serve();
const registered = await service.register();
const token = await tokenFor(service.system, registered);
const folder = await mkdtemp(join(tmpdir(), 'flightline-relay-'));
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }));

const MODULE = `
const { graphql } = require('react-relay');
graphql\`query pageQuery($id: ID!) { node(id: $id) { ...page_advertiser @alias } }\`;
graphql\`fragment page_advertiser on Advertiser
  @refetchable(queryName: "pageNextQuery")
  @argumentDefinitions(count: { type: "Int", defaultValue: 2 }, cursor: { type: "String" }) {
    name
    campaigns(first: $count, after: $cursor, orderBy: { field: NAME }) @connection(key: "page_campaigns") {
      totalCount
      edges { node { id name } }
    }
  }\`;
graphql\`mutation pageRenameMutation($input: UpdateCampaignInput!) {
  updateCampaign(input: $input) { ... on UpdateCampaignPayload { campaign { id name } } }
}\`;
`;

/** The compiler's artifacts, and the libraries as they are loaded with them. */
async function compiled() {
  await mkdir(join(folder, 'src/__generated__'), { recursive: true });
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'));
  await symlink(join(root, 'schema.graphql'), join(folder, 'schema.graphql'));
  await writeFile(join(folder, 'src/page.js'), MODULE);
  const config = {
    src: './src',
    schema: './schema.graphql',
    language: 'javascript',
    eagerEsModules: false,
  };
  await writeFile(join(folder, 'relay.config.json'), JSON.stringify(config));
  const compiler: string = createRequire(import.meta.url)('relay-compiler');
  await promisify(execFile)(compiler, ['relay.config.json'], { cwd: folder });
  const load = createRequire(join(folder, 'src/page.js'));
  const artifact = (name: string) => load(`./__generated__/${name}.graphql.js`);
  return { load, artifact };
}

interface Edges {
  readonly name: string;
  readonly campaigns: { readonly edges: readonly { readonly node: { readonly name: string } }[] };
}

let page: {
  data: Edges;
  hasNext: boolean;
  loadNext: (count: number, options: object) => void;
  refetch: (variables: object, options: object) => void;
};
let act: (work: () => Promise<void>) => Promise<void>;
let rename: (id: string, name: string) => Promise<void>;
const campaigns: string[] = [];

beforeAll(async () => {
  const client = service.connect(registered);
  const create = async <T>(type: string, input: object): Promise<T> => {
    const field = type.charAt(0).toLowerCase() + type.slice(1);
    const data = await client.request<{ made: Record<string, T> }, object>(
      `mutation ($input: Create${type}Input!) { made: create${type}(input: $input) {
        ... on Create${type}Payload { ${field} { id } } } }`,
      { input },
    );
    return data.made[field] as T;
  };
  const { id } = await create<{ id: string }>('Advertiser', advertiserInput());
  for (const name of ['A', 'B', 'C', 'D', 'E'])
    campaigns.push((await create<{ id: string }>('Campaign', { advertiserId: id, name })).id);

  const { load, artifact } = await compiled();
  const window = new Window();
  for (const [name, value] of Object.entries({
    window,
    document: window.document,
    navigator: window.navigator,
    IS_REACT_ACT_ENVIRONMENT: true,
  }))
    vi.stubGlobal(name, value);
  const React = load('react');
  const { createRoot } = load('react-dom/client');
  const { RelayEnvironmentProvider, useLazyLoadQuery, usePaginationFragment } = load('react-relay');
  const { Environment, Network, RecordSource, Store, commitMutation } = load('relay-runtime');
  act = React.act;

  const send = async ({ text }: { text: string }, variables: object) => {
    const response = await fetch(`${service.origin}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  };
  const environment = new Environment({
    network: Network.create(send),
    store: new Store(new RecordSource()),
  });
  rename = (id, name) =>
    new Promise((resolve, reject) => {
      const mutation = artifact('pageRenameMutation');
      commitMutation(environment, {
        mutation,
        variables: { input: { id, name } },
        onCompleted: () => resolve(),
        onError: reject,
      });
    });

  const List = ({ advertiser }: { advertiser: object }) => {
    page = usePaginationFragment(artifact('page_advertiser'), advertiser);
    return null;
  };
  const Page = () =>
    React.createElement(List, {
      advertiser: useLazyLoadQuery(artifact('pageQuery'), { id }).node.page_advertiser,
    });
  const tree = React.createElement(
    RelayEnvironmentProvider,
    { environment },
    React.createElement(React.Suspense, { fallback: null }, React.createElement(Page)),
  );
  const view = createRoot(window.document.createElement('div'));
  await act(async () => view.render(tree));
  await vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect(page).toBeDefined();
    },
    { timeout: 20_000 },
  );
}, 60_000);

const names = () => page.data.campaigns.edges.map(({ node }) => node.name);
const settled = (work: (onComplete: () => void) => void) =>
  act(() => new Promise<void>((resolve) => work(() => setTimeout(resolve, 50))));

it('begins with a page, and loads the next ones through node(id)', async () => {
  expect([names(), page.hasNext]).toEqual([['A', 'B'], true]);
  await settled((onComplete) => page.loadNext(2, { onComplete }));
  expect([names(), page.hasNext]).toEqual([['A', 'B', 'C', 'D'], true]);
  await settled((onComplete) => page.loadNext(2, { onComplete }));
  expect([names(), page.hasNext]).toEqual([['A', 'B', 'C', 'D', 'E'], false]);
});

it('shows the new name that a mutation returns', async () => {
  await act(() => rename(campaigns[0] as string, 'A, renamed'));
  expect(names()[0]).toBe('A, renamed');
});

it('restarts with other arguments', async () => {
  // The list suspends: React renders it once this has been acted, so nothing inside can wait for it.
  await act(async () => page.refetch({ count: 3 }, { fetchPolicy: 'network-only' }));
  await vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 50)));
      expect([names(), page.hasNext]).toEqual([['A, renamed', 'B', 'C'], true]);
    },
    { timeout: 20_000 },
  );
});
