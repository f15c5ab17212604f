import {
  CreateReportDocument,
  type CreateReportInput,
  ReportDocument,
  type ReportFieldsFragment,
  ReportStatusDocument,
} from './documents.ts';
import { FlightlineError, failureOf, unwrap } from './errors.ts';
import { type Post, request, subscribe } from './graphql.ts';
import { send, type Transport } from './http.ts';

export interface RunOptions {
  readonly signal?: AbortSignal;
  /** Called with every state of the report, including the last one. */
  readonly onStatus?: (report: ReportFieldsFragment) => void;
}

/** A report that succeeded. Its CSV can be downloaded for 24 hours after the report was created. */
export interface FinishedReport extends ReportFieldsFragment {
  /** Downloads the CSV and returns it as a stream of bytes. */
  csv(): Promise<ReadableStream<Uint8Array>>;
  /** Downloads the CSV and returns it as text. For reports that fit into memory. */
  text(): Promise<string>;
}

interface Service {
  readonly post: Post;
  readonly transport: Transport;
}

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 10_000;

/** Creates a report and waits until it is finished. @throws FlightlineError if it failed */
export async function runReport(
  service: Service,
  input: CreateReportInput,
  options: RunOptions = {},
): Promise<FinishedReport> {
  const { signal } = options;
  const call = signal && { signal };
  const { createReport } = await request(service.post, CreateReportDocument, { input }, call);
  const report = await watch(service, unwrap(createReport).report, options);
  if (report.status === 'FAILED')
    throw new FlightlineError(report.errorMsg ?? 'The report failed.', { code: 'REPORT_FAILED' });
  return {
    ...report,
    csv: () => download(service, report, signal),
    text: async () => new Response(await download(service, report, signal)).text(),
  };
}

/** Subscribes to the state of the report. If that is not possible or the subscription ends, polls instead. */
async function watch(
  service: Service,
  report: ReportFieldsFragment,
  { signal, onStatus }: RunOptions,
): Promise<ReportFieldsFragment> {
  const { id } = report;
  const call = signal && { signal };
  try {
    for await (const { reportStatus } of subscribe(service.post, ReportStatusDocument, { id }, call)) {
      onStatus?.(reportStatus);
      if (isOver(reportStatus)) return reportStatus;
    }
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof FlightlineError || error instanceof TypeError)) throw error;
  }
  for (let wait = FIRST_POLL_MS; ; wait = Math.min(2 * wait, LONGEST_POLL_MS)) {
    const { report: now } = await request(service.post, ReportDocument, { id }, call);
    if (!now) throw new FlightlineError('The report no longer exists.', { code: 'REPORT_FAILED' });
    onStatus?.(now);
    if (isOver(now)) return now;
    await service.transport.sleep(wait, signal);
  }
}

const isOver = ({ status }: ReportFieldsFragment): boolean => status === 'SUCCESS' || status === 'FAILED';

/** The URL is signed and requires no token. */
async function download(
  { transport }: Service,
  { url }: ReportFieldsFragment,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send(transport, url ?? '', { method: 'GET', signal });
  if (!response.ok || !response.body) throw await failureOf(response);
  return response.body;
}
