SELECT "t0"."id", "t0"."seat_id" AS "seatId", "t0"."advertiser_id" AS "advertiserId", "t0"."name", "t0"."status", "t0"."budget", "t0"."budget_type" AS "budgetType", "t0"."objective", "t0"."language", "t0"."channel", "t0"."is_partner_network" AS "isPartnerNetwork", "t0"."advanced_geo_pos" AS "advancedGeoPos", "t0"."advanced_geo_neg" AS "advancedGeoNeg", "t0"."extra", "t0"."created_at" AS "createdAt", "t0"."updated_at" AS "updatedAt", "Campaign_lines"."__prisma_data__" AS "lines", JSONB_BUILD_OBJECT('lines', COALESCE("t40"."_aggr_count_lines", 0)) AS "_count"
FROM "campaign" AS "t0"
LEFT JOIN LATERAL (
  SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
  FROM (
    SELECT "t3"."__prisma_data__"
    FROM (
      SELECT JSONB_BUILD_OBJECT('advertiserId', "t2"."advertiser_id", 'advertiser', "Line_advertiser"."__prisma_data__", 'schedules', "Line_schedules"."__prisma_data__", 'targetTypes', "Line_targetTypes"."__prisma_data__", 'geos', "Line_geos"."__prisma_data__", 'nativeLists', "Line_nativeLists"."__prisma_data__", 'funnelAttributes', "Line_funnelAttributes"."__prisma_data__", 'ads', "Line_ads"."__prisma_data__", 'id', "t2"."id", 'name', "t2"."name", 'status', "t2"."status", '_count', JSONB_BUILD_OBJECT('ads', COALESCE("t38"."_aggr_count_ads", 0))) AS "__prisma_data__", "t2"."name", "t2"."id", "t2"."seat_id", "t2"."advertiser_id"
      FROM (
        SELECT "t1".*
        FROM "line" AS "t1"
        WHERE "t0"."id" = "t1"."campaign_id" /* root select */) AS "t2"
      LEFT JOIN LATERAL (
        SELECT JSONB_BUILD_OBJECT('id', "t5"."id", 'name', "t5"."name") AS "__prisma_data__"
        FROM "advertiser" AS "t5"
        WHERE "t2"."advertiser_id" = "t5"."id"
        LIMIT $1) AS "Line_advertiser" ON true
      LEFT JOIN LATERAL (
        SELECT COALESCE(JSONB_AGG("__prisma_data__"), '[]') AS "__prisma_data__"
        FROM (
          SELECT "t8"."__prisma_data__"
          FROM (
            SELECT JSONB_BUILD_OBJECT('id', "t7"."id", 'budget', "t7"."budget") AS "__prisma_data__", "t7"."id"
            FROM (
              SELECT "t6".*
              FROM "line_schedule" AS "t6"
              WHERE "t2"."id" = "t6"."line_id" /* root select */) AS "t7" /* inner select */) AS "t8"
          ORDER BY "t8"."id" ASC /* middle select */) AS "t9" /* outer select */) AS "Line_schedules" ON true
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

WITH moment AS MATERIALIZED (
  SELECT $1::timestamptz AS now, $2::int AS seat, $3::int[] AS ids) SELECT lin.id, (
  SELECT CASE WHEN lin.status = 'PAUSED' THEN 'PAUSED' WHEN lin.status NOT IN ('ACTIVE', 'PAUSED') THEN 'INACTIVE' WHEN EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id) AND NOT EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND fl.start_date <= moment.now AND moment.now < fl.end_date) AND NOT EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND moment.now < fl.start_date) THEN 'ENDED' WHEN EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id) AND NOT EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND NOT (moment.now < fl.start_date)) THEN 'NOT_STARTED' WHEN NOT EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND fl.start_date <= moment.now AND moment.now < fl.end_date) AND EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND fl.end_date <= moment.now) AND EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND moment.now < fl.start_date) THEN 'NOT_STARTED' WHEN adv.status <> 'ACTIVE' THEN 'BLOCKED' WHEN cmp.status NOT IN ('ACTIVE', 'DELETED') THEN 'BLOCKED' WHEN cmp.status = 'DELETED' THEN 'BLOCKED' WHEN NOT (EXISTS (
      SELECT
      FROM line_target_type tt
      WHERE tt.line_id = lin.id AND tt.name = 'GEOGRAPHY' AND tt.is_targeted) AND EXISTS (
      SELECT
      FROM line_geo lg JOIN location loc ON loc.woeid = lg.woeid
      WHERE lg.line_id = lin.id AND NOT lg.excluded AND loc.country_code IS NOT NULL)) THEN 'BLOCKED' WHEN NOT EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND true) THEN 'BLOCKED' WHEN EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND true) AND NOT EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND true) THEN 'BLOCKED' WHEN EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND true) AND NOT EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND (NOT EXISTS (
        SELECT
        FROM ad_schedule sch
        WHERE sch.ad_id = ad.id AND true) OR EXISTS (
        SELECT
        FROM ad_schedule sch
        WHERE sch.ad_id = ad.id AND sch.start_date <= moment.now AND moment.now < sch.end_date))) AND EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND EXISTS (
      SELECT
      FROM ad_schedule sch
      WHERE sch.ad_id = ad.id AND moment.now < sch.start_date)) THEN 'BLOCKED' WHEN EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND true) AND NOT EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND (NOT EXISTS (
        SELECT
        FROM ad_schedule sch
        WHERE sch.ad_id = ad.id AND true) OR EXISTS (
        SELECT
        FROM ad_schedule sch
        WHERE sch.ad_id = ad.id AND sch.start_date <= moment.now AND moment.now < sch.end_date))) AND NOT EXISTS (
    SELECT
    FROM ad
    WHERE ad.line_id = lin.id AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
      SELECT
      FROM creative cr
      WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND EXISTS (
      SELECT
      FROM ad_schedule sch
      WHERE sch.ad_id = ad.id AND moment.now < sch.start_date)) THEN 'BLOCKED' WHEN CASE WHEN EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND fl.start_date <= moment.now AND moment.now < fl.end_date) AND NOT EXISTS (
    SELECT
    FROM line_schedule fl
    WHERE fl.line_id = lin.id AND fl.start_date <= moment.now AND moment.now < fl.end_date AND fl.budget IS NULL) THEN NOT EXISTS (
    SELECT
    FROM (
      SELECT array_agg(f.id
        ORDER BY f.start_date, f.id) AS ids, array_agg(f.budget
        ORDER BY f.start_date, f.id) AS budgets, array_agg(f.start_date
        ORDER BY f.start_date, f.id) AS starts, array_agg(f.end_date
        ORDER BY f.start_date, f.id) AS ends, min(f.start_date) AS since, max(f.end_date) AS until
      FROM (
        SELECT f.*, count(*) FILTER (WHERE f.is_apart) OVER (ORDER BY f.start_date, f.id) AS nr
        FROM ( SELECT f.id, f.budget, f.start_date, f.end_date, coalesce(f.start_date >= max(f.end_date) OVER (ORDER BY f.start_date, f.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true) AS is_apart
          FROM line_schedule f
          WHERE f.line_id = lin.id) f) f
      GROUP BY f.nr) g
    CROSS JOIN LATERAL (
      SELECT flights_filled(s.spent, g.budgets, s.runs
        ORDER BY s.since) AS delivered
      FROM (
        SELECT m.since, (CASE adv.currency WHEN 'USD' THEN (
            SELECT coalesce(sum(s.spend), 0) * 0.000001
            FROM (
              SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
              FROM (
                SELECT ceil(extract(epoch
                    FROM m.since) / 3600)::int AS since, ceil(extract(epoch
                    FROM least(m.until, moment.now)) / 3600)::int AS until
                OFFSET 0) b
              OFFSET 0) r
            CROSS JOIN LATERAL (
              SELECT d.day, d.spend
              FROM delivery_spend_day d
              WHERE d.line_id = lin.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
              UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
              FROM (
                SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
                UNION ALL SELECT r.end_day, r.end_day * 24, r.until
                WHERE r.first_day <= r.end_day) e
              CROSS JOIN LATERAL (
                SELECT *
                FROM delivery_span d
                WHERE d.line_id = lin.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
                OFFSET 0) d
              CROSS JOIN LATERAL (
                SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
                OFFSET 0) h
              WHERE e.since < e.until AND h.until > h.since) s) ELSE (
            SELECT coalesce(sum(exchanged(s.spend::float8 / 1000000 / usd_per_unit(adv.currency, (date '1970-01-01' + s.day)))), 0)
            FROM (
              SELECT s.day, sum(s.spend) AS spend
              FROM (
                SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
                FROM (
                  SELECT ceil(extract(epoch
                      FROM m.since) / 3600)::int AS since, ceil(extract(epoch
                      FROM least(m.until, moment.now)) / 3600)::int AS until
                  OFFSET 0) b
                OFFSET 0) r
              CROSS JOIN LATERAL (
                SELECT d.day, d.spend
                FROM delivery_spend_day d
                WHERE d.line_id = lin.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
                UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
                FROM (
                  SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
                  UNION ALL SELECT r.end_day, r.end_day * 24, r.until
                  WHERE r.first_day <= r.end_day) e
                CROSS JOIN LATERAL (
                  SELECT *
                  FROM delivery_span d
                  WHERE d.line_id = lin.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
                  OFFSET 0) d
                CROSS JOIN LATERAL (
                  SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
                  OFFSET 0) h
                WHERE e.since < e.until AND h.until > h.since) s
              GROUP BY s.day HAVING sum(s.spend) <> 0) s) END)::numeric(38,6) AS spent, ARRAY(
          SELECT g.starts[nr] <= m.since AND m.since < g.ends[nr]
          FROM generate_subscripts(g.ids, 1) nr
          ORDER BY nr) AS runs
        FROM (
          SELECT b.moment AS since, lead(b.moment) OVER (ORDER BY b.moment) AS until
          FROM (
            SELECT DISTINCT unnest(g.starts || g.ends) AS moment) b) m
        WHERE m.until IS NOT NULL AND m.since < moment.now
        OFFSET 0) s) p
    CROSS JOIN generate_subscripts(g.ids, 1) nr
    WHERE g.since <= moment.now AND moment.now < g.until AND (g.starts[nr] <= moment.now AND moment.now < g.ends[nr]) AND (g.budgets[nr] IS NULL OR coalesce(p.delivered[nr], 0) < g.budgets[nr]::numeric)) ELSE false END THEN 'STOP_TOTAL_BUDGET' WHEN CASE WHEN cmp.budget IS NOT NULL AND coalesce(cmp.budget_type, '') NOT IN ('DAILY', 'MONTHLY') THEN (CASE adv.currency WHEN 'USD' THEN (
      SELECT coalesce(sum(s.spend), 0) * 0.000001
      FROM (
        SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
        FROM (
          SELECT ceil(extract(epoch
              FROM to_timestamp(0)) / 3600)::int AS since, ceil(extract(epoch
              FROM moment.now) / 3600)::int AS until
          OFFSET 0) b
        OFFSET 0) r
      CROSS JOIN LATERAL (
        SELECT d.day, d.spend
        FROM delivery_spend_day d
        WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
        UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
        FROM (
          SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
          UNION ALL SELECT r.end_day, r.end_day * 24, r.until
          WHERE r.first_day <= r.end_day) e
        CROSS JOIN LATERAL (
          SELECT *
          FROM delivery_span d
          WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
          OFFSET 0) d
        CROSS JOIN LATERAL (
          SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
          OFFSET 0) h
        WHERE e.since < e.until AND h.until > h.since) s) ELSE (
      SELECT coalesce(sum(exchanged(s.spend::float8 / 1000000 / usd_per_unit(adv.currency, (date '1970-01-01' + s.day)))), 0)
      FROM (
        SELECT s.day, sum(s.spend) AS spend
        FROM (
          SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
          FROM (
            SELECT ceil(extract(epoch
                FROM to_timestamp(0)) / 3600)::int AS since, ceil(extract(epoch
                FROM moment.now) / 3600)::int AS until
            OFFSET 0) b
          OFFSET 0) r
        CROSS JOIN LATERAL (
          SELECT d.day, d.spend
          FROM delivery_spend_day d
          WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
          UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
          FROM (
            SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
            UNION ALL SELECT r.end_day, r.end_day * 24, r.until
            WHERE r.first_day <= r.end_day) e
          CROSS JOIN LATERAL (
            SELECT *
            FROM delivery_span d
            WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
            OFFSET 0) d
          CROSS JOIN LATERAL (
            SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
            OFFSET 0) h
          WHERE e.since < e.until AND h.until > h.since) s
        GROUP BY s.day HAVING sum(s.spend) <> 0) s) END)::numeric(38,6) >= cmp.budget::numeric ELSE false END THEN 'STOP_TOTAL_BUDGET' WHEN CASE WHEN cmp.budget IS NOT NULL AND cmp.budget_type = 'MONTHLY' THEN (CASE adv.currency WHEN 'USD' THEN (
      SELECT coalesce(sum(s.spend), 0) * 0.000001
      FROM (
        SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
        FROM (
          SELECT ceil(extract(epoch
              FROM start_of_day(date_trunc('month', (moment.now AT TIME ZONE adv.timezone))::date, adv.timezone)) / 3600)::int AS since, ceil(extract(epoch
              FROM moment.now) / 3600)::int AS until
          OFFSET 0) b
        OFFSET 0) r
      CROSS JOIN LATERAL (
        SELECT d.day, d.spend
        FROM delivery_spend_day d
        WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
        UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
        FROM (
          SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
          UNION ALL SELECT r.end_day, r.end_day * 24, r.until
          WHERE r.first_day <= r.end_day) e
        CROSS JOIN LATERAL (
          SELECT *
          FROM delivery_span d
          WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
          OFFSET 0) d
        CROSS JOIN LATERAL (
          SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
          OFFSET 0) h
        WHERE e.since < e.until AND h.until > h.since) s) ELSE (
      SELECT coalesce(sum(exchanged(s.spend::float8 / 1000000 / usd_per_unit(adv.currency, (date '1970-01-01' + s.day)))), 0)
      FROM (
        SELECT s.day, sum(s.spend) AS spend
        FROM (
          SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
          FROM (
            SELECT ceil(extract(epoch
                FROM start_of_day(date_trunc('month', (moment.now AT TIME ZONE adv.timezone))::date, adv.timezone)) / 3600)::int AS since, ceil(extract(epoch
                FROM moment.now) / 3600)::int AS until
            OFFSET 0) b
          OFFSET 0) r
        CROSS JOIN LATERAL (
          SELECT d.day, d.spend
          FROM delivery_spend_day d
          WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
          UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
          FROM (
            SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
            UNION ALL SELECT r.end_day, r.end_day * 24, r.until
            WHERE r.first_day <= r.end_day) e
          CROSS JOIN LATERAL (
            SELECT *
            FROM delivery_span d
            WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
            OFFSET 0) d
          CROSS JOIN LATERAL (
            SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
            OFFSET 0) h
          WHERE e.since < e.until AND h.until > h.since) s
        GROUP BY s.day HAVING sum(s.spend) <> 0) s) END)::numeric(38,6) >= cmp.budget::numeric ELSE false END THEN 'STOP_TOTAL_BUDGET' WHEN CASE WHEN cmp.budget IS NOT NULL AND cmp.budget_type = 'DAILY' THEN (CASE adv.currency WHEN 'USD' THEN (
      SELECT coalesce(sum(s.spend), 0) * 0.000001
      FROM (
        SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
        FROM (
          SELECT ceil(extract(epoch
              FROM start_of_day((moment.now AT TIME ZONE adv.timezone)::date, adv.timezone)) / 3600)::int AS since, ceil(extract(epoch
              FROM moment.now) / 3600)::int AS until
          OFFSET 0) b
        OFFSET 0) r
      CROSS JOIN LATERAL (
        SELECT d.day, d.spend
        FROM delivery_spend_day d
        WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
        UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
        FROM (
          SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
          UNION ALL SELECT r.end_day, r.end_day * 24, r.until
          WHERE r.first_day <= r.end_day) e
        CROSS JOIN LATERAL (
          SELECT *
          FROM delivery_span d
          WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
          OFFSET 0) d
        CROSS JOIN LATERAL (
          SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
          OFFSET 0) h
        WHERE e.since < e.until AND h.until > h.since) s) ELSE (
      SELECT coalesce(sum(exchanged(s.spend::float8 / 1000000 / usd_per_unit(adv.currency, (date '1970-01-01' + s.day)))), 0)
      FROM (
        SELECT s.day, sum(s.spend) AS spend
        FROM (
          SELECT b.since, b.until, ceil(b.since / 24.0)::int AS first_day, floor(b.until / 24.0)::int AS end_day
          FROM (
            SELECT ceil(extract(epoch
                FROM start_of_day((moment.now AT TIME ZONE adv.timezone)::date, adv.timezone)) / 3600)::int AS since, ceil(extract(epoch
                FROM moment.now) / 3600)::int AS until
            OFFSET 0) b
          OFFSET 0) r
        CROSS JOIN LATERAL (
          SELECT d.day, d.spend
          FROM delivery_spend_day d
          WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.day >= r.first_day AND d.day < r.end_day
          UNION ALL SELECT e.day, (CASE WHEN h.until > 264 THEN d.spend ELSE total_of(d.totals, h.until, 2) END - CASE WHEN h.since = 0 THEN 0 ELSE total_of(d.totals, h.since, 2) END)
          FROM (
            SELECT r.first_day - 1 AS day, r.since AS since, least(r.first_day * 24, r.until) AS until
            UNION ALL SELECT r.end_day, r.end_day * 24, r.until
            WHERE r.first_day <= r.end_day) e
          CROSS JOIN LATERAL (
            SELECT *
            FROM delivery_span d
            WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id AND d.ad_id = -1 AND d.last_hour >= e.since AND d.first_hour BETWEEN e.since - 263 AND e.until - 1
            OFFSET 0) d
          CROSS JOIN LATERAL (
            SELECT CASE WHEN e.since > d.first_hour THEN hours_before(d.hours, e.since - d.first_hour) ELSE 0 END AS since, CASE WHEN e.until <= d.last_hour THEN hours_before(d.hours, e.until - d.first_hour) ELSE 264 + 1 END AS until
            OFFSET 0) h
          WHERE e.since < e.until AND h.until > h.since) s
        GROUP BY s.day HAVING sum(s.spend) <> 0) s) END)::numeric(38,6) >= cmp.budget::numeric ELSE false END THEN 'STOP_DAILY_BUDGET' ELSE 'ACTIVE' END
  FROM advertiser adv JOIN campaign cmp ON cmp.id = lin.campaign_id
  WHERE adv.id = lin.advertiser_id) AS status
FROM line lin
CROSS JOIN moment
WHERE lin.seat_id = moment.seat AND lin.id = ANY (moment.ids)
