SELECT "t0"."advertiser_id" AS "advertiserId", "t0"."version", "t0"."products", "t0"."loaded_at" AS "loadedAt"
FROM "product_feed" AS "t0"
WHERE "t0"."advertiser_id" IN ($1)

SELECT '{"advertisers":' || (
  SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
  FROM (
    SELECT ('{"id":' || coalesce('"Advertiser:' || t1."id" || '"', 'null') || ',"deals":' || (
        SELECT '{"totalCount":' || (
          SELECT count(*)::text
          FROM "deal" t3
          WHERE (t3."account_group_id" = t1."account_group_id" OR t1."account_group_id" = ANY(t3."account_groups") OR (t3."account_group_id" IS NULL AND t3."account_groups" = '{}')) AND (t1."id" = ANY(t3."accounts")) <> t3."account_is_excluded" AND t3.seat_id = $1::int AND t3."status" = $2) || ',"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT '{"id":' || coalesce('"Deal:' || t2."id" || '"', 'null') || ',"name":' || coalesce(to_json(t2."name")::text, 'null') || '}' AS t1
          FROM (
            SELECT *
            FROM "deal" t2
            WHERE (t2."account_group_id" = t1."account_group_id" OR t1."account_group_id" = ANY(t2."account_groups") OR (t2."account_group_id" IS NULL AND t2."account_groups" = '{}')) AND (t1."id" = ANY(t2."accounts")) <> t2."account_is_excluded" AND t2.seat_id = $1::int AND t2."status" = $3
            ORDER BY t2."reserve_price" asc, t2."id" asc
            LIMIT 5) t2) p)) || (',"productSets":' || (
        SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT '{"id":' || coalesce('"ProductSet:' || t4."id" || '"', 'null') || ',"count":' || chr(1) || '0 ' || json_build_object('id', t4."id", 'advertiserId', t4."advertiser_id", 'productSetFilter', t4."product_set_filter")::text || chr(2) || '}' AS t1
          FROM (
            SELECT *
            FROM "product_set" t4
            WHERE t4."advertiser_id" = t1."id" AND t4.seat_id = $1::int
            ORDER BY t4."id" asc
            LIMIT 5) t4) p) || ',"history":' || (
        SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT '{"id":' || coalesce('"Change:' || t5."id" || '"', 'null') || ',"action":' || coalesce(to_json(t5."action")::text, 'null') || '}' AS t1
          FROM (
            SELECT *
            FROM "change" t5
            WHERE t5."resource_id" = t1."id" AND t5."resource" = 'Advertiser' AND t5.seat_id = $1::int
            ORDER BY t5."id" desc
            LIMIT 2) t5) p) || '}') AS t1
    FROM (
      SELECT *
      FROM "advertiser" t1
      WHERE t1.seat_id = $1::int
      ORDER BY t1."id" asc
      LIMIT 10) t1) p) || '}' AS data
