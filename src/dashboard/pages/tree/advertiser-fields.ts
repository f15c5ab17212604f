import type { FieldOf, Texts } from '../../edit/draft-fields.tsx';
import { AdvertiserStatus, type DashboardAdvertiserChoicesQuery } from '../../generated/graphql.ts';

const CONTACT = [
  { name: 'firstName' },
  { name: 'lastName' },
  { name: 'email', type: 'email' },
  { name: 'telephone', type: 'tel' },
  { name: 'addressLine1' },
  { name: 'addressLine2' },
  { name: 'postalCode' },
  { name: 'city' },
  { name: 'region' },
  { name: 'country' },
] as const;

const BILLING = [
  ...CONTACT.filter(({ name }) => name !== 'telephone'),
  { name: 'addressLine3' },
  { name: 'vatNumber' },
  {
    name: 'legalMandateConfirmation',
    choices: [
      ['true', 'Yes'],
      ['false', 'No'],
    ],
  },
] as const;

type OfAdvertiser = 'name' | 'status' | 'landingPageUrl' | 'billingPrice';
type Fixed = 'currency' | 'timezone';
type Category = 'iabCategoryId' | 'iabSecondaryCategoryId';
type OfContact = `contact.${(typeof CONTACT)[number]['name']}`;
type OfBilling = `billingContact.${Exclude<(typeof BILLING)[number]['name'], 'telephone'>}`;
type AdvertiserField = OfAdvertiser | Fixed | Category | OfContact | OfBilling;

/** What was typed, by the paths by which the service knows the fields. */
export type AdvertiserTexts = Texts<AdvertiserField>;

export interface FieldGroup {
  readonly title?: string;
  readonly fields: readonly FieldOf<AdvertiserField>[];
}

interface Options {
  readonly choices: DashboardAdvertiserChoicesQuery['dictionary'] | undefined;
  /** The primary category that stands there, below which the secondary ones are. */
  readonly category: string | undefined;
  /** The currency and the time zone are chosen once. */
  readonly isNew: boolean;
  /** Only seats under a country's legal compliance show whom to bill. */
  readonly hasBilling: boolean;
}

export const NO_CATEGORY = '-1';

const entries = (list: readonly { readonly value: string; readonly name: string | null }[] = []) =>
  list.map(({ value, name }) => [value, name ?? value] as const);

/** The fields of an advertiser in the groups in which they are shown. */
export function groupsOf({ choices, category, isNew, hasBilling }: Options): readonly FieldGroup[] {
  const categories = (below: (parent: number | null) => boolean) =>
    (choices?.categories ?? [])
      .filter(({ parentId }) => below(parentId))
      .map(({ value, name }) => [String(value), name] as const);
  const fixed: FieldOf<AdvertiserField>[] = [
    { name: 'currency', choices: entries(choices?.currencies) },
    { name: 'timezone', choices: entries(choices?.timezones) },
  ];
  return [
    {
      fields: [
        { name: 'name' },
        ...(isNew ? fixed : []),
        { name: 'status', choices: Object.values(AdvertiserStatus) },
        { name: 'landingPageUrl', type: 'url' },
        { name: 'billingPrice', isNumber: true },
        { name: 'iabCategoryId', choices: categories((parent) => parent === null) },
        {
          name: 'iabSecondaryCategoryId',
          choices: [[NO_CATEGORY, 'None'], ...categories((parent) => String(parent) === category)],
        },
      ],
    },
    {
      title: 'Contact',
      fields: CONTACT.map((field) => ({ ...field, name: `contact.${field.name}` as const })),
    },
    ...(hasBilling ? [BILLING_GROUP] : []),
  ];
}

const BILLING_GROUP: FieldGroup = {
  title: 'Billing contact',
  fields: BILLING.map((field) => ({ ...field, name: `billingContact.${field.name}` as OfBilling })),
};
