SELECT "t0"."id", "t0"."seat_id" AS "seatId", "t0"."advertiser_id" AS "advertiserId", "t0"."name", "t0"."status", "t0"."budget", "t0"."budget_type" AS "budgetType", "t0"."objective", "t0"."language", "t0"."channel", "t0"."is_partner_network" AS "isPartnerNetwork", "t0"."advanced_geo_pos" AS "advancedGeoPos", "t0"."advanced_geo_neg" AS "advancedGeoNeg", "t0"."extra", "t0"."created_at" AS "createdAt", "t0"."updated_at" AS "updatedAt", "Campaign_advertiser"."__prisma_data__" AS "advertiser"
FROM "campaign" AS "t0"
LEFT JOIN LATERAL (
  SELECT JSONB_BUILD_OBJECT('id', "t1"."id", 'name', "t1"."name") AS "__prisma_data__"
  FROM "advertiser" AS "t1"
  WHERE "t0"."advertiser_id" = "t1"."id"
  LIMIT $1) AS "Campaign_advertiser" ON true
WHERE ("t0"."seat_id" = $2 AND "t0"."name" ILIKE ('%' || $3 || '%') AND "t0"."status" IN ($4) AND "t0"."budget" >= $5)
ORDER BY "t0"."name" ASC, "t0"."id" ASC
LIMIT $6

SELECT COUNT(*) AS "_count$_all"
FROM (
  SELECT "campaign"."id"
  FROM "campaign"
  WHERE ("campaign"."seat_id" = $1 AND "campaign"."name" ILIKE ('%' || $2 || '%') AND "campaign"."status" IN ($3) AND "campaign"."budget" >= $4)
  OFFSET $5) AS "sub"
