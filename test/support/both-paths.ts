import { execute, parse } from 'graphql';
import { readObservers } from '../../src/graphql/reading/answer.ts';
import { schema } from '../../src/graphql/schema.ts';

/** A call beside it may write between the two readings, though hardly each time. */
const MOST_TRIES = 4;

let isAlone = false;

/** Runs `work` without the executor beside it, for tests that count statements. */
export async function alone<T>(work: () => Promise<T>): Promise<T> {
  isAlone = true;
  try {
    return await work();
  } finally {
    isAlone = false;
  }
}

/** Whatever a test reads by one statement, the executor reads as well: both must answer the same text. */
readObservers.add(async ({ ctx, query, operationName, variables, data, again }) => {
  if (isAlone) return;
  let compiled = data;
  for (let tries = 1; ; tries += 1) {
    const { data: expected, errors } = await execute({
      schema,
      document: parse(query),
      operationName: operationName ?? null,
      variableValues: variables,
      contextValue: { ...ctx },
    });
    // The quota differs: the executor beside the read is charged nothing.
    if (!errors && query.includes('rateLimit')) return;
    if (!errors && compiled === JSON.stringify(expected)) return;
    if (tries === MOST_TRIES)
      throw new Error(
        `The compiled read differs from the executor's:\n${query}\n${JSON.stringify(variables)}\ncompiled: ${compiled}\nexecutor: ${JSON.stringify({ data: expected, errors })}`,
      );
    compiled = await again();
  }
});
