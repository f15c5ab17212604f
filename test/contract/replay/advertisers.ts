import { type Example, LISTED, refusal } from './example.ts';
import { flag, integer, list, moment, number, object, one, text } from './shape.ts';

const contact = object({
  firstName: text,
  lastName: text,
  addressLine1: text,
  addressLine2: text,
  city: text,
  region: text,
  postalCode: text,
  country: text,
  telephone: text,
  email: text,
});
const advertiserFields = {
  id: integer,
  name: text,
  status: one('ACTIVE', 'INACTIVE'),
  landingPageUrl: text,
  iabCategoryId: integer,
  iabSecondaryCategoryId: integer,
  timezone: text,
  currency: text,
  billingPrice: number,
  contact,
  isCrossdeviceOff: flag,
  updatedAt: moment,
  accountGroupId: integer,
};
const advertiser = object(advertiserFields);
/** For a seat under a country's legal compliance. */
const billedAdvertiser = object({
  ...advertiserFields,
  billingContact: object({
    firstName: text,
    lastName: text,
    email: text,
    addressLine1: text,
    addressLine2: text,
    addressLine3: text,
    city: text,
    region: text,
    postalCode: text,
    country: text,
    vatNumber: text,
    legalMandateConfirmation: flag,
  }),
});
const beacon = object({ id: integer, name: text, dotPixel: flag });

const ADVERTISER = {
  name: 'Shoes',
  status: 'ACTIVE',
  landingPageUrl: 'https://shoes.example/',
  iabCategoryId: 1,
  timezone: 'America/New_York',
  currency: 'USD',
  billingPrice: 15,
  contact: {
    firstName: 'Ada',
    lastName: 'Martin',
    addressLine1: '1 Main Street',
    addressLine2: 'Second floor',
    city: 'Springfield',
    region: 'IL',
    postalCode: '62701',
    country: 'US',
    telephone: '+1 217 555 0100',
    email: 'ada@shoes.example',
  },
  isCrossdeviceOff: true,
};
const BILLING_CONTACT = {
  firstName: 'Ada',
  lastName: 'Martin',
  email: 'ada@shoes.example',
  addressLine1: '1 Rue',
  addressLine2: 'Bâtiment B',
  addressLine3: 'Escalier 2',
  city: 'Paris',
  region: 'IDF',
  postalCode: '75001',
  country: 'FR',
  vatNumber: 'FR00000000000',
  legalMandateConfirmation: true,
};

export const advertisers: readonly Example[] = [
  {
    title: 'advertiser',
    send: () => ['POST', '/advertisers', ADVERTISER],
    shape: advertiser,
  },
  {
    title: 'a read advertiser',
    send: ({ advertiser }) => ['GET', `/advertisers/${advertiser.id}`],
    shape: advertiser,
  },
  {
    title: 'advertisers',
    send: () => ['GET', `/advertisers?${LISTED}`],
    shape: list(advertiser),
  },
  {
    title: 'an updated advertiser',
    send: ({ advertiser }) => [
      'PUT',
      `/advertisers/${advertiser.id}`,
      { status: 'INACTIVE', billingPrice: 9 },
    ],
    shape: advertiser,
  },
  {
    title: 'an advertiser with a billing contact',
    by: 'compliant',
    send: () => ['POST', '/advertisers', { ...ADVERTISER, billingContact: BILLING_CONTACT }],
    shape: billedAdvertiser,
  },
  {
    title: 'beacons',
    send: ({ given }) => ['GET', `/advertisers/${given.advertiserId}/beaconlookups`],
    shape: list(beacon),
  },
  {
    title: 'a deleted advertiser',
    send: ({ advertiser }) => ['DELETE', `/advertisers/${advertiser.id}`],
    status: 405,
    shape: refusal(405),
  },
];
