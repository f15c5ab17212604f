import { createPixel } from '../../domain/audiences/pixel/create.ts';
import { PIXEL } from '../../domain/audiences/pixel/definition.ts';
import { CreatePixel, UpdatePixel } from '../../domain/audiences/pixel/input.ts';
import { updatePixel } from '../../domain/audiences/pixel/update.ts';
import { historyOf } from '../account/history.ts';
import { Advertiser } from '../campaigns/advertiser.ts';
import { connectionOf } from '../parts/connection-types.ts';
import { relatedConnection, rootConnection } from '../parts/connections.ts';
import { createMutation, updateMutation } from '../parts/mutations.ts';
import { oneById } from '../parts/one-by-id.ts';
import { resourceType } from '../parts/resource-type.ts';
import { addPassthroughFields } from '../parts/row-field.ts';

export const Pixel = resourceType(PIXEL);

addPassthroughFields(Pixel);
historyOf(Pixel);

const pixels = connectionOf({ resource: PIXEL, type: Pixel });

relatedConnection({
  of: pixels,
  owner: Advertiser,
  field: 'pixels',
  description: 'The pixels of the advertiser.',
});

rootConnection({
  of: pixels,
  field: 'pixels',
  description: 'Returns the pixels of the seat.',
});

oneById({ type: Pixel, name: 'Pixel', singular: 'pixel' });

createMutation({
  resource: 'Pixel',
  type: Pixel,
  definition: CreatePixel,
  run: createPixel,
});

updateMutation({
  resource: 'Pixel',
  type: Pixel,
  definition: UpdatePixel,
  run: updatePixel,
});
