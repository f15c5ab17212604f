SELECT "t0"."id", "Advertiser_campaigns"."__prisma_data__" AS "campaigns", "Advertiser_lines"."__prisma_data__" AS "lines", "Advertiser_pixels"."__prisma_data__" AS "pixels", "Advertiser_creatives"."__prisma_data__" AS "creatives", "t0"."name", "t0"."status", JSONB_BUILD_OBJECT('campaigns', COALESCE("t25"."_aggr_count_campaigns", 0)) AS "_count"
FROM "advertiser" AS "t0"
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t3"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('id', "t2"."id", 'seatId', "t2"."seat_id", 'advertiserId', "t2"."advertiser_id", 'name', "t2"."name", 'status', "t2"."status", 'budget', "t2"."budget", 'budgetType', "t2"."budget_type", 'objective', "t2"."objective", 'language', "t2"."language", 'channel', "t2"."channel", 'isPartnerNetwork', "t2"."is_partner_network", 'advancedGeoPos', "t2"."advanced_geo_pos", 'advancedGeoNeg', "t2"."advanced_geo_neg", 'extra', "t2"."extra", 'createdAt', "t2"."created_at", 'updatedAt', "t2"."updated_at") AS "__prisma_data__", "t2"."id", "t2"."seat_id"
      FROM (
        SELECT "t1".*
        FROM "campaign" AS "t1"
        WHERE "t0"."id" = "t1"."advertiser_id" /* root select */) AS "t2" /* inner select */) AS "t3"
    WHERE "t3"."seat_id" = $1
    ORDER BY "t3"."id" ASC
    LIMIT $2 /* middle select */) AS "t4" /* outer select */) AS "Advertiser_campaigns" ON true
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t7"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('ads', "Line_ads"."__prisma_data__", 'id', "t6"."id", 'name', "t6"."name", 'status', "t6"."status", 'bidPrice', "t6"."bid_price") AS "__prisma_data__", "t6"."id", "t6"."seat_id"
      FROM (
        SELECT "t5".*
        FROM "line" AS "t5"
        WHERE "t0"."id" = "t5"."advertiser_id" /* root select */) AS "t6"
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t11"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('schedules', "Ad_schedules"."__prisma_data__", 'id', "t10"."id", 'status', "t10"."status") AS "__prisma_data__", "t10"."id", "t10"."seat_id"
            FROM (
              SELECT "t9".*
              FROM "ad" AS "t9"
              WHERE "t6"."id" = "t9"."line_id" /* root select */) AS "t10"
            LEFT JOIN LATERAL (
              SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
              FROM (
                SELECT "t15"."__prisma_data__"
                FROM (
                  SELECT JSONB_BUILD_OBJECT('id', "t14"."id", 'startDate', "t14"."start_date") AS "__prisma_data__", "t14"."id"
                  FROM (
                    SELECT "t13".*
                    FROM "ad_schedule" AS "t13"
                    WHERE "t10"."id" = "t13"."ad_id" /* root select */) AS "t14" /* inner select */) AS "t15"
                ORDER BY "t15"."id" ASC /* middle select */) AS "t16" /* outer select */) AS "Ad_schedules" ON true /* inner select */) AS "t11"
          WHERE "t11"."seat_id" = $3
          ORDER BY "t11"."id" ASC
          LIMIT $4 /* middle select */) AS "t12" /* outer select */) AS "Line_ads" ON true /* inner select */) AS "t7"
    WHERE "t7"."seat_id" = $5
    ORDER BY "t7"."id" ASC
    LIMIT $6 /* middle select */) AS "t8" /* outer select */) AS "Advertiser_lines" ON true
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t19"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('id', "t18"."id", 'seatId', "t18"."seat_id", 'advertiserId', "t18"."advertiser_id", 'name', "t18"."name", 'dotPixel', "t18"."dot_pixel", 'createdAt', "t18"."created_at", 'updatedAt', "t18"."updated_at") AS "__prisma_data__", "t18"."id", "t18"."seat_id"
      FROM (
        SELECT "t17".*
        FROM "pixel" AS "t17"
        WHERE "t0"."id" = "t17"."advertiser_id" /* root select */) AS "t18" /* inner select */) AS "t19"
    WHERE "t19"."seat_id" = $7
    ORDER BY "t19"."id" ASC
    LIMIT $8 /* middle select */) AS "t20" /* outer select */) AS "Advertiser_pixels" ON true
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t23"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('id', "t22"."id", 'name', "t22"."name") AS "__prisma_data__", "t22"."id", "t22"."seat_id"
      FROM (
        SELECT "t21".*
        FROM "creative" AS "t21"
        WHERE "t0"."id" = "t21"."advertiser_id" /* root select */) AS "t22" /* inner select */) AS "t23"
    WHERE "t23"."seat_id" = $9
    ORDER BY "t23"."id" ASC
    LIMIT $10 /* middle select */) AS "t24" /* outer select */) AS "Advertiser_creatives" ON true
LEFT JOIN LATERAL (
  SELECT COUNT(*) AS "_aggr_count_campaigns"
  FROM "campaign" AS "t26"
  WHERE ("t0"."id" = "t26"."advertiser_id" AND "t26"."seat_id" = $11)) AS "t25" ON true
WHERE "t0"."seat_id" = $12
ORDER BY "t0"."id" ASC
LIMIT $13

SELECT COUNT(*) AS "_count$_all"
FROM (
  SELECT "advertiser"."id"
  FROM "advertiser"
  WHERE "advertiser"."seat_id" = $1
  OFFSET $2) AS "sub"
