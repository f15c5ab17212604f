/** Series in Prometheus's notation for tests: a start, a step and how often. Empty: there are none. */
export type Series = Readonly<Record<string, string>>;

const INSTANCE = 'job="flightline",instance="a:4001"';
const hours = (value: number | string) => `${value}x120`;
const day = 86_400;

/** Two hours in which all is well. */
export const QUIET: Series = {
  [`up{${INSTANCE}}`]: hours(1),
  [`flightline_ready{${INSTANCE}}`]: hours(1),
  [`flightline_check_failing{${INSTANCE},check="redis"}`]: hours(0),
  [`flightline_http_request_seconds_count{${INSTANCE},status="200"}`]: '0+6000x120',
  [`flightline_http_request_seconds_count{${INSTANCE},status="503"}`]: '0+1x120',
  [`flightline_graphql_operations_total{${INSTANCE},kind="query",code="OK"}`]: '0+6000x120',
  [`flightline_graphql_operations_total{${INSTANCE},kind="query",code="SERVICE_UNAVAILABLE"}`]: '0+1x120',
  [`flightline_graphql_operations_total{${INSTANCE},kind="query",code="UNAUTHENTICATED"}`]: '0+10x120',
  [`flightline_database_connections{${INSTANCE},state="waiting"}`]: hours(0),
  [`flightline_replica_lag_seconds{${INSTANCE}}`]: hours(1),
  [`flightline_event_backlog{${INSTANCE}}`]: hours(500),
  [`flightline_event_requests_refused_total{${INSTANCE},reason="UNAUTHENTICATED"}`]: '0+10x120',
  [`flightline_conversions_refused_total{${INSTANCE},reason="VALIDATION"}`]: '0+10x120',
  [`flightline_report_oldest_waiting_seconds{${INSTANCE}}`]: hours(20),
  [`flightline_reports_failed_last_hour{${INSTANCE}}`]: hours(0),
  [`flightline_webhook_oldest_pending_seconds{${INSTANCE}}`]: hours(60),
  [`flightline_webhooks_disabled_total{${INSTANCE}}`]: hours(0),
  [`flightline_data_directory_free_bytes{${INSTANCE}}`]: hours(50e9),
  [`flightline_data_directory_size_bytes{${INSTANCE}}`]: hours(100e9),
  [`flightline_certificate_expiry_timestamp_seconds{${INSTANCE},origin="https://flightline.example"}`]: hours(
    60 * day,
  ),
  [`flightline_signing_key_age_seconds{${INSTANCE}}`]: hours(10 * day),
  [`flightline_backup_age_seconds{${INSTANCE}}`]: hours(12 * 3_600),
  [`nodejs_eventloop_lag_p99_seconds{${INSTANCE}}`]: hours(0.02),
};

const instance = { job: 'flightline', instance: 'a:4001' };
const named = (start: string, more = ''): string => `${start}{${INSTANCE}${more}}`;
/** Nothing was scraped for two hours. */
const GONE: Series = Object.fromEntries(Object.keys(QUIET).map((name) => [name, '']));

/** What changes in each outage, and the labels with which its alert fires. */
export const OUTAGES: Readonly<
  Record<string, { series: Series; labels: readonly Record<string, string>[] }>
> = {
  FlightlineDown: { series: { ...GONE, [named('up')]: hours(0) }, labels: [instance] },
  FlightlineAbsent: { series: GONE, labels: [{ job: 'flightline' }] },
  FlightlineNotReady: { series: { [named('flightline_ready')]: hours(0) }, labels: [instance] },
  FlightlineCheckFails: {
    series: { [named('flightline_check_failing', ',check="redis"')]: hours(1) },
    labels: [{ check: 'redis' }],
  },
  FlightlineServerErrors: {
    series: { [named('flightline_http_request_seconds_count', ',status="503"')]: '0+60x120' },
    labels: [{}],
  },
  FlightlineGraphqlFails: {
    series: {
      [named('flightline_graphql_operations_total', ',kind="query",code="SERVICE_UNAVAILABLE"')]:
        '0+6000x120',
    },
    labels: [{ code: 'SERVICE_UNAVAILABLE' }],
  },
  FlightlineGraphqlRefuses: {
    series: {
      [named('flightline_graphql_operations_total', ',kind="query",code="UNAUTHENTICATED"')]: '0+9000x120',
    },
    labels: [{ code: 'UNAUTHENTICATED' }],
  },
  FlightlineDatabaseCallsWait: {
    series: { [named('flightline_database_connections', ',state="waiting"')]: hours(40) },
    labels: [{ ...instance, state: 'waiting' }],
  },
  FlightlineReplicaLate: {
    series: { [named('flightline_replica_lag_seconds')]: hours(day) },
    labels: [instance],
  },
  FlightlineEventBacklog: {
    series: { [named('flightline_event_backlog')]: hours(30_000) },
    labels: [instance],
  },
  FlightlineEventsRefused: {
    series: { [named('flightline_event_requests_refused_total', ',reason="UNAUTHENTICATED"')]: '0+600x120' },
    labels: [{ reason: 'UNAUTHENTICATED' }],
  },
  FlightlineConversionsRefused: {
    series: { [named('flightline_conversions_refused_total', ',reason="VALIDATION"')]: '0+600x120' },
    labels: [{ reason: 'VALIDATION' }],
  },
  // No process says anything: the rule must not depend on one.
  FlightlineReportsWait: { series: GONE, labels: [{}] },
  FlightlineReportsFail: {
    series: { [named('flightline_reports_failed_last_hour')]: hours(3) },
    labels: [{}],
  },
  FlightlineWebhooksWait: {
    series: { [named('flightline_webhook_oldest_pending_seconds')]: hours(30_000) },
    labels: [{}],
  },
  FlightlineWebhookDisabled: {
    series: { [named('flightline_webhooks_disabled_total')]: '0x100 1x20' },
    labels: [instance],
  },
  FlightlineDiskFills: {
    series: { [named('flightline_data_directory_free_bytes')]: '50e9-415000000x120' },
    labels: [instance],
  },
  FlightlineCertificateExpires: {
    series: {
      [named('flightline_certificate_expiry_timestamp_seconds', ',origin="https://flightline.example"')]:
        hours(3_600),
    },
    labels: [{ origin: 'https://flightline.example' }],
  },
  FlightlineSigningKeyOld: {
    series: { [named('flightline_signing_key_age_seconds')]: hours(40 * day) },
    labels: [{}],
  },
  FlightlineBackupOld: {
    series: { [named('flightline_backup_age_seconds')]: hours(3 * day) },
    labels: [{}],
  },
  FlightlineEventLoopBlocked: {
    series: { [named('nodejs_eventloop_lag_p99_seconds')]: hours(0.5) },
    labels: [instance],
  },
};
