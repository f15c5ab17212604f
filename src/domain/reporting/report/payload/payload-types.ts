import type { EnumType } from '../../../../resources/define/enum-type.ts';

/**
 * The payload of a report: each field with its meaning and limits. `parse.ts` enforces the limits; GraphQL's input and
 * the OpenAPI document are generated from it.
 */
export type PayloadField = About &
  (
    | { readonly is: 'integer' | 'number' | 'flag' | 'text' | 'zone' | 'id' | 'id or code' }
    | { readonly is: 'enum'; readonly enumType: EnumType }
    | { readonly is: 'list'; readonly of: PayloadField }
    | { readonly is: 'object'; readonly type: PayloadType }
  );

export interface About {
  readonly description: string;
  readonly required?: true;
  readonly choices?: readonly (number | string)[];
  /** The smallest value, or the smallest number of items. */
  readonly min?: number;
  /** The largest value, or the largest number of items. */
  readonly max?: number;
  /** The field that this one is an alias of. */
  readonly aliasOf?: string;
  /** GraphQL's name where it differs. */
  readonly graphql?: string;
}

export interface PayloadType {
  readonly name: string;
  readonly description: string;
  /** A function, because conditions contain conditions. */
  readonly fields: () => Readonly<Record<string, PayloadField>>;
}
