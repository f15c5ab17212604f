import { writeFileSync } from 'node:fs';
import { errorsPage } from './errors-page.ts';

writeFileSync('docs/errors.md', errorsPage());
