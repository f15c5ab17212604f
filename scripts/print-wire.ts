import { writeFileSync } from 'node:fs';
import { wirePage } from './wire-page.ts';

writeFileSync('docs/wire-profiles.md', wirePage());
