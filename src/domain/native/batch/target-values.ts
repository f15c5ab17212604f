import { isId } from '../../../resources/define/rows.ts';
import { listEntries } from '../../audiences/dictionary/entries.ts';
import { locationsById } from '../../audiences/dictionary/locations.ts';
import { listSiteGroups, listSites } from '../../audiences/dictionary/sites.ts';
import type { DomainContext } from '../../context.ts';

interface Target {
  readonly type?: string | undefined;
  readonly value?: string | undefined;
}

/** Returns what is wrong with a target's value, or undefined. Types without a rule accept any value. */
type TargetCheck = (target: Target) => string | undefined;

/**
 * Returns a function that checks target values against the dictionary, which is read once for a whole batch. A site
 * that belongs to an active site group can only be targeted through the group.
 */
export async function targetValueChecker(
  ctx: DomainContext,
  targets: readonly Target[],
): Promise<TargetCheck> {
  const used = new Set(targets.map(({ type }) => type));
  const checks: Record<string, (value: string) => string | undefined> = {};
  if (used.has('WOEID')) checks.WOEID = await woeidCheck(ctx, targets);
  const devices = await devicesOf(ctx, used);
  if (used.has('DEVICE'))
    checks.DEVICE = (value) => (devices.has(value) ? undefined : `There is no device ${value}`);
  if (used.has('SITE_X_DEVICE')) checks.SITE_X_DEVICE = await siteCheck(ctx, devices);
  if (used.has('SITE_GROUP_X_DEVICE')) checks.SITE_GROUP_X_DEVICE = await siteGroupCheck(ctx, devices);
  return ({ type, value }) => {
    if (type === undefined || value === undefined || !Object.hasOwn(checks, type)) return undefined;
    return checks[type]?.(value);
  };
}

async function devicesOf(
  ctx: DomainContext,
  used: ReadonlySet<string | undefined>,
): Promise<ReadonlySet<string>> {
  if (!['DEVICE', 'SITE_X_DEVICE', 'SITE_GROUP_X_DEVICE'].some((type) => used.has(type))) return new Set();
  return new Set((await listEntries(ctx, 'device')).map(({ value }) => value));
}

async function woeidCheck(ctx: DomainContext, targets: readonly Target[]) {
  const ids = targets.flatMap(({ type, value }) => (type === 'WOEID' ? [Number(value)] : []));
  const known = new Set((await locationsById(ctx, ids.filter(isId))).map(({ woeid }) => String(woeid)));
  return (value: string) => (known.has(value) ? undefined : `There is no location ${value}`);
}

const combination = (value: string): { place: string; device: string } => {
  const at = value.lastIndexOf('_X_');
  return at < 0
    ? { place: value, device: '' }
    : { place: value.slice(0, at), device: value.slice(at + '_X_'.length) };
};

async function siteCheck(ctx: DomainContext, devices: ReadonlySet<string>) {
  const sites = new Map((await listSites(ctx)).map((site) => [site.value, site]));
  const active = new Set((await listSiteGroups(ctx)).map(({ value }) => value));
  return (value: string) => {
    const { place, device } = combination(value);
    const site = sites.get(place);
    if (!site || !devices.has(device)) return `${value} is not a supported combination of site and device`;
    return site.group !== null && active.has(site.group)
      ? `Site ${place} belongs to the active site group ${site.group}. Target the group instead`
      : undefined;
  };
}

async function siteGroupCheck(ctx: DomainContext, devices: ReadonlySet<string>) {
  const active = new Set((await listSiteGroups(ctx)).map(({ value }) => value));
  return (value: string) => {
    const { place, device } = combination(value);
    return active.has(place) && devices.has(device)
      ? undefined
      : `${value} is not a combination of an active site group and device`;
  };
}
