import { createLine } from '../../domain/campaigns/line/create.ts';
import { LINE } from '../../domain/campaigns/line/definition.ts';
import { answerLine } from '../../domain/campaigns/line/get.ts';
import { listLines } from '../../domain/campaigns/line/list.ts';
import type { LineWithParts } from '../../domain/campaigns/line/parts.ts';
import { withStoredSupply } from '../../domain/campaigns/line/supply-name.ts';
import { updateLine } from '../../domain/campaigns/line/update.ts';
import type { DomainContext } from '../../domain/context.ts';
import { restRow } from '../../resources/read/rest.ts';
import { idFromText } from '../ids.ts';
import { listsLinesOfSeat } from '../wire/list-parameters.ts';
import type { TrafficRoute } from './route.ts';

export function lineRoutes(route: TrafficRoute): void {
  route('GET', '/lines/:id', async ({ ctx, params }) => answerLine({ ctx, id: idFromText(params.id) }));
  route('GET', '/lines', ({ ctx, query }) =>
    listLines({ ctx, input: query, isOfSeat: listsLinesOfSeat(ctx) }),
  );
  route('POST', '/lines', async ({ ctx, body }) =>
    lineToWire(ctx, await createLine({ ctx, input: withStoredSupply(ctx, body) })),
  );
  route('PUT', '/lines/:id', async ({ ctx, params, body }) =>
    lineToWire(ctx, await updateLine({ ctx, id: idFromText(params.id), input: withStoredSupply(ctx, body) })),
  );
}

const lineToWire = (ctx: DomainContext, line: LineWithParts) => restRow(ctx, LINE, line);
