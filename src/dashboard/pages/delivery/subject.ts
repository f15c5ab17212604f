import type { DeliveryDimension, DeliveryFilter } from '../../generated/graphql.ts';

/** What delivery is about. */
export interface Subject {
  readonly type: 'Advertiser' | 'Campaign' | 'Line' | 'Ad';
  /** As it stands in the address. */
  readonly id: string;
}

/** The global ID; undefined for the seat. */
export const nodeOf = (subject: Subject | undefined): string | undefined =>
  subject && `${subject.type}:${subject.id}`;

/** The part of the seat's facts that belongs to it. */
export function factsOf(subject: Subject | undefined): {
  readonly advertiserIds: string[] | null;
  readonly filter: DeliveryFilter | null;
} {
  const { type, id = '' } = subject ?? {};
  switch (type) {
    case 'Advertiser':
      return { advertiserIds: [id], filter: null };
    case 'Campaign':
      return { advertiserIds: null, filter: { campaignIds: [id] } };
    case 'Line':
      return { advertiserIds: null, filter: { lineIds: [id] } };
    case 'Ad':
      return { advertiserIds: null, filter: { adIds: [id] } };
    default:
      return { advertiserIds: null, filter: null };
  }
}

/** What the delivery of something is made of, the nearest first. */
export const PARTS: Readonly<Record<Subject['type'] | 'Seat', readonly `${DeliveryDimension}`[]>> = {
  Seat: ['LINE', 'CAMPAIGN', 'ADVERTISER', 'AD', 'COUNTRY'],
  Advertiser: ['LINE', 'CAMPAIGN', 'AD', 'COUNTRY'],
  Campaign: ['LINE', 'AD', 'COUNTRY'],
  Line: ['AD', 'COUNTRY'],
  Ad: ['COUNTRY'],
};
