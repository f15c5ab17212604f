import { graphiqlAddress } from '../parts/links.ts';

/** The other pages of the service, for whoever is signed in and whoever is not. */
export function Elsewhere() {
  const graphiql = graphiqlAddress();
  return (
    <>
      {graphiql && <a href={graphiql}>GraphiQL</a>}
      <a href="docs/rest">REST reference</a>
      <a href="docs">Documentation</a>
    </>
  );
}
