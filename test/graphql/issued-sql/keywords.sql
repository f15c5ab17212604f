SELECT '{"keywords":' || (
  SELECT '{"totalCount":' || (
    SELECT count(*)::text
    FROM "keyword" t2
    WHERE t2.seat_id = $1::int AND t2."match_type" = $2 AND t2."status" <> $3) || ',"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
  FROM (
    SELECT '{"id":' || coalesce('"Keyword:' || t1."id" || '"', 'null') || ',"value":' || coalesce(to_json(t1."value")::text, 'null') || ',"adGroup":' || coalesce((
        SELECT '{"id":' || coalesce('"AdGroup:' || t3."id" || '"', 'null') || ',"name":' || coalesce(to_json(t3."name")::text, 'null') || '}'
        FROM "ad_group" t3
        WHERE t3."id" = t1."parent_id" AND t3.seat_id = $1::int), 'null') || '}' AS t1
    FROM (
      SELECT *
      FROM "keyword" t1
      WHERE t1.seat_id = $1::int AND t1."match_type" = $4 AND t1."status" <> $5
      ORDER BY t1."id" asc
      LIMIT 50) t1) p) || '}' AS data
