import type { ClickHouse, ClickHouseAddress } from './clickhouse.ts';

/** The server at the address; nothing is asked of it yet, and nothing of the client is loaded before. */
export async function openClickHouse(
  address: ClickHouseAddress,
  options: { timeoutMs: number },
): Promise<ClickHouse> {
  const { createHttpClickHouse } = await import('./client.ts');
  return createHttpClickHouse(address, options);
}
