import type { FieldOf, Texts } from '../../edit/draft-fields.tsx';
import type {
  CreateAdvertiserInput,
  DashboardAdvertiserChoicesQuery,
  DashboardAdvertiserFieldsFragment,
  UpdateAdvertiserInput,
} from '../../generated/graphql.ts';

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
type OfContact = (typeof CONTACT)[number]['name'];
type OfAdvertiser = 'name' | 'status' | 'landingPageUrl' | 'billingPrice' | 'iabCategoryId';
type Fixed = 'currency' | 'timezone';

export type AdvertiserTexts = Texts<OfContact | OfAdvertiser | Fixed>;
type Field = FieldOf<OfContact | OfAdvertiser | Fixed>;
type Choices = DashboardAdvertiserChoicesQuery['dictionary'] | undefined;

const entries = (list: readonly { readonly value: string; readonly name: string | null }[] = []) =>
  list.map(({ value, name }) => [value, name ?? value] as const);

export const fieldsOf = (choices: Choices): readonly Field[] => [
  { name: 'name', label: 'Name' },
  { name: 'status', label: 'Status', choices: ['ACTIVE', 'INACTIVE'] },
  { name: 'landingPageUrl', label: 'Landing page', type: 'url' },
  { name: 'billingPrice', label: 'Margin in percent' },
  {
    name: 'iabCategoryId',
    label: 'Category',
    choices: (choices?.categories ?? [])
      .filter(({ parentId }) => parentId === null)
      .map(({ value, name }) => [String(value), name] as const),
  },
  ...CONTACT.map((field) => ({ ...field, path: `contact.${field.name}` })),
];

/** The currency and the time zone are chosen once. */
export function newFieldsOf(choices: Choices): readonly Field[] {
  const [name, ...others] = fieldsOf(choices);
  return [
    ...(name ? [name] : []),
    { name: 'currency', label: 'Currency', choices: entries(choices?.currencies) },
    { name: 'timezone', label: 'Time zone', choices: entries(choices?.timezones) },
    ...others,
  ];
}

export const storedOf = ({ contact, ...own }: DashboardAdvertiserFieldsFragment) => ({ ...contact, ...own });

function partsOf(values: AdvertiserTexts) {
  const { name, status, landingPageUrl, billingPrice, iabCategoryId, currency, timezone, ...contact } =
    values;
  return {
    own: { name, status, landingPageUrl, billingPrice },
    fixed: { currency, timezone },
    iabCategoryId,
    contact,
  };
}

export function updateInputOf(
  values: AdvertiserTexts,
  { id, updatedAt }: DashboardAdvertiserFieldsFragment,
): UpdateAdvertiserInput {
  const { own, iabCategoryId, contact } = partsOf(values);
  return {
    ...own,
    id,
    updatedAt,
    ...(iabCategoryId && { iabCategoryId: Number(iabCategoryId) }),
    ...(Object.keys(contact).length > 0 && { contact }),
  };
}

/** What is not typed yet is sent empty, so that the service says at each field what it wants there. */
export function createInputOf(values: AdvertiserTexts): CreateAdvertiserInput {
  const { own, fixed, iabCategoryId, contact } = partsOf(values);
  return {
    name: own.name ?? '',
    status: own.status ?? '',
    landingPageUrl: own.landingPageUrl ?? '',
    billingPrice: own.billingPrice ?? '',
    currency: fixed.currency ?? '',
    timezone: fixed.timezone ?? '',
    iabCategoryId: Number(iabCategoryId ?? 0),
    contact,
  };
}
