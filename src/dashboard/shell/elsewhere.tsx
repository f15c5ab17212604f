import { graphiqlAddress } from '../parts/links.ts';

/** The other pages of the service. */
export function elsewhere(): readonly (readonly [href: string, name: string])[] {
  const graphiql = graphiqlAddress();
  return [
    ...(graphiql ? ([[graphiql, 'GraphiQL']] as const) : []),
    ['docs/rest', 'REST reference'],
    ['docs', 'Documentation'],
  ];
}

/** Links to them, for whoever is signed in and whoever is not. */
export function Elsewhere() {
  return elsewhere().map(([href, name]) => (
    <a key={href} href={href}>
      {name}
    </a>
  ));
}
