/** What an ad is made for. */
export interface OwnLine {
  readonly id: string;
  readonly mediaType?: string | null;
  readonly advertiser: { readonly id: string; readonly timezone: string };
}
