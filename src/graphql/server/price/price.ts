/** What a field costs in addition to its objects: the rows that it reads, and how many objects a list can have. */
export type Price = (argument: (name: string) => unknown) => {
  readonly rows: number;
  readonly items?: number;
};

/** Returns the extension that sets a field's price. */
export const priced = (price: Price) => ({ price });

export function priceOf(extensions: { readonly price?: Price }): Price | undefined {
  return extensions.price;
}

/**
 * Returns the page size for the price. `first` is priced before it is checked, so it can be any value. It must become
 * an integer: a fraction of a point would remain in the user's lease, and no later call of the hour could be counted.
 */
export const pricedPage = (
  first: unknown,
  { most, byDefault }: { most: number; byDefault: number },
): number => (Number.isInteger(first) ? Math.min(Math.max(Number(first), 0), most) : byDefault);
