import type { ClickHouse, ClickHouseAddress } from './clickhouse.ts';

/** Returns the server at the address, without connecting yet. Loads the client only now. */
export async function openClickHouse(
  address: ClickHouseAddress,
  options: { timeoutMs: number },
): Promise<ClickHouse> {
  const { createHttpClickHouse } = await import('./client.ts');
  return createHttpClickHouse(address, options);
}
