/** The errors that mutations answer as data. */
export interface Refusal {
  readonly __typename: `${string}Error`;
  readonly message: string;
  readonly issues?: readonly { readonly path: string; readonly message: string }[];
}

/** A mutation's result told apart: what was done, or the service's words why not. */
export type Outcome<Payload> =
  | { readonly done: Payload; readonly refusal?: never }
  | { readonly done?: never; readonly refusal: Refused };

export interface Refused {
  readonly message: string;
  /** Someone else changed it since it was read. */
  readonly isConflict: boolean;
  /** The service's words by the path of the field that they belong to. */
  readonly issues: ReadonlyMap<string, string>;
}

export function outcomeOf<Result extends { readonly __typename?: string }>(
  result: Result,
): Outcome<Exclude<Result, Refusal>> {
  if (!isRefusal(result)) return { done: result as Exclude<Result, Refusal> };
  const { message, issues = [] } = result;
  return {
    refusal: {
      message,
      isConflict: result.__typename === 'ConflictError',
      issues: new Map(issues.map(({ path, message }) => [path, message])),
    },
  };
}

export const isRefusal = (result: { readonly __typename?: string }): result is Refusal =>
  result.__typename?.endsWith('Error') === true;
