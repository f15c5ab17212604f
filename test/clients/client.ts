import { randomUUID } from 'node:crypto';
import type { Reader } from './read.ts';

/** The IDs that a client knows, and what it has read and stored. */
// biome-ignore lint/suspicious/noExplicitAny: a client reads whatever it expects to be there
export type Known = Record<string, any>;

/** The credentials for a token request. `seconds` is the clock with its fraction. */
export interface Credentials {
  readonly clientId: string;
  readonly origin: string;
  readonly seconds: number;
}

export interface TokenRequest {
  readonly path: string;
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: (credentials: Credentials) => Readonly<Record<string, unknown>>;
  readonly form: Readonly<Record<string, string>>;
  readonly reads: Reader;
}

export interface Call {
  readonly path: string;
  readonly body?: unknown;
}

/** One thing that a client does. */
export interface Operation {
  readonly name: string;
  /** The row of the table. */
  readonly route: `${'GET' | 'POST' | 'PUT' | 'DELETE'} /${string}`;
  readonly call: (known: Known) => Call;
  /** Reads the body, as the client does. */
  readonly reads?: Reader | undefined;
  /** Called with what was read, or with the text of a file. */
  readonly onRead?: (read: Known, known: Known) => void;
  /** Returns what the client misses in what it read. */
  readonly misses?: (read: Known, known: Known) => readonly string[];
  /** Repeated until this returns true. */
  readonly until?: (read: Known) => boolean;
  /** The refusal that the client gets, and the fields that it names. */
  readonly refused?: { readonly status: number; readonly names?: readonly string[] };
  /** The only fields that a PUT changes in what GET of its path answers. */
  readonly changes?: readonly string[];
  /** Fields of the body that the answer has elsewhere, such as the changes of a list. */
  readonly elsewhere?: readonly string[] | 'all';
  /** Why it is not answered as the client would have it. */
  readonly note?: string;
}

/** A kind of client: what it sends and what it reads, as facts. */
export interface Client {
  readonly letter: string;
  readonly name: string;
  /** What it needs to be pointed at the service. */
  readonly needs: string;
  /** A client without it gets its token from outside. */
  readonly token?: TokenRequest;
  readonly headers: Readonly<Record<string, string>>;
  readonly operations: readonly Operation[];
}

/** These clients have the operator's name built in where a word means its own supply. */
export const OPERATOR = 'acme';
export const OPERATOR_WORD = 'ACME';
/** They reach reports below a prefix of the operator's. */
export const REPORTS = '/scheduler_api';
export const ASSERTION_TYPE = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';

export const FORM = {
  grant_type: 'client_credentials',
  client_assertion_type: ASSERTION_TYPE,
  scope: 'dsp-api-access',
  realm: 'dsp',
} as const;

export const query = (path: string, parameters: object): string => {
  const sent = Object.entries(parameters).filter(([, value]) => value != null);
  return `${path}?${new URLSearchParams(sent.map(([name, value]) => [name, String(value)]))}`;
};

export const uniqueName = (of: string): string => `${of} ${randomUUID()}`;
