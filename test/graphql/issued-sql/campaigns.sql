SELECT '{"campaigns":' || (
  SELECT ('{"totalCount":' || (
      SELECT count(*)::text
      FROM "campaign" t2
      WHERE t2.seat_id = $1::int AND t2."name" ILIKE $2::text AND t2."status" = ANY($3) AND t2."budget" >= $4) || ',"nodes":[' || coalesce(string_agg(p.t1, ','
        ORDER BY p.n) FILTER (WHERE p.n <= 50), '')) || ('],"pageInfo":{"hasNextPage":' || (CASE WHEN (count(*) > 50) THEN 'true' ELSE 'false' END) || ',"endCursor":' || coalesce('"' || translate(encode(convert_to((array_agg(p.c
                ORDER BY p.n) FILTER (WHERE p.n <= 50))[(count(*) FILTER (WHERE p.n <= 50))::int], 'UTF8'), 'base64'), E'+/=\n', '-_') || '"', 'null') || '}}')
  FROM (
    SELECT '{"id":' || coalesce('"Campaign:' || t1."id" || '"', 'null') || ',"name":' || coalesce(to_json(t1."name")::text, 'null') || ',"advertiser":' || coalesce((
        SELECT '{"name":' || coalesce(to_json(t3."name")::text, 'null') || '}'
        FROM "advertiser" t3
        WHERE t3."id" = t1."advertiser_id" AND t3.seat_id = $1::int), 'null') || '}' AS t1, '["Campaign","name",' || to_json(t1."name")::text || ',' || t1.id || ']' AS c, row_number() OVER () AS n
    FROM (
      SELECT *
      FROM "campaign" t1
      WHERE t1.seat_id = $1::int AND t1."name" ILIKE $5::text AND t1."status" = ANY($6) AND t1."budget" >= $7
      ORDER BY t1."name" asc, t1."id" asc
      LIMIT 51) t1) p) || '}' AS data
