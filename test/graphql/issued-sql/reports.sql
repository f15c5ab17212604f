SELECT "t0"."id", "t0"."customer_report_id" AS "customerReportId", "t0"."seat_id" AS "seatId", "t0"."user_id" AS "userId", "t0"."seat_ids" AS "seatIds", "t0"."payload", "t0"."ignored_ids" AS "ignoredIds", "t0"."wire", "t0"."status", "t0"."progress", "t0"."attempts", "t0"."attempt", "t0"."lease_until" AS "leaseUntil", "t0"."file_name" AS "fileName", "t0"."file_bytes" AS "fileBytes", "t0"."num_rows" AS "numRows", "t0"."error_msg" AS "errorMsg", "t0"."created_at" AS "createdAt", "t0"."started_at" AS "startedAt", "t0"."finished_at" AS "finishedAt"
FROM "report" AS "t0"
WHERE ("t0"."seat_id" = $1 AND ("t0"."seat_ids" = $2 OR "t0"."user_id" = $3) AND "t0"."status" = $4)
ORDER BY "t0"."id" DESC
LIMIT $5

SELECT COUNT(*) AS "_count$_all"
FROM (
  SELECT "report"."id"
  FROM "report"
  WHERE ("report"."seat_id" = $1 AND ("report"."seat_ids" = $2 OR "report"."user_id" = $3) AND "report"."status" = $4)
  OFFSET $5) AS "sub"
