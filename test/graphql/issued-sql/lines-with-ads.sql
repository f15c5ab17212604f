SELECT '{"campaign":' || coalesce((
    SELECT '{"lines":' || (
      SELECT '{"totalCount":' || (
        SELECT count(*)::text
        FROM "line" t3
        WHERE t3."campaign_id" = t1."id" AND t3.seat_id = $1::int) || ',"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
      FROM (
        SELECT ('{"id":' || coalesce('"Line:' || t2."id" || '"', 'null') || ',"name":' || coalesce(to_json(t2."name")::text, 'null') || ',"deliveryStatus":' || '"' || (
            SELECT CASE WHEN t2."status" = 'PAUSED' THEN 'PAUSED' WHEN t2."status" NOT IN ('ACTIVE', 'PAUSED') THEN 'INACTIVE' WHEN EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id") AND NOT EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.start_date <= $2::timestamptz AND $2::timestamptz < fl.end_date) AND NOT EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND $2::timestamptz < fl.start_date) THEN 'ENDED' WHEN coalesce(cmp.end_date <= $2::timestamptz, false) THEN 'ENDED' WHEN EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id") AND NOT EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND NOT ($2::timestamptz < fl.start_date)) THEN 'NOT_STARTED' WHEN NOT EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.start_date <= $2::timestamptz AND $2::timestamptz < fl.end_date) AND EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.end_date <= $2::timestamptz) AND EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND $2::timestamptz < fl.start_date) THEN 'NOT_STARTED' WHEN coalesce($2::timestamptz < cmp.start_date, false) THEN 'NOT_STARTED' WHEN adv.status <> 'ACTIVE' THEN 'BLOCKED' WHEN cmp.status NOT IN ('ACTIVE', 'DELETED') THEN 'BLOCKED' WHEN cmp.status = 'DELETED' THEN 'BLOCKED' WHEN NOT (EXISTS (
                SELECT
                FROM line_target_type tt
                WHERE tt.line_id = t2."id" AND tt.name = 'GEOGRAPHY' AND tt.is_targeted) AND EXISTS (
                SELECT
                FROM line_geo lg JOIN location loc ON loc.woeid = lg.woeid
                WHERE lg.line_id = t2."id" AND NOT lg.excluded AND loc.country_code IS NOT NULL)) THEN 'BLOCKED' WHEN NOT EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND true) THEN 'BLOCKED' WHEN EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND true) AND NOT EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND true) THEN 'BLOCKED' WHEN EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND true) AND NOT EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND (NOT EXISTS (
                  SELECT
                  FROM ad_schedule sch
                  WHERE sch.ad_id = ad.id AND true) OR EXISTS (
                  SELECT
                  FROM ad_schedule sch
                  WHERE sch.ad_id = ad.id AND sch.start_date <= $2::timestamptz AND $2::timestamptz < sch.end_date))) AND EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND EXISTS (
                SELECT
                FROM ad_schedule sch
                WHERE sch.ad_id = ad.id AND $2::timestamptz < sch.start_date)) THEN 'BLOCKED' WHEN EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND true) AND NOT EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND (NOT EXISTS (
                  SELECT
                  FROM ad_schedule sch
                  WHERE sch.ad_id = ad.id AND true) OR EXISTS (
                  SELECT
                  FROM ad_schedule sch
                  WHERE sch.ad_id = ad.id AND sch.start_date <= $2::timestamptz AND $2::timestamptz < sch.end_date))) AND NOT EXISTS (
              SELECT
              FROM ad
              WHERE ad.line_id = t2."id" AND ad.status = 'ACTIVE' AND coalesce(ad.native_ad_status, 'ACTIVE') IN ('ACTIVE', 'ON_LIMITED', 'RESTRICTED') AND EXISTS (
                SELECT
                FROM creative cr
                WHERE cr.id = ad.creative_id AND cr.status = 'ACTIVE') AND EXISTS (
                SELECT
                FROM ad_schedule sch
                WHERE sch.ad_id = ad.id AND $2::timestamptz < sch.start_date)) THEN 'BLOCKED' WHEN CASE WHEN EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.start_date <= $2::timestamptz AND $2::timestamptz < fl.end_date) AND NOT EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.start_date <= $2::timestamptz AND $2::timestamptz < fl.end_date AND fl.budget IS NULL) THEN NOT EXISTS (
              SELECT
              FROM (
                SELECT array_agg(f.id
                  ORDER BY f.start_date, f.id) AS ids, array_agg(f.budget
                  ORDER BY f.start_date, f.id) AS budgets, array_agg(f.start_date
                  ORDER BY f.start_date, f.id) AS starts, array_agg(f.end_date
                  ORDER BY f.start_date, f.id) AS ends, array_agg(f.cap
                  ORDER BY f.start_date, f.id) AS caps, min(f.start_date) AS since, max(f.end_date) AS until
                FROM (
                  SELECT f.*, count(*) FILTER (WHERE f.is_apart) OVER (ORDER BY f.start_date, f.id) AS nr
                  FROM ( SELECT f.id, f.budget, f.start_date, f.end_date, (CASE WHEN f.daily_budget_type IS DISTINCT
                      FROM 'AUTO_ALLOCATED' THEN f.daily_budget END) AS cap, coalesce(f.start_date >= max(f.end_date) OVER (ORDER BY f.start_date, f.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true) AS is_apart
                    FROM line_schedule f
                    WHERE f.line_id = t2."id") f) f
                GROUP BY f.nr) g
              CROSS JOIN LATERAL (
                SELECT flights_filled(s.spent, g.budgets, s.runs
                  ORDER BY s.since) AS delivered
                FROM (
                  SELECT m.since, CASE WHEN EXISTS ( SELECT
                    FROM delivery_spend_day d
                    WHERE d.line_id = t2."id" AND d.advertiser_id = adv.id) THEN spent_by_line(t2."id", adv.id, adv.currency, m.since, least(m.until, $2::timestamptz)) ELSE 0.000000 END AS spent, ARRAY(
                    SELECT g.starts[nr] <= m.since AND m.since < g.ends[nr]
                    FROM generate_subscripts(g.ids, 1) nr
                    ORDER BY nr) AS runs
                  FROM (
                    SELECT b.moment AS since, lead(b.moment) OVER (ORDER BY b.moment) AS until
                    FROM (
                      SELECT DISTINCT unnest(g.starts || g.ends) AS moment) b) m
                  WHERE m.until IS NOT NULL AND m.since < $2::timestamptz
                  OFFSET 0) s) p
              CROSS JOIN generate_subscripts(g.ids, 1) nr
              WHERE g.since <= $2::timestamptz AND $2::timestamptz < g.until AND (g.starts[nr] <= $2::timestamptz AND $2::timestamptz < g.ends[nr]) AND (g.budgets[nr] IS NULL OR coalesce(p.delivered[nr], 0) < g.budgets[nr]::numeric)) ELSE false END THEN 'STOP_TOTAL_BUDGET' WHEN CASE WHEN EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.start_date <= $2::timestamptz AND $2::timestamptz < fl.end_date AND (CASE WHEN fl.daily_budget_type IS DISTINCT
                FROM 'AUTO_ALLOCATED' THEN fl.daily_budget END) IS NOT NULL) AND NOT EXISTS (
              SELECT
              FROM line_schedule fl
              WHERE fl.line_id = t2."id" AND fl.start_date <= $2::timestamptz AND $2::timestamptz < fl.end_date AND (CASE WHEN fl.daily_budget_type IS DISTINCT
                FROM 'AUTO_ALLOCATED' THEN fl.daily_budget END) IS NULL AND fl.budget IS NULL) THEN coalesce((
                SELECT bool_and(g.caps[nr] IS NOT NULL) AND sum(coalesce(p.delivered[nr] - p.earlier[nr], 0)) >= sum(g.caps[nr]::numeric)
                FROM (
                  SELECT array_agg(f.id
                    ORDER BY f.start_date, f.id) AS ids, array_agg(f.budget
                    ORDER BY f.start_date, f.id) AS budgets, array_agg(f.start_date
                    ORDER BY f.start_date, f.id) AS starts, array_agg(f.end_date
                    ORDER BY f.start_date, f.id) AS ends, array_agg(f.cap
                    ORDER BY f.start_date, f.id) AS caps, min(f.start_date) AS since, max(f.end_date) AS until
                  FROM (
                    SELECT f.*, count(*) FILTER (WHERE f.is_apart) OVER (ORDER BY f.start_date, f.id) AS nr
                    FROM ( SELECT f.id, f.budget, f.start_date, f.end_date, (CASE WHEN f.daily_budget_type IS DISTINCT
                        FROM 'AUTO_ALLOCATED' THEN f.daily_budget END) AS cap, coalesce(f.start_date >= max(f.end_date) OVER (ORDER BY f.start_date, f.id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), true) AS is_apart
                      FROM line_schedule f
                      WHERE f.line_id = t2."id") f) f
                  GROUP BY f.nr) g
                CROSS JOIN LATERAL (
                  SELECT flights_filled(s.spent, g.budgets, s.runs
                    ORDER BY s.since) AS delivered, flights_filled(s.spent - s.recent, g.budgets, s.runs
                    ORDER BY s.since) AS earlier
                  FROM (
                    SELECT m.since, CASE WHEN EXISTS ( SELECT
                      FROM delivery_spend_day d
                      WHERE d.line_id = t2."id" AND d.advertiser_id = adv.id) THEN spent_by_line(t2."id", adv.id, adv.currency, m.since, least(m.until, $2::timestamptz)) ELSE 0.000000 END AS spent, CASE WHEN m.until > start_of_day(($2::timestamptz AT TIME ZONE adv.timezone)::date, adv.timezone) THEN CASE WHEN EXISTS ( SELECT
                      FROM delivery_spend_day d
                      WHERE d.line_id = t2."id" AND d.advertiser_id = adv.id) THEN spent_by_line(t2."id", adv.id, adv.currency, greatest(m.since, start_of_day(($2::timestamptz AT TIME ZONE adv.timezone)::date, adv.timezone)), least(m.until, $2::timestamptz)) ELSE 0.000000 END ELSE 0 END AS recent, ARRAY(
                      SELECT g.starts[nr] <= m.since AND m.since < g.ends[nr]
                      FROM generate_subscripts(g.ids, 1) nr
                      ORDER BY nr) AS runs
                    FROM (
                      SELECT b.moment AS since, lead(b.moment) OVER (ORDER BY b.moment) AS until
                      FROM (
                        SELECT DISTINCT unnest(g.starts || g.ends) AS moment) b) m
                    WHERE m.until IS NOT NULL AND m.since < $2::timestamptz
                    OFFSET 0) s) p
                CROSS JOIN generate_subscripts(g.ids, 1) nr
                WHERE g.since <= $2::timestamptz AND $2::timestamptz < g.until AND (g.starts[nr] <= $2::timestamptz AND $2::timestamptz < g.ends[nr]) AND (g.budgets[nr] IS NULL OR coalesce(p.delivered[nr], 0) < g.budgets[nr]::numeric)), false) ELSE false END THEN 'STOP_DAILY_BUDGET' WHEN CASE WHEN cmp.budget IS NOT NULL AND coalesce(cmp.budget_type, '') NOT IN ('DAILY', 'MONTHLY') THEN CASE WHEN EXISTS ( SELECT
              FROM delivery_spend_day d
              WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id) THEN spent_by_campaign(cmp.id, adv.id, adv.currency, to_timestamp(0), $2::timestamptz) ELSE 0.000000 END >= cmp.budget::numeric ELSE false END THEN 'STOP_TOTAL_BUDGET' WHEN CASE WHEN cmp.budget IS NOT NULL AND cmp.budget_type = 'MONTHLY' THEN CASE WHEN EXISTS ( SELECT
              FROM delivery_spend_day d
              WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id) THEN spent_by_campaign(cmp.id, adv.id, adv.currency, start_of_day(date_trunc('month', ($2::timestamptz AT TIME ZONE adv.timezone))::date, adv.timezone), $2::timestamptz) ELSE 0.000000 END >= cmp.budget::numeric ELSE false END THEN 'STOP_TOTAL_BUDGET' WHEN CASE WHEN least(CASE WHEN cmp.budget_type = 'DAILY' THEN cmp.budget END, (CASE WHEN cmp.daily_budget_type IS DISTINCT
                FROM 'AUTO_ALLOCATED' THEN cmp.daily_budget END)) IS NOT NULL THEN CASE WHEN EXISTS ( SELECT
              FROM delivery_spend_day d
              WHERE d.campaign_id = cmp.id AND d.advertiser_id = adv.id) THEN spent_by_campaign(cmp.id, adv.id, adv.currency, start_of_day(($2::timestamptz AT TIME ZONE adv.timezone)::date, adv.timezone), $2::timestamptz) ELSE 0.000000 END >= least(CASE WHEN cmp.budget_type = 'DAILY' THEN cmp.budget END, (CASE WHEN cmp.daily_budget_type IS DISTINCT
                FROM 'AUTO_ALLOCATED' THEN cmp.daily_budget END))::numeric ELSE false END THEN 'STOP_DAILY_BUDGET' ELSE 'ACTIVE' END
            FROM advertiser adv JOIN campaign cmp ON cmp.id = t2."campaign_id"
            WHERE adv.id = t2."advertiser_id") || '"' || ',"advertiser":') || (coalesce((
              SELECT '{"id":' || coalesce('"Advertiser:' || t4."id" || '"', 'null') || ',"name":' || coalesce(to_json(t4."name")::text, 'null') || '}'
              FROM "advertiser" t4
              WHERE t4."id" = t2."advertiser_id" AND t4.seat_id = $1::int), 'null') || ',"schedules":[' || (
            SELECT coalesce(string_agg('{"id":' || coalesce('"LineSchedule:' || t5."id" || '"', 'null') || ',"budget":' || coalesce('"' || CASE WHEN t5."budget" = 0 THEN '0' WHEN abs(t5."budget") >= 1e-4 AND abs(t5."budget") < 1e15 THEN t5."budget"::text WHEN abs(t5."budget") >= 1e-6 AND abs(t5."budget") < 1e21 THEN trim_scale(t5."budget"::text::numeric)::text ELSE regexp_replace(t5."budget"::text, 'e([+-])0', 'e\1') END || '"', 'null') || '}', ','), '')
            FROM ( SELECT *
              FROM "line_schedule" t5
              WHERE t5."line_id" = t2."id"
              ORDER BY t5.id) t5) || '],"targeting":' || chr(1) || '0 ' || json_build_object('id', t2."id", 'types', (
              SELECT coalesce(json_agg(json_build_object('name', t.name, 'isTargeted', t.is_targeted)
                  ORDER BY t.name), '[]')
              FROM line_target_type t
              WHERE t.is_targeted AND t.line_id = t2."id"), 'places', (
              SELECT coalesce(json_agg(json_build_object('woeid', p.woeid, 'type', p.type, 'name', p.name, 'excluded', g.excluded)
                  ORDER BY p.woeid), '[]')
              FROM line_geo g JOIN location p USING (woeid)
              WHERE g.line_id = t2."id"))::text || chr(2) || ',"ads":' || (
            SELECT '{"totalCount":' || (
              SELECT count(*)::text
              FROM "ad" t7
              WHERE t7."line_id" = t2."id" AND t7.seat_id = $1::int) || ',"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
            FROM (
              SELECT ('{"id":' || coalesce('"Ad:' || t6."id" || '"', 'null') || ',"name":' || coalesce((
                    SELECT to_json(t8."name")::text
                    FROM "creative" t8
                    WHERE t8.id = t6."creative_id"), 'null') || ',"creative":') || (coalesce((
                    SELECT '{"id":' || coalesce('"Creative:' || t9."id" || '"', 'null') || ',"mediaType":' || coalesce(to_json(t9."media_type")::text, 'null') || '}'
                    FROM "creative" t9
                    WHERE t9."id" = t6."creative_id" AND t9.seat_id = $1::int), 'null') || ',"schedules":[' || (
                  SELECT coalesce(string_agg('{"id":' || coalesce('"AdSchedule:' || t10."id" || '"', 'null') || '}', ','), '')
                  FROM ( SELECT *
                    FROM "ad_schedule" t10
                    WHERE t10."ad_id" = t6."id"
                    ORDER BY t10.id) t10) || '],"countdown":' || coalesce((
                    SELECT '{"id":' || coalesce('"AdCountdown:' || t11."id" || '"', 'null') || '}'
                    FROM "ad_countdown" t11
                    WHERE t11."ad_id" = t6."id"), 'null') || '}') AS t1
              FROM (
                SELECT *
                FROM "ad" t6
                WHERE t6."line_id" = t2."id" AND t6.seat_id = $1::int
                ORDER BY t6."id" asc
                LIMIT 10) t6) p) || '}') AS t1
        FROM (
          SELECT *
          FROM "line" t2
          WHERE t2."campaign_id" = t1."id" AND t2.seat_id = $1::int
          ORDER BY t2."name" asc, t2."id" asc
          LIMIT 50) t2) p) || '}'
    FROM "campaign" t1
    WHERE t1."id" = $3::int AND t1.seat_id = $1::int), 'null') || '}' AS data
