// Prints the schemas that the build serves with its default settings; `npm run schema` keeps them up to date.
import { writeFileSync } from 'node:fs';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { loadConfig, SERVICES } from '../dist/config.js';
import { schema } from '../dist/graphql/schema.js';
import { observedDocument, openApiDocument } from '../dist/rest/openapi/document.js';

writeFileSync('schema.graphql', `${printSchema(lexicographicSortSchema(schema))}\n`);

const options = { settings: loadConfig({}), services: new Set(SERVICES), url: 'http://127.0.0.1:4000' };
const print = (file, document) => writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
print('openapi.json', openApiDocument(options));
print('openapi-observed.json', observedDocument(options));
