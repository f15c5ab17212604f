SELECT "t0"."id", "Advertiser_nativeLists"."__prisma_data__" AS "nativeLists", JSONB_BUILD_OBJECT('nativeLists', COALESCE("t5"."_aggr_count_nativeLists", 0)) AS "_count"
FROM "advertiser" AS "t0"
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t3"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('id', "t2"."id", 'name', "t2"."name", 'status', "t2"."status") AS "__prisma_data__", "t2"."id", "t2"."seat_id", "t2"."name"
      FROM (
        SELECT "t1".*
        FROM "native_list" AS "t1"
        WHERE "t0"."id" = "t1"."advertiser_id" /* root select */) AS "t2" /* inner select */) AS "t3"
    WHERE ("t3"."seat_id" = $1 AND "t3"."name" IN ($2,$3))
    ORDER BY "t3"."id" ASC
    LIMIT $4 /* middle select */) AS "t4" /* outer select */) AS "Advertiser_nativeLists" ON true
LEFT JOIN LATERAL (
  SELECT COUNT(*) AS "_aggr_count_nativeLists"
  FROM "native_list" AS "t6"
  WHERE ("t0"."id" = "t6"."advertiser_id" AND ("t6"."seat_id" = $5 AND "t6"."name" IN ($6,$7)))) AS "t5" ON true
WHERE ("t0"."seat_id" = $8 AND "t0"."id" = $9)
