import { ENQUEUE } from '../queue.ts';

/**
 * Further parts of a WITH that notify webhooks of finished or failed reports. `from` has those reports, with the
 * columns of the table. The statement must select from `notified`.
 */
export const enqueueReport = (from: string): string => `
  happened AS (
    SELECT 1 AS nr, seat_id, NULL::int AS advertiser_id,
      CASE status WHEN 'SUCCESS' THEN 'report.finished' ELSE 'report.failed' END AS event,
      'Report:' || customer_report_id AS resource, finished_at AS at,
      (SELECT row_to_json(data)::text FROM (
         SELECT customer_report_id AS "customerReportId", status, num_rows AS "numRows", error_msg AS "errorMsg"
       ) AS data) AS data
    FROM ${from}
  ), ${ENQUEUE}`;
