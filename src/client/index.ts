export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  FlightlineError,
  type GraphQLFailure,
  GraphQLResponseError,
  type Issue,
  RefusedError,
  unwrap,
} from './errors.ts';
export type { RequestOptions, TypedDocument } from './graphql.ts';
export type { Conversion, IntakeOptions, PixelEvent } from './intake.ts';
export type { Connection } from './pages.ts';
export type { FinishedReport, RunOptions } from './reports.ts';
