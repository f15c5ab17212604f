SELECT "t0"."id", "t0"."seat_id" AS "seatId", "t0"."advertiser_id" AS "advertiserId", "t0"."parent_type" AS "parentType", "t0"."parent_id" AS "parentId", "t0"."value", "t0"."match_type" AS "matchType", "t0"."exclude", "t0"."status", "t0"."bid_set" AS "bidSet", "t0"."landing_url" AS "landingUrl", "t0"."ad_param_values" AS "adParamValues", "t0"."extra", "t0"."created_at" AS "createdAt", "t0"."updated_at" AS "updatedAt", "Keyword_adGroup"."__prisma_data__" AS "adGroup"
FROM "keyword" AS "t0"
LEFT JOIN LATERAL (
  SELECT JSONB_BUILD_OBJECT('id', "t1"."id", 'seatId', "t1"."seat_id", 'advertiserId', "t1"."advertiser_id", 'campaignId', "t1"."campaign_id", 'name', "t1"."name", 'status', "t1"."status", 'startDateStr', "t1"."start_date_str", 'bidSet', "t1"."bid_set", 'productSetId', "t1"."product_set_id", 'extra', "t1"."extra", 'createdAt', "t1"."created_at", 'updatedAt', "t1"."updated_at") AS "__prisma_data__"
  FROM "ad_group" AS "t1"
  WHERE "t0"."parent_id" = "t1"."id"
  LIMIT $1) AS "Keyword_adGroup" ON true
WHERE ("t0"."seat_id" = $2 AND "t0"."match_type" = $3 AND "t0"."status" <> $4)
ORDER BY "t0"."id" ASC
LIMIT $5

SELECT COUNT(*) AS "_count$_all"
FROM (
  SELECT "keyword"."id"
  FROM "keyword"
  WHERE ("keyword"."seat_id" = $1 AND "keyword"."match_type" = $2 AND "keyword"."status" <> $3)
  OFFSET $4) AS "sub"
