import { campaignObject } from '../../domain/campaigns/campaign/object.ts';
import { adGroupObject } from '../../domain/native/ad-group/object.ts';
import { boundErrors, MAX_ITEMS } from '../../domain/native/batch/batch.ts';
import { createObjects } from '../../domain/native/batch/create-objects.ts';
import { deleteObject } from '../../domain/native/batch/delete-object.ts';
import { listObjects, parseObjectList } from '../../domain/native/batch/list-objects.ts';
import type { NativeObject, NativeRow } from '../../domain/native/batch/object.ts';
import { updateObjects } from '../../domain/native/batch/update-objects.ts';
import { keywordObject } from '../../domain/native/keyword/object.ts';
import { adObject } from '../../domain/native/native-ad/object.ts';
import { targetingAttributeObject } from '../../domain/native/targeting-attribute/object.ts';
import { answerOne } from '../../resources/read/answer.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import { STATUS } from './codes.ts';
import { envelope, envelopeText, itemError } from './envelope.ts';
import type { NativeCall, NativeRoute } from './route.ts';
import { charge, refund } from './units.ts';
import { batchToWire } from './wire.ts';

export function objectRoutes(route: NativeRoute): void {
  routesOf(route, campaignObject);
  routesOf(route, adGroupObject);
  routesOf(route, adObject);
  routesOf(route, keywordObject);
  routesOf(route, targetingAttributeObject);
}

function routesOf<Row extends NativeRow>(route: NativeRoute, object: NativeObject<Row>): void {
  const path = `/${object.name}`;
  route('GET', `${path}/:id`, object.name, async (call) => {
    const { ctx, params } = call;
    await charge(call, 'GET', 1);
    const one = await answerOne({ ctx, resource: object.resource, id: idFromText(params.id) });
    return envelopeText(one, ctx.now());
  });
  route('GET', path, object.name, async (call) => {
    const { ctx, query: parameters } = call;
    const list = await parseObjectList({ ctx, object, parameters });
    const reserved = await charge(call, 'GET', list.mr);
    const { text, count } = await listObjects({ ctx, object, list });
    await refund(call, reserved, list.mr - Math.max(1, count));
    return envelopeText(text, ctx.now());
  });
  route('POST', path, object.name, (call) => batch(call, object, 'POST'));
  route('PUT', path, object.name, (call) => batch(call, object, 'PUT'));
  route('DELETE', `${path}/:id`, object.name, async (call) => {
    const { ctx, params } = call;
    await charge(call, 'DELETE', 1);
    const row = await deleteObject({ ctx, object, id: idFromText(params.id) });
    return envelope(restRow(ctx, object.resource, row), ctx.now());
  });
}

/**
 * The response to an array has status 200 even if items failed; that to a single object has the status of its error.
 */
async function batch<Row extends NativeRow>(
  call: NativeCall,
  object: NativeObject<Row>,
  method: 'POST' | 'PUT',
): Promise<unknown> {
  const { ctx, body, reply } = call;
  const items = Array.isArray(body) ? body : [body];
  // A call with too many items is refused anyway, so it costs as much as one object.
  await charge(call, method, items.length > MAX_ITEMS ? 1 : items.length);
  const run = method === 'POST' ? createObjects : updateObjects;
  const result = await run({ ctx, object, items });
  if (Array.isArray(body))
    return envelope(
      batchToWire({ ctx, object, items, result, method }),
      ctx.now(),
      boundErrors(result.errors).map(itemError),
    );
  const [row] = result.rows;
  if (row) return envelope(restRow(ctx, object.resource, row), ctx.now());
  const errors = result.errors.map((error) => itemError({ ...error, errIndex: -1 }));
  reply.code(errors[0] ? STATUS[errors[0].code] : 500);
  return envelope(null, ctx.now(), errors);
}
