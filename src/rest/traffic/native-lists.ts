import { createNativeList } from '../../domain/campaigns/native-list/create.ts';
import { NATIVE_LIST } from '../../domain/campaigns/native-list/definition.ts';
import { getNativeList } from '../../domain/campaigns/native-list/get.ts';
import { listNativeLists } from '../../domain/campaigns/native-list/list.ts';
import { updateNativeList } from '../../domain/campaigns/native-list/update.ts';
import { NATIVE_LIST_TYPE_ID, type NativeList } from '../../domain/campaigns/native-list/view.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import type { TrafficRoute } from './route.ts';

export function nativeListRoutes(route: TrafficRoute): void {
  route('GET', '/nativelists/:id', async ({ ctx, params }) =>
    getNativeList({ ctx, id: idFromText(params.id) }),
  );
  route('GET', '/nativelists', ({ ctx, query }) => listNativeLists({ ctx, input: query }));
  route('POST', '/nativelists', async ({ ctx, body }) =>
    nativeListToWire(ctx, await createNativeList({ ctx, input: body })),
  );
  route('PUT', '/nativelists/:id', async ({ ctx, params, body }) => ({
    ...nativeListToWire(ctx, await updateNativeList({ ctx, id: idFromText(params.id), input: body })),
    nativeListTypeId: NATIVE_LIST_TYPE_ID,
  }));
}

function nativeListToWire(ctx: DomainContext, list: NativeList) {
  return { ...restRow(ctx, NATIVE_LIST, list), items: list.items.map((itemName) => ({ itemName })) };
}
