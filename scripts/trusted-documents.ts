// Writes the registry of trusted documents: SHA-256 of a document's text → the text, exactly as the client
// package sends it. A document becomes trusted by standing in src/client/documents/.
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import * as documents from '../src/client/documents.ts';

const idOf = (text: string): string => createHash('sha256').update(text).digest('hex');
const texts = Object.entries(documents)
  .filter(([name]) => name.endsWith('Document'))
  .map(([, document]) => String(document));
const registry = Object.fromEntries(texts.map((text) => [idOf(text), text]));
writeFileSync('trusted-documents.json', `${JSON.stringify(registry, null, 2)}\n`);
