/** Every code of the native interface (section 3, Errors); E60000 is reserved for a failing warehouse (RULINGS N3a). */
export type NativeCode =
  | 'E10000_INTERNAL_SERVER_ERROR'
  | 'E30001_UNSUPPORTED_FEATURE'
  | 'E40000_INVALID_INPUT'
  | 'E40001_REQUEST_TIMEOUT'
  | 'E40002_ACCOUNT_IN_SYNC_READ_ONLY'
  | 'E40003_TOO_MANY_REQUESTS'
  | 'E40004_REQUEST_CONFLICT'
  | 'E40005_NOT_FOUND'
  | 'E40006_HUGE_REQUEST'
  | 'E40007_REQUEST_URI_TOO_LONG'
  | 'E40008_UNSUPPORTED_MEDIA_TYPE'
  | 'E50000_AUTHORIZATION_ERROR'
  | 'E50003_SERVICE_UNAVAILABLE'
  | 'E60000_UNKNOWN_REPORTING_ERROR';

/** Why one item of a batch was refused; an item has at most one, which says all its problems. */
export interface ItemError {
  /** Position in the batch. */
  readonly errIndex: number;
  readonly code: NativeCode;
  readonly message: string;
  readonly description: string;
}
