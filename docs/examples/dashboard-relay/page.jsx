// The page of docs/graphql.md with Relay: each widget declares its data, and the page requests all of it at once.
import { Suspense } from 'react';
import {
  graphql,
  RelayEnvironmentProvider,
  useFragment,
  useLazyLoadQuery,
  usePaginationFragment,
} from 'react-relay';
import { Environment, Network, RecordSource, Store } from 'relay-runtime';

/** `url` is the service, `token` returns an access token. */
export function connect({ url, token }) {
  const send = async ({ text }, variables) => {
    const response = await fetch(`${url}/graphql`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' },
      body: JSON.stringify({ query: text, variables }),
    });
    return response.json();
  };
  return new Environment({ network: Network.create(send), store: new Store(new RecordSource()) });
}

export function Page({ environment, pixelId }) {
  return (
    <RelayEnvironmentProvider environment={environment}>
      <Suspense fallback={<p>Loading…</p>}>
        <Widgets pixelId={pixelId} />
      </Suspense>
    </RelayEnvironmentProvider>
  );
}

function Widgets({ pixelId }) {
  const query = graphql`
    query pageQuery($pixelId: ID!) {
      advertisers(
        first: 10
        orderBy: { delivery: { metric: SPEND, range: { preset: LAST_7_DAYS } }, direction: DESC }
      ) {
        nodes {
          id
          ...page_advertiser
        }
      }
      ads(
        first: 10
        orderBy: { delivery: { metric: CTR, range: { preset: LAST_30_DAYS } }, direction: DESC }
      ) {
        nodes {
          id
          ...page_ad
        }
      }
      eventReceipts(pixelId: $pixelId, first: 10) {
        nodes {
          id
          outcome
          receivedAt
        }
      }
      ...page_changes
    }
  `;
  const data = useLazyLoadQuery(query, { pixelId });
  return (
    <main>
      <h2>Spend of the last seven days</h2>
      {data.advertisers.nodes.map((advertiser) => (
        <Advertiser key={advertiser.id} advertiser={advertiser} />
      ))}
      <h2>Best ads by click rate, last 30 days</h2>
      <ol>
        {data.ads.nodes.map((ad) => (
          <Ad key={ad.id} ad={ad} />
        ))}
      </ol>
      <h2>Events</h2>
      <ul>
        {data.eventReceipts.nodes.map(({ id, outcome, receivedAt }) => (
          <li key={id}>
            {receivedAt} {outcome}
          </li>
        ))}
      </ul>
      <h2>Changes</h2>
      <Changes query={data} />
    </main>
  );
}

function Advertiser({ advertiser }) {
  const fragment = graphql`
    fragment page_advertiser on Advertiser {
      name
      delivery(range: { preset: LAST_7_DAYS }) {
        spend {
          amount
          currency
        }
      }
      lines(first: 10, filter: { status: ACTIVE }) {
        nodes {
          id
          name
          pacing {
            status
          }
        }
      }
    }
  `;
  const { name, delivery, lines } = useFragment(fragment, advertiser);
  return (
    <section>
      <h3>
        {name}: {delivery.spend.amount} {delivery.spend.currency}
      </h3>
      <ul>
        {lines.nodes.map((line) => (
          <li key={line.id}>
            {line.name}: {line.pacing?.status ?? 'no budget'}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Ad({ ad }) {
  const fragment = graphql`
    fragment page_ad on Ad {
      name
      delivery(range: { preset: LAST_30_DAYS }) {
        ctr
      }
    }
  `;
  const { name, delivery } = useFragment(fragment, ad);
  return (
    <li>
      {name}: {delivery.ctr ?? '–'}
    </li>
  );
}

function Changes({ query }) {
  const fragment = graphql`
    fragment page_changes on Query
    @refetchable(queryName: "pageChangesQuery")
    @argumentDefinitions(count: { type: "Int", defaultValue: 10 }, cursor: { type: "String" }) {
      changes(first: $count, after: $cursor) @connection(key: "page_changes") {
        edges {
          node {
            id
            action
            user {
              name
            }
          }
        }
      }
    }
  `;
  const { data, hasNext, loadNext } = usePaginationFragment(fragment, query);
  return (
    <>
      <ul>
        {data.changes.edges.map(({ node }) => (
          <li key={node.id}>
            {node.user?.name}: {node.action} {node.id}
          </li>
        ))}
      </ul>
      {hasNext && (
        <button type="button" onClick={() => loadNext(10)}>
          More
        </button>
      )}
    </>
  );
}
