// `npm run build:service`: takes the types away, file by file. `npm run check` is what checks them.
import { execFileSync } from 'node:child_process';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { stripTypes } from './strip-types.mjs';

/** They are compiled by steps of their own. */
const OTHERS = /^(client|dashboard|pages)\//;
const options = {
  target: 'es2023',
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

async function compile(name) {
  const out = join('dist', name.replace(/\.ts$/, '.js'));
  const source = relative(dirname(out), join('src', name));
  const { code, map } = await stripTypes(join('src', name), options);
  await mkdir(dirname(out), { recursive: true });
  await Promise.all([
    writeFile(out, `${code}//# sourceMappingURL=${basename(out)}.map\n`),
    writeFile(`${out}.map`, JSON.stringify({ ...map, sources: [source], sourcesContent: undefined })),
  ]);
}

const files = await readdir('src', { recursive: true });
await Promise.all(files.filter((name) => name.endsWith('.ts') && !OTHERS.test(name)).map(compile));

/** An image is built without the repository, so that whoever builds it says the commit. */
function commit() {
  if (process.env.SOURCE_COMMIT) return process.env.SOURCE_COMMIT;
  try {
    const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] };
    return execFileSync('git', ['rev-parse', '--short=12', 'HEAD'], options).trim();
  } catch {
    return null;
  }
}
await writeFile('dist/build.json', `${JSON.stringify({ commit: commit() })}\n`);
