import { keysOf } from '../../../platform/text/typed.ts';
import { Problems } from '../../../resources/define/input.ts';
import {
  booleanParameter,
  integerParameter,
  integersParameter,
  MAX_ROWS,
  oneOfParameter,
  type Parameters,
  pageParameters,
  textParameter,
} from '../../../resources/define/parameters.ts';
import { isId } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { ValidationError } from '../../errors.ts';
import { type CategoryEntry, listCategories } from './categories.ts';
import {
  type CurrencyLimits,
  currencyLimits,
  type Entry,
  listEntries,
  type TextList,
  textsIn,
  type ValueList,
} from './entries.ts';
import {
  countLocationsOf,
  LOCATION_TYPES,
  type LocationEntry,
  locationsById,
  locationsByType,
} from './locations.ts';
import { searchLocations } from './search-locations.ts';
import {
  countSegmentsOf,
  listSegments,
  type SegmentEntry,
  type SegmentFilter,
  type SegmentList,
} from './segments.ts';
import { listSiteGroups, listSites, type SiteEntry, type SiteGroupEntry } from './sites.ts';

/** The functions below read the dictionary with parameters. All of them throw ValidationError. */

type Call = { readonly ctx: DomainContext; readonly parameters: Parameters };

const TYPES = keysOf(LOCATION_TYPES);

/**
 * Returns places by `woeid` (repeatable), by `location` with `type` and `fuzzy`, or all of a `type`; at most 500.
 * Searches by name or type can be limited to a country.
 */
export async function findLocations({
  ctx,
  parameters,
  countryCode,
}: Call & { countryCode?: string | undefined }): Promise<LocationEntry[]> {
  const problems = new Problems();
  const woeids = integersParameter(problems, parameters, { name: 'woeid', max: MAX_ROWS });
  const location = textParameter(problems, parameters, 'location');
  const type = oneOfParameter(problems, parameters, { name: 'type', values: TYPES });
  const fuzzy = booleanParameter(problems, parameters, 'fuzzy');
  const page = pageParameters(problems, parameters, MAX_ROWS);
  const searches = (parameters.location ?? undefined) !== undefined;
  if (fuzzy !== undefined && !searches) problems.add('fuzzy', 'is only valid with location');
  if (woeids && searches) problems.add('woeid', 'cannot be given with location');
  if (!woeids && !searches && type === undefined && problems.issues.length === 0)
    problems.add('', 'must have one of woeid, location and type');
  problems.throwIfAny();
  if (woeids) return await locationsById(ctx, woeids.filter(isId));
  if (location === undefined) return type ? await locationsByType(ctx, type, { ...page, countryCode }) : [];
  return await searchLocations(ctx, { location, type, fuzzy: fuzzy ?? false, countryCode, ...page });
}

/** Returns a page of a flat list; by default the first 500 entries, which is also the maximum. */
function pageOf<Entry>(parameters: Parameters, entries: readonly Entry[]): Entry[] {
  const problems = new Problems();
  const { si, mr } = pageParameters(problems, parameters, MAX_ROWS);
  problems.throwIfAny();
  return entries.slice(si, si + mr);
}

/** Returns the values of one list, paged by `si` and `mr`. */
export async function findEntries({ ctx, parameters, list }: Call & { list: ValueList }): Promise<Entry[]> {
  return pageOf(parameters, await listEntries(ctx, list));
}

/** Returns site groups that can be targeted. */
export async function findSiteGroups({ ctx, parameters }: Call): Promise<SiteGroupEntry[]> {
  return pageOf(parameters, await listSiteGroups(ctx));
}

/** Returns all sites, or those of a `category`, ignoring case. */
export async function findSites({ ctx, parameters }: Call): Promise<SiteEntry[]> {
  return pageOf(parameters, await searchSites({ ctx, parameters }));
}

/** Like `findSites`, but returns all sites or those whose name contains `search`. */
export async function searchSites({ ctx, parameters }: Call): Promise<SiteEntry[]> {
  const problems = new Problems();
  const search = textParameter(problems, parameters, 'search');
  const category = textParameter(problems, parameters, 'category');
  const known = [...new Set((await listSites(ctx)).map((site) => site.category))].sort();
  if (category !== undefined && !known.includes(category.toUpperCase()))
    problems.add('category', `must be one of ${known.join(', ')}`);
  problems.throwIfAny();
  return named(await listSites(ctx, category), search);
}

