import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { getOperationAST, getVariableValues, type OperationDefinitionNode, parse, validate } from 'graphql';
import pg from 'pg';
import { loadConfig } from '../../../src/config.ts';
import { announce, countAllStatements } from '../support/report.ts';
import { readTables } from './json-agg/catalogue.ts';
import { schemaOf } from './json-agg/schema.ts';
import { type Statement, translate } from './json-agg/translate.ts';

/**
 * What Hasura does, in Node: GraphQL of the tables as they are; each text is validated and translated once to one
 * prepared statement of `json_agg`, whose text is the answer. The seat comes from a header that is trusted.
 */
const statements = countAllStatements();
const pool = new pg.Pool({ connectionString: loadConfig().databaseUrl, max: 16 });
const tables = await readTables(pool);
const schema = schemaOf(tables);

interface Planned extends Statement {
  readonly name: string;
  readonly operation: OperationDefinitionNode;
}
const plans = new Map<string, Planned>();

function planOf(query: string): Planned {
  const known = plans.get(query);
  if (known) return known;
  const document = parse(query);
  const [invalid] = validate(schema, document);
  const operation = getOperationAST(document);
  if (invalid || !operation) throw invalid ?? new Error('Send one operation.');
  const plan = { ...translate(tables, document, operation), name: `q${plans.size}`, operation };
  plans.set(query, plan);
  return plan;
}

async function answer(request: IncomingMessage): Promise<string> {
  const { query, variables: given } = JSON.parse(await text(request));
  const { sql, name, values, operation } = planOf(query);
  const { coerced: variables, errors } = getVariableValues(
    schema,
    operation.variableDefinitions ?? [],
    given ?? {},
  );
  if (!variables) throw errors?.[0];
  const caller = { seatId: Number(request.headers['x-hasura-seat-id']), variables };
  const { rows } = await pool.query<{ data: string }>({
    name,
    text: sql,
    values: values.map((of) => of(caller)),
  });
  return `{"data":${rows[0]?.data}}`;
}

const server = createServer((request, response) => {
  response.setHeader('content-type', 'application/json');
  answer(request).then(
    (body) => response.end(body),
    (error: Error) => response.end(JSON.stringify({ errors: [{ message: error.message }] })),
  );
});
server.listen(0, '127.0.0.1', () => {
  announce(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, statements);
});
