import { ownedPage } from '../../../domain/campaigns/advertiser/owned-page.ts';
import { createNativeList } from '../../../domain/campaigns/native-list/create.ts';
import { findNativeLists, NATIVE_LIST_LIST } from '../../../domain/campaigns/native-list/find.ts';
import { updateNativeList } from '../../../domain/campaigns/native-list/update.ts';
import { NotFoundError } from '../../../domain/errors.ts';
import { isRecord } from '../../../resources/define/input.ts';
import { byId } from '../../../resources/define/rows.ts';
import { idFromText } from '../../ids.ts';
import * as BODIES from './body-shapes.ts';
import { SITE_LIST, SITE_LIST_SUMMARY } from './object-shapes.ts';
import { pickFields } from './passthrough-fields.ts';
import { ADVERTISER_LIST, LIST_DESCRIPTION, type ObservedPath, type PathCall } from './path.ts';
import { listOf } from './shapes.ts';

type NativeList = Awaited<ReturnType<typeof createNativeList>>;

/** Site lists are native lists under another name. A line can block both, but cannot be limited to either. */
export const SITE_LIST_PATHS: readonly ObservedPath[] = [
  {
    method: 'GET',
    path: '/sitelists',
    id: 'listSiteLists',
    response: listOf(SITE_LIST_SUMMARY),
    ...ADVERTISER_LIST,
    answers: `The native lists ${LIST_DESCRIPTION}, without their items.`,
    handler: async ({ ctx, query }) => {
      const page = await ownedPage({ ctx, input: query, list: NATIVE_LIST_LIST });
      return (await findNativeLists({ ctx, ...page })).map(listToWire);
    },
  },
  {
    method: 'GET',
    path: '/sitelists/:id',
    id: 'getSiteList',
    response: SITE_LIST,
    answers: 'A site list: `id`, `name`, `accountId`, `status`, `type`, `items`.',
    handler: async ({ ctx, params }) => {
      const [list] = await findNativeLists({ ctx, where: byId(idFromText(params.id)), query: {} });
      if (!list) throw new NotFoundError('Native list');
      return withItems(list);
    },
  },
  {
    method: 'POST',
    path: '/sitelists',
    id: 'createSiteList',
    response: SITE_LIST,
    body: BODIES.SITE_LIST.create,
    answers:
      'The created list, which is a native list: `items` are sites and apps, and `status` is `ACTIVE` unless it is sent. `type` is `SITE_LIST` (default) or `APP_LIST`.',
    handler: async ({ ctx, body }) => {
      const sent = wireToList(ctx, body);
      const input = isRecord(sent) ? { status: 'ACTIVE', ...sent } : sent;
      return withItems(await createNativeList({ ctx, input, isAppList: isAppList(ctx, body) }));
    },
  },
  {
    method: 'PUT',
    path: '/sitelists/:id',
    id: 'updateSiteList',
    response: SITE_LIST,
    body: BODIES.SITE_LIST.update,
    answers: 'The updated list. `items` replace the stored ones.',
    handler: async ({ ctx, params, body }) => {
      const changed = { ctx, id: idFromText(params.id), isAppList: isAppList(ctx, body) };
      return withItems(await updateNativeList({ ...changed, input: wireToList(ctx, body) }));
    },
  },
];

const TYPES: readonly unknown[] = ['SITE_LIST', 'APP_LIST'];

/** Returns whether a list is one of apps; undefined if it does not say so. */
function isAppList(ctx: PathCall['ctx'], body: unknown): boolean | undefined {
  const type = isRecord(body) ? body.type : undefined;
  if (type == null) return undefined;
  if (!TYPES.includes(type))
    ctx.refusedFields.push({ path: 'type', reason: `must be one of ${TYPES.join(', ')}` });
  return type === 'APP_LIST';
}

const listToWire = ({ id, name, advertiserId, status, isAppList, createdAt, updatedAt }: NativeList) => ({
  ...{ id, name, accountId: advertiserId, status, type: isAppList ? 'APP_LIST' : 'SITE_LIST' },
  ...{ createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() },
});

const withItems = (list: NativeList) => ({
  ...listToWire(list),
  items: list.items.map((itemName) => ({ itemName })),
});

const wireToList = (ctx: PathCall['ctx'], body: unknown): unknown =>
  pickFields(ctx, body, {
    names: ['name', 'accountId', 'status', 'items'],
    holding: isRecord(body) ? [['type', body.type]] : [],
  });
