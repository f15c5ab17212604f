import { createNativeList } from '../../domain/native-list/create.ts';
import { getNativeList } from '../../domain/native-list/get.ts';
import { listNativeLists } from '../../domain/native-list/list.ts';
import { updateNativeList } from '../../domain/native-list/update.ts';
import {
  NATIVE_LIST_TYPE_ID,
  type NativeList,
  type NativeListSummary,
} from '../../domain/native-list/view.ts';
import { idFromText } from '../ids.ts';
import { pickShown } from '../shown.ts';
import type { TrafficRoute } from './route.ts';
import { NATIVE_LIST } from './shown.ts';

/** Spec 2, "Native lists". */
export function nativeListRoutes(route: TrafficRoute): void {
  route('GET', '/nativelists/:id', async ({ ctx, params }) =>
    nativeListToWire(await getNativeList({ ctx, id: idFromText(params.id) })),
  );
  route('GET', '/nativelists', async ({ ctx, query }) => {
    const lists = await listNativeLists({ ctx, input: query });
    return lists.map(summaryToWire);
  });
  route('POST', '/nativelists', async ({ ctx, body }) =>
    nativeListToWire(await createNativeList({ ctx, input: body })),
  );
  route('PUT', '/nativelists/:id', async ({ ctx, params, body }) => ({
    ...nativeListToWire(await updateNativeList({ ctx, id: idFromText(params.id), input: body })),
    nativeListTypeId: NATIVE_LIST_TYPE_ID,
  }));
}

function summaryToWire(list: NativeListSummary) {
  const { advertiserId, updatedAt } = list;
  return {
    ...pickShown(NATIVE_LIST, list),
    accountId: advertiserId,
    updatedAt: updatedAt.toISOString(),
  };
}

function nativeListToWire(list: NativeList) {
  return { ...summaryToWire(list), items: list.items.map((itemName) => ({ itemName })) };
}
