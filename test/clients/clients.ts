import { NODE_AUDIENCES } from './audiences-node.ts';
import { CATALOGUE } from './catalogue-2026.ts';
import type { Client } from './client.ts';
import { EVENTS } from './events-2026.ts';
import { JAVA } from './java/client.ts';
import { MEDIA_BUYING } from './media-buying-2026.ts';
import { PYTHON_PACING } from './pacing-python.ts';
import { PYTHON_REPORTING } from './reporting-python.ts';
import { PYTHON_TRAFFICKING } from './trafficking-python.ts';

export const CLIENTS: readonly Client[] = [
  JAVA,
  PYTHON_REPORTING,
  NODE_AUDIENCES,
  PYTHON_TRAFFICKING,
  CATALOGUE,
  EVENTS,
  MEDIA_BUYING,
  PYTHON_PACING,
];
