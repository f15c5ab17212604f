import type { Creative } from '../../../platform/database/generated/prisma/client.ts';
import { Problems } from '../../../resources/define/input.ts';
import { byId, isId, likeText } from '../../../resources/define/rows.ts';
import type { DomainContext } from '../../context.ts';
import { NotFoundError } from '../../errors.ts';
import { type OwnedListParameters, ownedPage } from '../advertiser/owned-page.ts';
import { CREATIVE_LIST, findCreatives } from './find.ts';

/** Query parameters, which are lists if they are sent repeatedly. */
interface CreativeListParameters extends OwnedListParameters {
  /** The whole name, in any case. */
  readonly name?: unknown;
  /** IDs with commas in between. */
  readonly creativeIds?: unknown;
}

/** Returns a page of an advertiser's creatives, or of the seat's. */
export async function listCreatives(options: {
  ctx: DomainContext;
  input: CreativeListParameters;
}): Promise<Creative[]> {
  const { ctx, input } = options;
  const problems = new Problems();
  const ids = idsParameter(problems, 'creativeIds', input.creativeIds);
  const name = onlyText(problems, 'name', input.name);
  if (name && (!name.isWellFormed() || name.includes('\0')))
    problems.add('name', 'must be well-formed text without NUL');
  problems.throwIfAny();
  const { where, query } = await ownedPage({ ctx, input, list: CREATIVE_LIST });
  const conditions = [
    ...(ids ? [{ id: { in: ids.filter(isId) } }] : []),
    ...(name ? [{ name: { equals: likeText(name), mode: 'insensitive' as const } }] : []),
  ];
  return findCreatives({ ctx, where: { AND: [where, ...conditions] }, query });
}

function onlyText(problems: Problems, name: string, value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value;
  problems.add(name, 'must be given once');
  return undefined;
}

/** The maximum number of IDs of one list. */
const MAX_IDS = 500;

function idsParameter(problems: Problems, name: string, sent: unknown): number[] | undefined {
  const value = onlyText(problems, name, sent);
  if (!value) return undefined;
  const texts = value.split(',').map((text) => text.trim());
  if (texts.length > MAX_IDS) problems.add(name, `must have at most ${MAX_IDS} IDs`);
  else if (texts.some((text) => !/^\d{1,15}$/.test(text)))
    problems.add(name, 'must be integer IDs with commas in between');
  else return texts.map(Number);
  return undefined;
}

export async function getCreative({ ctx, id }: { ctx: DomainContext; id: number }): Promise<Creative> {
  const [creative] = await findCreatives({ ctx, where: byId(id), query: {} });
  if (!creative) throw new NotFoundError('Creative');
  return creative;
}
