/** What was typed; null is empty. */
export type Texts<Name extends string> = { readonly [name in Name]?: string | null };

export interface FieldOf<Name extends string> {
  readonly name: Name;
  /** Said instead of the field's name, where people choose by something else. */
  readonly label?: string;
  /** What it means, for fields that are seldom met. */
  readonly hint?: string;
  /** Where the service knows a field by another path than its name. */
  readonly path?: string;
  readonly isLong?: boolean;
  readonly isRequired?: boolean;
  /** Rows to type in, where one is not enough. */
  readonly rows?: number;
  /** Anything else is refused before it is sent. */
  readonly isNumber?: boolean;
  /** An amount in the currency of the form. */
  readonly isMoney?: boolean;
  /** Stands behind what is typed, such as `CPC`. */
  readonly suffix?: string;
  readonly type?: 'email' | 'tel' | 'url';
  /** A time, typed as the clock of the form's zone shows it. */
  readonly isMoment?: boolean;
  /** The id of a `datalist` that offers what can be typed. */
  readonly list?: string;
  /** The values to choose from, and their words where the service has some. */
  readonly choices?: readonly (string | readonly [value: string, name: string])[];
}
