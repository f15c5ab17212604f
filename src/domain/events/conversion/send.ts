import { z } from 'zod';
import { textOf } from '../../../platform/text/typed.ts';
import { json } from '../../../resources/define/fields.ts';
import { defineInput, isRecord, Problems } from '../../../resources/define/input.ts';
import { authorizeWrite, type DomainContext } from '../../context.ts';
import { sendAsCaller } from '../intake/send-as-caller.ts';
import { postConversion } from './post.ts';
import { parsePostback } from './rules.ts';

const isPairs = (value: unknown): boolean =>
  isRecord(value) && Object.values(value).every((one) => typeof one === 'string' || typeof one === 'number');

export const SendConversion = defineInput({
  fields: z.object({
    parameters: json()
      .refine(isPairs, 'must be an object of texts and numbers')
      .describe(
        'The parameters of the postback as an object, such as `{"vmcid": "…", "id": "order-1", "dp": "shop"}`, as the conversion postback interface takes them.',
      ),
  }),
  readOnly: [],
});

/**
 * Sends one conversion as the caller's own client, as a postback would, to test a click ID. With `validateOnly`,
 * nothing is stored. Throws ForbiddenError, ValidationError and ConflictError.
 */
export async function sendConversion(options: {
  ctx: DomainContext;
  input: unknown;
}): Promise<{ receiptId: string | null }> {
  const { ctx, input } = options;
  authorizeWrite(ctx);
  const problems = new Problems();
  const { parameters } = problems.complete(problems.parse(ctx, SendConversion, input), SendConversion);
  const pairs = Object.entries(Object(parameters)).map(([name, value]) => [name, textOf(value)] as const);
  return sendAsCaller({
    ctx,
    realm: 'aaca',
    check: () => void parsePostback(pairs),
    post: (caller, idempotencyKey) => postConversion({ system: ctx, caller, pairs, idempotencyKey }),
  });
}
