SELECT "t0"."advertiser_id" AS "advertiserId", "t0"."version", "t0"."products", "t0"."loaded_at" AS "loadedAt"
FROM "product_feed" AS "t0"
WHERE "t0"."advertiser_id" IN ($1)

SELECT "t0"."id", "Advertiser_productSets"."__prisma_data__" AS "productSets", "t0"."account_group_id" AS "accountGroupId"
FROM "advertiser" AS "t0"
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t3"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('id', "t2"."id", 'advertiserId', "t2"."advertiser_id", 'productSetFilter', "t2"."product_set_filter") AS "__prisma_data__", "t2"."id", "t2"."seat_id"
      FROM (
        SELECT "t1".*
        FROM "product_set" AS "t1"
        WHERE "t0"."id" = "t1"."advertiser_id" /* root select */) AS "t2" /* inner select */) AS "t3"
    WHERE "t3"."seat_id" = $1
    ORDER BY "t3"."id" ASC
    LIMIT $2 /* middle select */) AS "t4" /* outer select */) AS "Advertiser_productSets" ON true
WHERE "t0"."seat_id" = $3
ORDER BY "t0"."id" ASC
LIMIT $4

SELECT owner.id AS owner_id, found.*
FROM unnest($1::int[]) AS owner(id)
CROSS JOIN LATERAL ( SELECT item.*
  FROM "change" AS item
  WHERE item.seat_id = $2 AND item.resource = $3 AND item.resource_id = owner.id
  ORDER BY item."id" desc
  LIMIT $4) AS found
ORDER BY owner.id, found."id" desc

SELECT owner.id AS owner_id, found.*
FROM unnest($1::int[], $2::int[]) AS owner(id, account_group_id)
CROSS JOIN LATERAL ( SELECT item.*
  FROM "deal" AS item
  WHERE item.seat_id = $3 AND (item.account_group_id = owner.account_group_id OR owner.account_group_id = ANY(item.account_groups) OR (item.account_group_id IS NULL AND item.account_groups = '{}')) AND (owner.id = ANY(item.accounts)) <> item.account_is_excluded AND item."status" = $4
  ORDER BY item."reserve_price" asc, item."id" asc
  LIMIT $5) AS found
ORDER BY owner.id, found."reserve_price" asc, found."id" asc

SELECT owner.id, (
  SELECT count(*)::int
  FROM "deal" AS item
  WHERE item.seat_id = $1 AND (item.account_group_id = owner.account_group_id OR owner.account_group_id = ANY(item.account_groups) OR (item.account_group_id IS NULL AND item.account_groups = '{}')) AND (owner.id = ANY(item.accounts)) <> item.account_is_excluded AND item."status" = $2) AS count
FROM unnest($3::int[], $4::int[]) AS owner(id, account_group_id)
