SELECT '{"advertiser":' || coalesce((
    SELECT '{"nativeLists":' || (
      SELECT '{"totalCount":' || (
        SELECT count(*)::text
        FROM "native_list" t3
        WHERE t3."advertiser_id" = t1."id" AND t3.seat_id = $1::int AND t3."name" = ANY($2)) || ',"nodes":[' || coalesce(string_agg(p.t1, ','), '') || ']}'
      FROM (
        SELECT '{"id":' || coalesce('"NativeList:' || t2."id" || '"', 'null') || ',"name":' || coalesce(to_json(t2."name")::text, 'null') || ',"status":' || coalesce(to_json(t2."status")::text, 'null') || '}' AS t1
        FROM (
          SELECT *
          FROM "native_list" t2
          WHERE t2."advertiser_id" = t1."id" AND t2.seat_id = $1::int AND t2."name" = ANY($3)
          ORDER BY t2."id" asc
          LIMIT 20) t2) p) || '}'
    FROM "advertiser" t1
    WHERE t1."id" = $4::int AND t1.seat_id = $1::int), 'null') || '}' AS data
