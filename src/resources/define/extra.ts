import type { z } from 'zod';
import type { Prisma } from '../../platform/database/generated/prisma/client.ts';
import type { ResourceContext } from '../context.ts';
import { type InputDefinition, isRecord, type Problems } from './input.ts';
import { formProblem, MAX_PASSTHROUGH_FIELDS, nameProblem, sizeProblem } from './passthrough-fields.ts';
import { shapeOf } from './schemas.ts';
import { knownShape } from './undocumented.ts';

/**
 * Merges the unknown fields of `input` into the stored ones. They are stored and returned as sent. Returns
 * undefined if the input has none. A field that cannot be stored is added to `problems`.
 */
export function mergeExtra(options: {
  ctx: ResourceContext;
  problems: Problems;
  definition: InputDefinition<z.ZodRawShape>;
  stored: unknown;
  input: unknown;
}): Prisma.JsonObject | undefined {
  const { ctx, problems, definition, stored, input } = options;
  const sent = extraFields(ctx, definition, input);
  if (sent.length === 0) return undefined;
  let whole = true;
  for (const [name, value] of sent) {
    const problem = nameProblem(name) ?? formProblem(value, 1);
    if (!problem) continue;
    problems.add(name.slice(0, 64), problem);
    whole = false;
  }
  const merged = { ...(isRecord(stored) ? stored : {}), ...Object.fromEntries(sent) };
  if (Object.keys(merged).length > MAX_PASSTHROUGH_FIELDS)
    problems.add('', `must not have more than ${MAX_PASSTHROUGH_FIELDS} further fields`);
  else if (whole) {
    const problem = sizeProblem(merged);
    if (problem) problems.add('', `${problem} in further fields`);
  }
  return merged as Prisma.JsonObject;
}

function extraFields(
  ctx: ResourceContext,
  definition: InputDefinition<z.ZodRawShape>,
  input: unknown,
): [string, unknown][] {
  if (!isRecord(input)) return [];
  const shape = knownShape(ctx, shapeOf(definition.fields));
  return Object.entries(input).filter(
    ([name]) => !Object.hasOwn(shape, name) && !definition.readOnly.includes(name),
  );
}
