import type { Pool } from 'pg';
import { countStatements } from './statements.ts';

interface Asking {
  readonly pool: Pool;
  readonly ask: (query: string, variables?: object) => Promise<{ errors?: unknown }>;
}

/** The statements of a GraphQL query itself: those that check the token and take its points are left out. */
export async function issuedSql(
  { pool, ask }: Asking,
  query: string,
  variables: object = {},
): Promise<string[]> {
  const run = async (text: string, given: object) => {
    const { result, statements } = await countStatements(pool, () => ask(text, given));
    if (result.errors) throw new Error(JSON.stringify(result.errors));
    return statements;
  };
  // Both are called once before: the first call of a caller runs more queries.
  await run('{ __typename }', {});
  await run(query, variables);
  const always = new Set([
    ...(await run('{ __typename }', {})),
    ...(await run('{ rateLimit { limit } }', {})),
  ]);
  return (await run(query, variables)).filter((sql) => !always.has(sql) && !BESIDE.test(sql));
}

/** The quota, and the notifications of events that were posted just before. */
const BESIDE =
  /\bquota_bucket\b|\btake_units\b|\bapi_client\b|\bpg_notify\b|^SELECT id, seat_id AS "seatId" FROM pixel\b/;

/**
 * One clause a line, indented by its depth, so that a diff shows what changed. What is read at once has no
 * order: the statements come sorted.
 */
export function readableSql(statements: readonly string[]): string {
  return `${statements.map(readable).sort().join('\n\n')}\n`;
}

const CLAUSE =
  /\s+(?=(?:FROM|WHERE|LEFT JOIN|CROSS JOIN|ORDER BY|LIMIT|OFFSET|GROUP BY|UNION ALL)\b)|(?<=\()(?=SELECT\b)/g;

function readable(sql: string): string {
  const lines = sql.replaceAll(/\s+/g, ' ').replaceAll('"public".', '').trim().split(CLAUSE);
  let depth = 0;
  return lines
    .map((line) => {
      const shown = `${'  '.repeat(Math.max(depth, 0))}${line}`;
      depth += line.split('(').length - line.split(')').length;
      return shown;
    })
    .join('\n');
}
