/** Where an option leads, as the router takes it. */
export interface Place {
  readonly to: string;
  readonly params?: Readonly<Record<string, string>>;
  /** The title of a dialog that is opened there. */
  readonly dialog?: string;
  readonly search?: Readonly<Record<string, string | undefined>>;
}

/** Something that can be chosen in the palette. */
export interface Option {
  readonly key: string;
  readonly name: string;
  /** What it is, such as `Line`. */
  readonly kind: string;
  /** Its status in words. */
  readonly state?: string | undefined;
  /** By what else it is found. */
  readonly words?: string;
  /** What it belongs to. */
  readonly owner?: string | undefined;
  /** A place to go to, or what is done at once. */
  readonly go: Place | (() => void);
}

export interface OptionGroup {
  readonly name: string;
  readonly options: readonly Option[];
}
