import { expect, test } from 'vitest';
import { trafficSystem } from '../../support/seat.ts';

const { caller } = await trafficSystem();
const seat = await caller();

test.each(['a\0b', 'x\ud800'])('a filter with text that no row can hold is refused by name', async (text) => {
  for (const [connection, filter] of [
    ['advertisers', 'query'],
    ['changes', 'requestId'],
    ['conversionReceipts', 'eventId'],
  ] as const) {
    const type = `${connection.charAt(0).toUpperCase()}${connection.slice(1, -1)}Filter`;
    const query = `query($filter: ${type}) { ${connection}(filter: $filter) { nodes { __typename } } }`;
    const { body } = await seat.graphql(query, { filter: { [filter]: text } });
    const message = `Argument "filter.${filter}" must be well-formed text without NUL.`;
    expect(body.errors[0]).toMatchObject({ message, extensions: { code: 'BAD_USER_INPUT' } });
  }
});
