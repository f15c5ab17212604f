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
  /** Told of every state of the report, the last one included. */
  readonly onStatus?: (report: ReportFieldsFragment) => void;
}

/** A report that succeeded; its CSV can be fetched for 24 hours from its creation. */
export interface FinishedReport extends ReportFieldsFragment {
  /** The CSV as a stream of bytes, from a new download. */
  csv(): Promise<ReadableStream<Uint8Array>>;
  /** The CSV as text; for reports that fit into memory. */
  text(): Promise<string>;
}

interface Service {
  readonly post: Post;
  readonly transport: Transport;
}

const FIRST_POLL_MS = 500;
const LONGEST_POLL_MS = 10_000;

/** Creates a report, waits for its end and answers how to read it. @throws FlightlineError when it FAILED */
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

/** Listens for the report's states; where that is not to be had, or breaks off, asks from time to time. */
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

/** The address is signed; it needs no token. */
async function download(
  { transport }: Service,
  { url }: ReportFieldsFragment,
  signal: AbortSignal | undefined,
): Promise<ReadableStream<Uint8Array>> {
  const response = await send(transport, url ?? '', { method: 'GET', signal });
  if (!response.ok || !response.body) throw await failureOf(response);
  return response.body;
}
