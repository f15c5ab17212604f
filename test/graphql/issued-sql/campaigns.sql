SELECT "t0"."id", "t0"."seat_id" AS "seatId", "t0"."advertiser_id" AS "advertiserId", "t0"."name", "t0"."status", "t0"."budget", "t0"."budget_type" AS "budgetType", "t0"."objective", "t0"."language", "t0"."channel", "t0"."is_partner_network" AS "isPartnerNetwork", "t0"."advanced_geo_pos" AS "advancedGeoPos", "t0"."advanced_geo_neg" AS "advancedGeoNeg", "t0"."extra", "t0"."created_at" AS "createdAt", "t0"."updated_at" AS "updatedAt", "Campaign_advertiser"."__prisma_data__" AS "advertiser"
FROM "campaign" AS "t0"
LEFT JOIN LATERAL (
  SELECT JSONB_BUILD_OBJECT('id', "t1"."id", 'seatId', "t1"."seat_id", 'accountGroupId', "t1"."account_group_id", 'name', "t1"."name", 'status', "t1"."status", 'landingPageUrl', "t1"."landing_page_url", 'iabCategoryId', "t1"."iab_category_id", 'iabSecondaryCategoryId', "t1"."iab_secondary_category_id", 'timezone', "t1"."timezone", 'currency', "t1"."currency", 'billingPrice', "t1"."billing_price", 'contact', "t1"."contact", 'billingContact', "t1"."billing_contact", 'isCrossdeviceOff', "t1"."is_crossdevice_off", 'createdAt', "t1"."created_at", 'updatedAt', "t1"."updated_at") AS "__prisma_data__"
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
