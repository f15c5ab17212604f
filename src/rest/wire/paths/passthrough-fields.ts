import { ignoreField } from '../../../resources/define/ignored-fields.ts';
import { isRecord } from '../../../resources/define/input.ts';
import type { PathCall } from './path.ts';

/** The fields that GET returns in addition to the stored ones. */
const READ_ONLY = ['id', 'createdAt', 'updatedAt'];

/** Returns the passthrough fields of a body. Others are reported as ignored, unless their value is already true. */
export function pickFields(
  ctx: PathCall['ctx'],
  body: unknown,
  { names, holding = [] }: { names: readonly string[]; holding?: readonly [name: string, value: unknown][] },
): unknown {
  if (!isRecord(body)) return body;
  const holds = holding.filter(([name, value]) => body[name] === value).map(([name]) => name);
  const known = [...names, ...READ_ONLY, ...holds];
  for (const name of Object.keys(body)) if (!known.includes(name)) ignoreField(ctx, name);
  return Object.fromEntries(Object.entries(body).filter(([name]) => names.includes(name)));
}
