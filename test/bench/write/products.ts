import type { Pool } from 'pg';

/** A feed made by the database itself: 100 brands, so that each is shared by a hundredth of the products. */
export async function fillProducts(pool: Pool, advertiserId: number, products: number): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    const { rows } = await client.query<{ indexdef: string }>(
      `SELECT indexdef FROM pg_indexes WHERE indexname = 'product_any_field'`,
    );
    await client.query('DROP INDEX product_any_field');
    await client.query(
      `INSERT INTO product (advertiser_id, id, data)
       SELECT $1, i::text, jsonb_build_object('id', i, 'title', 'Product ' || i, 'brand', 'Brand ' || i % 100,
         'price', (i::bigint * 7919 % 100000) / 100.0, 'category', 'Category ' || i % 37,
         'availability', CASE WHEN i % 5 = 0 THEN 'out of stock' ELSE 'in stock' END,
         'link', 'https://example.com/products/' || i)
       FROM generate_series(1, $2::int) AS i`,
      [advertiserId, products],
    );
    await client.query(
      'INSERT INTO product_feed (advertiser_id, version, products, loaded_at) VALUES ($1, 1, $2, now())',
      [advertiserId, products],
    );
    await client.query(rows[0]?.indexdef ?? '');
    await client.query('VACUUM ANALYZE product');
    await client.query('RESET statement_timeout');
  } finally {
    client.release();
  }
}
