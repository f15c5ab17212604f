import type { CreateReportMutation } from './generated/graphql.ts';

/** Thrown when the service refuses a request or cannot be reached (`status` 0). */
export class FlightlineError extends Error {
  override readonly name: string = 'FlightlineError';
  /** The HTTP status, or 0 if there was no response. */
  readonly status: number;
  /** The error code of the interface, such as `E40000_INVALID_INPUT` or `invalid_client`. */
  readonly code: string | undefined;
  /** The response body, parsed if it is JSON. */
  readonly body: unknown;
  /** The ID of the request in the log of the service. */
  readonly requestId: string | undefined;

  constructor(message: string, details: FailureDetails = {}) {
    super(message, { cause: details.cause });
    this.status = details.status ?? 0;
    this.code = details.code;
    this.body = details.body;
    this.requestId = details.requestId;
  }
}

export interface FailureDetails {
  readonly status?: number;
  readonly code?: string | undefined;
  readonly body?: unknown;
  readonly requestId?: string | undefined;
  readonly cause?: unknown;
}

/** An entry of `errors` in a GraphQL response. */
export interface GraphQLFailure {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: { readonly code?: string; readonly [name: string]: unknown };
}

/** Thrown when a GraphQL response has `errors`. `data` contains the data that was returned with them. */
export class GraphQLResponseError extends FlightlineError {
  override readonly name = 'GraphQLResponseError';
  readonly errors: readonly GraphQLFailure[];
  readonly data: unknown;

  constructor(
    errors: readonly GraphQLFailure[],
    details: { status: number; data?: unknown; requestId?: string | undefined },
  ) {
    const message = errors.map((error) => error.message).join(' ');
    super(message, { ...details, code: errors[0]?.extensions?.code });
    this.errors = errors;
    this.data = details.data;
  }
}

/** A problem with one value of an input, such as `contact.city`. */
export interface Issue {
  readonly path: string;
  readonly message: string;
}

/** Thrown by `unwrap` when a mutation was refused. `type` is the type of the error in the schema. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly type: RefusalType;
  readonly issues: readonly Issue[];

  constructor(refusal: { __typename: RefusalType; message: string; issues?: readonly Issue[] }) {
    super(refusal.message);
    this.type = refusal.__typename;
    this.issues = refusal.issues ?? [];
  }
}

/** All of them are in the result of `createReport`. */
type RefusalType = Extract<CreateReportMutation['createReport']['__typename'], `${string}Error`>;

const isRefusal = (type: string): type is RefusalType => type.endsWith('Error');

/**
 * Returns the payload of a mutation's result.
 * @throws RefusedError if the result is one of the schema's errors
 */
export function unwrap<Result extends { readonly __typename: string }>(
  result: Result,
): Exclude<Result, { readonly __typename: RefusalType }> {
  if (isRefusal(result.__typename))
    throw new RefusedError(result as unknown as ConstructorParameters<typeof RefusedError>[0]);
  return result as Exclude<Result, { readonly __typename: RefusalType }>;
}

/** Creates the error for an HTTP response that is not a success, whichever envelope it has. */
export async function failureOf(response: Response): Promise<FlightlineError> {
  const text = await response.text();
  const body = parse(text);
  const requestId = response.headers.get('x-request-id') ?? undefined;
  const { code, message } = describe(body);
  return new FlightlineError(message ?? `HTTP ${response.status}`, {
    status: response.status,
    code,
    body,
    requestId,
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Reads the envelopes of the token service, intake, and traffic. */
function describe(body: unknown): { code?: string | undefined; message?: string | undefined } {
  if (typeof body !== 'object' || body === null) return {};
  const { error, error_description, message, errorCode } = body as Record<string, string | undefined>;
  if (error !== undefined) return { code: error, message: error_description ?? message };
  return { code: errorCode, message };
}
