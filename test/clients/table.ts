import type { Client, Operation } from './client.ts';
import type { Outcome } from './play.ts';

type Row = Pick<Operation, 'name' | 'route' | 'refused' | 'note'>;

/** The operations with the request for a token. */
const rowsOf = ({ token, operations }: Client): readonly Row[] => [
  ...(token ? [{ name: 'token', route: `POST ${token.path}` as Row['route'] }] : []),
  ...operations,
];

const ORDER = ['/identity', '/zts', '/traffic', '/extreport', '/v1'];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];
const placeOf = (route: string): readonly [number, string, number] => {
  const [method = '', path = ''] = route.split(' ');
  return [ORDER.findIndex((prefix) => path.startsWith(prefix)), path, METHODS.indexOf(method)];
};
function byPlace(left: string, right: string): number {
  const [a, b] = [placeOf(left), placeOf(right)];
  return a[0] - b[0] || (a[1] < b[1] ? -1 : a[1] > b[1] ? 1 : a[2] - b[2]);
}

function tableOf(clients: readonly Client[], cellOf: (client: Client, route: string) => string): string {
  const routes = [...new Set(clients.flatMap((client) => rowsOf(client).map(({ route }) => route)))];
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(['Request', ...clients.map(({ letter }) => letter)]),
    line(['---', ...clients.map(() => '---')]),
    ...routes
      .sort(byPlace)
      .map((route) => line([`\`${route}\``, ...clients.map((one) => cellOf(one, route))])),
  ].join('\n');
}

/** The table of what is expected: `yes`, or the status of the refusal. */
export const expectedTable = (clients: readonly Client[]): string =>
  tableOf(clients, (client, route) => {
    const own = rowsOf(client).filter((row) => row.route === route);
    if (own.some(({ refused }) => !refused)) return 'yes';
    return own[0]?.refused ? String(own[0].refused.status) : '';
  });

/** The table of what was played: `yes`, the status of the refusal, or how many of the operations fail. */
export const outcomeTable = (
  clients: readonly Client[],
  played: ReadonlyMap<string, readonly Outcome[]>,
): string =>
  tableOf(clients, ({ letter }, route) => {
    const own = (played.get(letter) ?? []).filter(({ operation }) => operation.route === route);
    const failed = own.filter(({ problems }) => problems.length > 0);
    if (failed.length > 0) return `FAILS (${failed.length} of ${own.length})`;
    if (own.some(({ operation }) => !operation.refused)) return 'yes';
    return own[0] ? String(own[0].operation.refused?.status) : '';
  });

/** The notes of the operations that are not answered as a client would have it, each once. */
export const notesOf = (clients: readonly Client[]): readonly string[] => {
  const notes = new Map<string, Set<string>>();
  for (const client of clients)
    for (const { note, route } of client.operations)
      if (note) notes.set(note, (notes.get(note) ?? new Set()).add(`\`${route}\``));
  return [...notes].map(([note, routes]) => `${[...routes].join(', ')}: ${note}`);
};
