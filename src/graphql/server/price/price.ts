/** What a field costs beyond its objects: rows that it reads, and how many objects a list may have. */
export type Price = (argument: (name: string) => unknown) => {
  readonly rows: number;
  readonly items?: number;
};

/** The extension of a field that says its price. */
export const priced = (price: Price) => ({ price });

export function priceOf(extensions: { readonly price?: Price }): Price | undefined {
  return extensions.price;
}

/**
 * The size of a page for its price: `first` is priced before it is checked, so it may be anything. A fraction of a point
 * would stay in the user's lease, and no later call of that hour could be counted.
 */
export const pricedPage = (
  first: unknown,
  { most, byDefault }: { most: number; byDefault: number },
): number => (Number.isInteger(first) ? Math.min(Math.max(Number(first), 0), most) : byDefault);
