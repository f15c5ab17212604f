import { enumValue } from '../../edit/enum-value.ts';
import {
  AdvertiserStatus,
  type CreateAdvertiserInput,
  type DashboardAdvertiserFieldsFragment,
  type UpdateAdvertiserInput,
} from '../../generated/graphql.ts';
import { type AdvertiserTexts, NO_CATEGORY } from './advertiser-fields.ts';

type Stored = DashboardAdvertiserFieldsFragment;

/** Each value by the path of its field. */
export function storedOf({ contact, billingContact, ...own }: Stored) {
  return { ...own, ...under('contact', contact), ...under('billingContact', billingContact ?? {}) };
}

const under = (name: string, fields: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([field, value]) => [`${name}.${field}`, value]));

/** What was typed of a contact; undefined if nothing was. */
function typedOf(values: AdvertiserTexts, name: string): Record<string, string | null> | undefined {
  const own = Object.entries(values).filter(([path]) => path.startsWith(`${name}.`));
  return own.length > 0
    ? Object.fromEntries(own.map(([path, text]) => [path.slice(name.length + 1), text ?? null]))
    : undefined;
}

const CONTACT = ['addressLine1', 'city', 'region', 'country'] as const;
const BILLING_CONTACT = ['firstName', 'lastName', 'email', 'addressLine1', 'city', 'country'] as const;

/** What is required is sent, though it is empty: the service says at each field what it wants there. */
function whole<Name extends string>(names: readonly Name[], values: Readonly<Record<string, string | null>>) {
  const required = Object.fromEntries(names.map((name) => [name, values[name] ?? '']));
  return { ...values, ...(required as Record<Name, string>) };
}

/** A billing contact is always sent as a whole. */
function billingOf(values: AdvertiserTexts, stored: Stored['billingContact'] = null) {
  const typed = typedOf(values, 'billingContact');
  if (!typed) return {};
  const { legalMandateConfirmation: typedMandate, ...texts } = typed;
  const { legalMandateConfirmation: storedMandate, ...before } = stored ?? {};
  const isConfirmed = typedMandate === undefined ? storedMandate === true : typedMandate === 'true';
  const contact = whole(BILLING_CONTACT, { ...before, ...texts });
  return { billingContact: { ...contact, legalMandateConfirmation: isConfirmed } };
}

/** Fields that an update and a creation send alike. */
function shared(values: AdvertiserTexts) {
  const { iabCategoryId, iabSecondaryCategoryId } = values;
  return {
    ...(iabCategoryId && { iabCategoryId: Number(iabCategoryId) }),
    ...(iabSecondaryCategoryId && { iabSecondaryCategoryId: Number(iabSecondaryCategoryId) }),
  };
}

export function updateInputOf(values: AdvertiserTexts, advertiser: Stored): UpdateAdvertiserInput {
  const { name, status, landingPageUrl, billingPrice } = values;
  const contact = typedOf(values, 'contact');
  return {
    id: advertiser.id,
    updatedAt: advertiser.updatedAt,
    ...{ name, status: enumValue(AdvertiserStatus, status), landingPageUrl, billingPrice },
    ...shared(values),
    ...(contact && { contact }),
    ...billingOf(values, advertiser.billingContact),
  };
}

/** What is not typed yet is sent empty, so that the service says at each field what it wants there. */
export function createInputOf(values: AdvertiserTexts): CreateAdvertiserInput {
  const { name, status, landingPageUrl, billingPrice, currency, timezone } = values;
  return {
    iabCategoryId: 0,
    ...shared(values),
    name: name ?? '',
    status: enumValue(AdvertiserStatus, status) ?? AdvertiserStatus.Active,
    landingPageUrl: landingPageUrl ?? '',
    billingPrice: billingPrice ?? '',
    currency: currency ?? '',
    timezone: timezone ?? '',
    contact: whole(CONTACT, typedOf(values, 'contact') ?? {}),
    ...billingOf(values),
  };
}

/** Another primary category has other categories below it, so that the secondary one is chosen anew. */
export const withCategory = (before: AdvertiserTexts, after: AdvertiserTexts): AdvertiserTexts =>
  after.iabCategoryId === before.iabCategoryId ? after : { ...after, iabSecondaryCategoryId: NO_CATEGORY };
