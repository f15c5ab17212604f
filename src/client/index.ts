export { type Client, type ClientOptions, createClient } from './client.ts';
export {
  FlightlineError,
  type GraphQLFailure,
  GraphQLResponseError,
  type Issue,
  RefusedError,
  unwrap,
} from './errors.ts';
export type { FollowOptions } from './follow.ts';
export type { RequestOptions, SubscribeOptions, TypedDocument } from './graphql.ts';
export type { Conversion, IntakeOptions, PixelEvent } from './intake.ts';
export type { Json, JsonObject } from './json.ts';
export type { Connection } from './pages.ts';
export type { FinishedReport, RunOptions } from './reports.ts';
export type { RestAnswer, RestCall, RestMethod, RestPath } from './rest-call.ts';
export { verifyWebhook, type WebhookPayload, WebhookSignatureError } from './webhooks.ts';
