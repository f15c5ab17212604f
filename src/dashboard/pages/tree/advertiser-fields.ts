import type { FieldOf, Texts } from '../../edit/draft-fields.tsx';
import { AdvertiserStatus, type DashboardAdvertiserChoicesQuery } from '../../generated/graphql.ts';

const CONTACT = [
  { name: 'firstName', label: 'First name' },
  { name: 'lastName', label: 'Last name' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'telephone', label: 'Telephone', type: 'tel' },
  { name: 'addressLine1', label: 'Address' },
  { name: 'addressLine2', label: 'Address, second line' },
  { name: 'postalCode', label: 'Postal code' },
  { name: 'city', label: 'City' },
  { name: 'region', label: 'Region' },
  { name: 'country', label: 'Country' },
] as const;

const BILLING = [
  ...CONTACT.filter(({ name }) => name !== 'telephone'),
  { name: 'addressLine3', label: 'Address, third line' },
  { name: 'vatNumber', label: 'VAT number' },
  {
    name: 'legalMandateConfirmation',
    label: 'Legal mandate confirmed',
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
    { name: 'currency', label: 'Currency', choices: entries(choices?.currencies) },
    { name: 'timezone', label: 'Time zone', choices: entries(choices?.timezones) },
  ];
  return [
    {
      fields: [
        { name: 'name', label: 'Name' },
        ...(isNew ? fixed : []),
        { name: 'status', label: 'Status', choices: Object.values(AdvertiserStatus) },
        { name: 'landingPageUrl', label: 'Landing page', type: 'url' },
        { name: 'billingPrice', label: 'Margin in percent' },
        { name: 'iabCategoryId', label: 'Category', choices: categories((parent) => parent === null) },
        {
          name: 'iabSecondaryCategoryId',
          label: 'Secondary category',
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