/** Returns all categories, or those directly below `parentId`; with `search`, only those whose name contains it. */
export async function searchCategories({ ctx, parameters }: Call): Promise<CategoryEntry[]> {
  const problems = new Problems();
  const search = textParameter(problems, parameters, 'search');
  problems.throwIfAny();
  const { parentId } = parameters;
  return named(await listCategories(ctx, parentId == null ? null : Number(parentId)), search);
}

function named<Entry extends { readonly name: string }>(entries: readonly Entry[], search = ''): Entry[] {
  const part = search.toLowerCase();
  return entries.filter(({ name }) => name.toLowerCase().includes(part));
}

/** Returns the number of places of a `type`. */
export async function countLocations({ ctx, parameters }: Call): Promise<number> {
  const type = oneOfParameter(new Problems(), parameters, { name: 'type', values: TYPES });
  return type ? await countLocationsOf(ctx, type) : 0;
}

/** Returns the valid texts in `language`; English by default. */
export async function findTexts({
  ctx,
  parameters,
  list,
}: Call & { list: TextList }): Promise<readonly Entry[]> {
  const problems = new Problems();
  const language = textParameter(problems, parameters, 'language') ?? 'en';
  const texts = problems.has('language') ? [] : await textsIn(ctx, list, language);
  if (!texts) problems.add('language', 'has no texts in the dictionary');
  problems.throwIfAny();
  return pageOf(parameters, texts ?? []);
}

/** Returns the minimum budgets and bids in the currency `code`. */
export async function findCurrencyLimits({ ctx, parameters }: Call): Promise<CurrencyLimits> {
  const problems = new Problems();
  const code = textParameter(problems, parameters, 'code') ?? '';
  const limits = await currencyLimits(ctx, code);
  if (limits && problems.issues.length === 0) return limits;
  if (!problems.has('code')) problems.add('code', 'must be a currency of the dictionary');
  throw problems.error() ?? new Error('A refusal without a problem.');
}

/** Returns active segments, filtered by `search`, `id`, `parentId` and `provider`, paged by `si` and `mr`. */
export async function findSegments(call: Call & { list: SegmentList }): Promise<SegmentEntry[]> {
  const filter = await segmentFilter(call);
  return filter ? await listSegments(call.ctx, call.list, filter) : [];
}

/** Returns how many segments `findSegments` finds on all pages. */
export async function countSegments(call: Call & { list: SegmentList }): Promise<number> {
  const filter = await segmentFilter(call);
  return filter ? await countSegmentsOf(call.ctx, call.list, filter) : 0;
}

/** Returns the checked parameters; undefined if they name something that no list contains. */
export async function segmentFilter({
  ctx,
  parameters,
  list,
}: Call & { list: SegmentList }): Promise<SegmentFilter | undefined> {
  const problems = new Problems();
  const anyId = (name: string) =>
    integerParameter(problems, parameters, { name, min: 1, max: Number.MAX_SAFE_INTEGER });
  const advertiserId = anyId('advertiserId');
  if (advertiserId === undefined && !problems.has('advertiserId'))
    problems.add('advertiserId', 'is required');
  const [id, parentId] = [anyId('id'), anyId('parentId')];
  const search = textParameter(problems, parameters, 'search');
  const provider = list === '3p' ? textParameter(problems, parameters, 'provider') : undefined;
  const page = pageParameters(problems, parameters, MAX_ROWS);
  problems.throwIfAny();
  await checkAdvertiser(ctx, advertiserId ?? 0);
  if ([id, parentId].some((number) => number !== undefined && !isId(number))) return undefined;
  return { id, parentId, search, provider, ...page };
}

/** An advertiser of another seat is refused as if it did not exist. */
async function checkAdvertiser(ctx: DomainContext, id: number): Promise<void> {
  const known = isId(id) && (await ctx.db.advertiser.count({ where: { id, seatId: ctx.seatId } })) > 0;
  if (!known) throw new ValidationError([{ path: 'advertiserId', message: `There is no advertiser ${id}` }]);
}
