SELECT "t0"."id", "t0"."seat_id" AS "seatId", "t0"."advertiser_id" AS "advertiserId", "t0"."name", "t0"."status", "t0"."budget", "t0"."budget_type" AS "budgetType", "t0"."objective", "t0"."language", "t0"."channel", "t0"."is_partner_network" AS "isPartnerNetwork", "t0"."advanced_geo_pos" AS "advancedGeoPos", "t0"."advanced_geo_neg" AS "advancedGeoNeg", "t0"."extra", "t0"."created_at" AS "createdAt", "t0"."updated_at" AS "updatedAt", "Campaign_lines"."__prisma_data__" AS "lines", JSONB_BUILD_OBJECT('lines', COALESCE("t40"."_aggr_count_lines", 0)) AS "_count"
FROM "campaign" AS "t0"
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t3"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('schedules', "Line_schedules"."__prisma_data__", 'advertiserId', "t2"."advertiser_id", 'advertiser', "Line_advertiser"."__prisma_data__", 'targetTypes', "Line_targetTypes"."__prisma_data__", 'geos', "Line_geos"."__prisma_data__", 'nativeLists', "Line_nativeLists"."__prisma_data__", 'funnelAttributes', "Line_funnelAttributes"."__prisma_data__", 'ads', "Line_ads"."__prisma_data__", 'id', "t2"."id", 'name', "t2"."name", 'status', "t2"."status", '_count', JSONB_BUILD_OBJECT('ads', COALESCE("t38"."_aggr_count_ads", 0))) AS "__prisma_data__", "t2"."name", "t2"."id", "t2"."seat_id", "t2"."advertiser_id"
      FROM (
        SELECT "t1".*
        FROM "line" AS "t1"
        WHERE "t0"."id" = "t1"."campaign_id" /* root select */) AS "t2"
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t7"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('id', "t6"."id", 'lineId', "t6"."line_id", 'budget', "t6"."budget", 'dailyBudgetType', "t6"."daily_budget_type", 'startDate', "t6"."start_date", 'endDate', "t6"."end_date") AS "__prisma_data__", "t6"."id"
            FROM (
              SELECT "t5".*
              FROM "line_schedule" AS "t5"
              WHERE "t2"."id" = "t5"."line_id" /* root select */) AS "t6" /* inner select */) AS "t7"
          ORDER BY "t7"."id" ASC /* middle select */) AS "t8" /* outer select */) AS "Line_schedules" ON true
      LEFT JOIN LATERAL (
        SELECT JSONB_BUILD_OBJECT('id', "t9"."id", 'name', "t9"."name") AS "__prisma_data__"
        FROM "advertiser" AS "t9"
        WHERE "t2"."advertiser_id" = "t9"."id"
        LIMIT $1) AS "Line_advertiser" ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t12"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('lineId', "t11"."line_id", 'name', "t11"."name", 'isTargeted', "t11"."is_targeted") AS "__prisma_data__", "t11"."name", "t11"."is_targeted"
            FROM (
              SELECT "t10".*
              FROM "line_target_type" AS "t10"
              WHERE "t2"."id" = "t10"."line_id" /* root select */) AS "t11" /* inner select */) AS "t12"
          WHERE "t12"."is_targeted" = $2
          ORDER BY "t12"."name" ASC /* middle select */) AS "t13" /* outer select */) AS "Line_targetTypes" ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t16"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('woeid', "t15"."woeid", 'location', "LineGeo_location"."__prisma_data__", 'excluded', "t15"."excluded") AS "__prisma_data__", "t15"."woeid"
            FROM (
              SELECT "t14".*
              FROM "line_geo" AS "t14"
              WHERE "t2"."id" = "t14"."line_id" /* root select */) AS "t15"
            LEFT JOIN LATERAL (
              SELECT JSONB_BUILD_OBJECT('woeid', "t18"."woeid", 'type', "t18"."type", 'name', "t18"."name") AS "__prisma_data__"
              FROM "location" AS "t18"
              WHERE "t15"."woeid" = "t18"."woeid"
              LIMIT $3) AS "LineGeo_location" ON true /* inner select */) AS "t16"
          ORDER BY "t16"."woeid" ASC /* middle select */) AS "t17" /* outer select */) AS "Line_geos" ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t21"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('nativeListId', "t20"."native_list_id", 'nativeList', "LineNativeList_nativeList"."__prisma_data__") AS "__prisma_data__", "t20"."native_list_id"
            FROM (
              SELECT "t19".*
              FROM "line_native_list" AS "t19"
              WHERE "t2"."id" = "t19"."line_id" /* root select */) AS "t20"
            LEFT JOIN LATERAL (
              SELECT JSONB_BUILD_OBJECT('id', "t23"."id", 'name', "t23"."name") AS "__prisma_data__"
              FROM "native_list" AS "t23"
              WHERE "t20"."native_list_id" = "t23"."id"
              LIMIT $4) AS "LineNativeList_nativeList" ON true /* inner select */) AS "t21"
          ORDER BY "t21"."native_list_id" ASC /* middle select */) AS "t22" /* outer select */) AS "Line_nativeLists" ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t26"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('lookBack', "t25"."look_back", 'funnelType', "t25"."funnel_type", 'productSetId', "t25"."product_set_id", 'exclude', "t25"."exclude") AS "__prisma_data__", "t25"."id"
            FROM (
              SELECT "t24".*
              FROM "line_funnel_attribute" AS "t24"
              WHERE "t2"."id" = "t24"."line_id" /* root select */) AS "t25" /* inner select */) AS "t26"
          ORDER BY "t26"."id" ASC /* middle select */) AS "t27" /* outer select */) AS "Line_funnelAttributes" ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t30"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('creativeId', "t29"."creative_id", 'creative', "Ad_creative"."__prisma_data__", 'schedules', "Ad_schedules"."__prisma_data__", 'countdown', "Ad_countdown"."__prisma_data__", 'id', "t29"."id") AS "__prisma_data__", "t29"."id", "t29"."seat_id", "t29"."creative_id"
            FROM (
              SELECT "t28".*
              FROM "ad" AS "t28"
              WHERE "t2"."id" = "t28"."line_id" /* root select */) AS "t29"
            LEFT JOIN LATERAL (
              SELECT JSONB_BUILD_OBJECT('name', "t32"."name", 'id', "t32"."id", 'mediaType', "t32"."media_type") AS "__prisma_data__"
              FROM "creative" AS "t32"
              WHERE "t29"."creative_id" = "t32"."id"
              LIMIT $5) AS "Ad_creative" ON true
            LEFT JOIN LATERAL (
              SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
              FROM (
                SELECT "t35"."__prisma_data__"
                FROM (
                  SELECT JSONB_BUILD_OBJECT('id', "t34"."id") AS "__prisma_data__", "t34"."id"
                  FROM (
                    SELECT "t33".*
                    FROM "ad_schedule" AS "t33"
                    WHERE "t29"."id" = "t33"."ad_id" /* root select */) AS "t34" /* inner select */) AS "t35"
                ORDER BY "t35"."id" ASC /* middle select */) AS "t36" /* outer select */) AS "Ad_schedules" ON true
            LEFT JOIN LATERAL (
              SELECT JSONB_BUILD_OBJECT('id', "t37"."id") AS "__prisma_data__"
              FROM "ad_countdown" AS "t37"
              WHERE "t29"."id" = "t37"."ad_id"
              LIMIT $6) AS "Ad_countdown" ON true /* inner select */) AS "t30"
          WHERE "t30"."seat_id" = $7
          ORDER BY "t30"."id" ASC
          LIMIT $8 /* middle select */) AS "t31" /* outer select */) AS "Line_ads" ON true
      LEFT JOIN LATERAL (
        SELECT COUNT(*) AS "_aggr_count_ads"
        FROM "ad" AS "t39"
        WHERE ("t2"."id" = "t39"."line_id" AND "t39"."seat_id" = $9)) AS "t38" ON true /* inner select */) AS "t3"
    WHERE "t3"."seat_id" = $10
    ORDER BY "t3"."name" ASC, "t3"."id" ASC
    LIMIT $11 /* middle select */) AS "t4" /* outer select */) AS "Campaign_lines" ON true
LEFT JOIN LATERAL (
  SELECT COUNT(*) AS "_aggr_count_lines"
  FROM "line" AS "t41"
  WHERE ("t0"."id" = "t41"."campaign_id" AND "t41"."seat_id" = $12)) AS "t40" ON true
WHERE ("t0"."seat_id" = $13 AND "t0"."id" = $14)
