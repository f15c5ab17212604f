SELECT '{"advertisers":' || (
  SELECT ('{"totalCount":' || (
      SELECT count(*)::text
      FROM "advertiser" t2
      WHERE t2.seat_id = $1::int) || ',"nodes":[' || coalesce(string_agg(p.t1, ','
        ORDER BY p.n) FILTER (WHERE p.n <= 20), '')) || ('],"pageInfo":{"hasNextPage":' || (CASE WHEN (count(*) > 20) THEN 'true' ELSE 'false' END) || ',"endCursor":' || coalesce('"' || translate(encode(convert_to((array_agg(p.c
                ORDER BY p.n) FILTER (WHERE p.n <= 20))[(count(*) FILTER (WHERE p.n <= 20))::int], 'UTF8'), 'base64'), E'+/=\n', '-_') || '"', 'null') || '}}')
  FROM (
    SELECT ('{"id":' || coalesce('"Advertiser:' || t1."id" || '"', 'null') || ',"name":' || coalesce(to_json(t1."name")::text, 'null') || ',"status":' || coalesce(to_json(t1."status")::text, 'null') || ',"campaigns":') || ((
        SELECT '{"totalCount":' || (
          SELECT count(*)::text
          FROM "campaign" t4
          WHERE t4."advertiser_id" = t1."id" AND t4.seat_id = $1::int) || ',"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT '{"id":' || coalesce('"Campaign:' || t3."id" || '"', 'null') || ',"name":' || coalesce(to_json(t3."name")::text, 'null') || '}' AS t1
          FROM (
            SELECT *
            FROM "campaign" t3
            WHERE t3."advertiser_id" = t1."id" AND t3.seat_id = $1::int
            ORDER BY t3."id" asc
            LIMIT 10) t3) p) || ',"lines":' || (
        SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT ('{"id":' || coalesce('"Line:' || t5."id" || '"', 'null') || ',"name":' || coalesce(to_json(t5."name")::text, 'null') || ',"status":') || (coalesce(to_json(t5."status")::text, 'null') || ',"bidPrice":' || coalesce('"' || CASE WHEN t5."bid_price" = 0 THEN '0' WHEN abs(t5."bid_price") >= 1e-4 AND abs(t5."bid_price") < 1e15 THEN t5."bid_price"::text WHEN abs(t5."bid_price") >= 1e-6 AND abs(t5."bid_price") < 1e21 THEN trim_scale(t5."bid_price"::text::numeric)::text ELSE regexp_replace(t5."bid_price"::text, 'e([+-])0', 'e\1') END || '"', 'null') || ',"ads":' || (
              SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
              FROM (
                SELECT '{"id":' || coalesce('"Ad:' || t6."id" || '"', 'null') || ',"status":' || coalesce(to_json(t6."status")::text, 'null') || ',"schedules":[' || (
                  SELECT coalesce(string_agg('{"id":' || coalesce('"AdSchedule:' || t7."id" || '"', 'null') || ',"startDate":' || coalesce('"' || to_char(t7."start_date" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"', 'null') || '}', ','), '')
                  FROM ( SELECT *
                    FROM "ad_schedule" t7
                    WHERE t7."ad_id" = t6."id"
                    ORDER BY t7.id) t7) || ']}' AS t1
                FROM (
                  SELECT *
                  FROM "ad" t6
                  WHERE t6."line_id" = t5."id" AND t6.seat_id = $1::int
                  ORDER BY t6."id" asc
                  LIMIT 5) t6) p) || '}') AS t1
          FROM (
            SELECT *
            FROM "line" t5
            WHERE t5."advertiser_id" = t1."id" AND t5.seat_id = $1::int
            ORDER BY t5."id" asc
            LIMIT 10) t5) p) || ',"pixels":' || (
        SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT '{"id":' || coalesce('"Pixel:' || t8."id" || '"', 'null') || ',"name":' || coalesce(to_json(t8."name")::text, 'null') || '}' AS t1
          FROM (
            SELECT *
            FROM "pixel" t8
            WHERE t8."advertiser_id" = t1."id" AND t8.seat_id = $1::int
            ORDER BY t8."id" asc
            LIMIT 10) t8) p) || ',"creatives":' || (
        SELECT '{"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
        FROM (
          SELECT '{"id":' || coalesce('"Creative:' || t9."id" || '"', 'null') || ',"name":' || coalesce(to_json(t9."name")::text, 'null') || '}' AS t1
          FROM (
            SELECT *
            FROM "creative" t9
            WHERE t9."advertiser_id" = t1."id" AND t9.seat_id = $1::int
            ORDER BY t9."id" asc
            LIMIT 10) t9) p) || '}') AS t1, '["Advertiser","id",' || 'null' || ',' || t1.id || ']' AS c, row_number() OVER () AS n
    FROM (
      SELECT *
      FROM "advertiser" t1
      WHERE t1.seat_id = $1::int
      ORDER BY t1."id" asc
      LIMIT 21) t1) p) || '}' AS data
