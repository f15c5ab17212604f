// Writes the registry of trusted documents: SHA-256 of a document's text → the text, exactly as the client package and
// the dashboard send it. A document becomes trusted by standing in src/client/documents/ or in src/dashboard/.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as clientDocuments from '../src/client/documents.ts';
import * as dashboardDocuments from '../src/dashboard/generated/graphql.ts';

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const texts = [...Object.entries(clientDocuments), ...Object.entries(dashboardDocuments)]
  .filter(([name]) => name.endsWith('Document'))
  .map(([, document]) => String(document));
const registry = Object.fromEntries(texts.map((text) => [idOf(text), text]));
writeFileSync('trusted-documents.json', `${JSON.stringify(registry, null, 2)}\n`);
