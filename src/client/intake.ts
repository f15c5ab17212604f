import type { Call } from './http.ts';

/** One event of a pixel (section 1, "Event object"); `event_time` in seconds or milliseconds since the epoch. */
export interface PixelEvent {
  readonly event_time: number | string;
  readonly action_source?: 'website' | 'app' | 'offline';
  readonly action_source_url?: string;
  /** At least one identity: `email` is the SHA-256 of the address in lower case, as hex. */
  readonly user_data: {
    readonly email?: string;
    readonly idfa?: string;
    readonly gpsaid?: string;
    readonly [operatorId: `${string}_id`]: string;
  };
  readonly custom_data?: {
    readonly gv?: number | string;
    readonly ec?: string;
    readonly el?: string;
    readonly ea?: string;
    readonly product_id?: readonly string[] | string;
    /** At most 10 pairs; names of 32, values of 255 characters. */
    readonly user_defined?: Readonly<Record<string, string>>;
  };
}

/** A conversion after a click (section 1, "Conversion postback parameters"). */
export interface Conversion {
  /** The click ID. */
  readonly vmcid: string;
  /** The event's ID; a repeat with the same `id` and `dp` is counted once. */
  readonly id: string;
  /** Who passes the data. */
  readonly dp: string;
  /** When it happened, in milliseconds since the epoch. */
  readonly et?: number;
  readonly gv?: number;
  readonly gc?: string;
  readonly ec?: string;
  readonly ea?: string;
  /** Pixel ID. */
  readonly '.yp'?: number | string;
  readonly [name: string]: string | number | undefined;
}

export interface IntakeOptions {
  readonly signal?: AbortSignal;
  /** Made up unless given; a repeated call with the same key is stored once. */
  readonly idempotencyKey?: string;
}

export function eventsCall(events: readonly PixelEvent[], options: IntakeOptions): Call {
  return write('application/json', JSON.stringify(events), options);
}

export function conversionCall(conversion: Conversion, options: IntakeOptions): Call {
  const pairs = Object.entries(conversion).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  return write('application/x-www-form-urlencoded', new URLSearchParams(pairs).toString(), options);
}

function write(type: string, body: string, { signal, idempotencyKey }: IntakeOptions): Call {
  return {
    method: 'POST',
    headers: {
      'content-type': type,
      accept: 'application/json',
      'idempotency-key': idempotencyKey ?? crypto.randomUUID(),
    },
    body,
    signal,
  };
}
