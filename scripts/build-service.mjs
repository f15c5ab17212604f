// `npm run build:service`: takes the types away, file by file. `npm run check` is what checks them.
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { transform } from 'rolldown/utils';

/** They are compiled by steps of their own. */
const OTHERS = /^(client|dashboard|pages)\//;
const options = {
  target: 'es2023',
  sourcemap: true,
  typescript: { onlyRemoveTypeImports: true, rewriteImportExtensions: 'rewrite' },
};

async function compile(name) {
  const code = await readFile(join('src', name), 'utf8');
  const out = join('dist', name.replace(/\.ts$/, '.js'));
  const source = relative(dirname(out), join('src', name));
  const { code: made, map, errors } = await transform(name, code, options);
  if (errors.length > 0) throw new Error(`src/${name}: ${errors[0].codeframe ?? errors[0].message}`);
  await mkdir(dirname(out), { recursive: true });
  await Promise.all([
    writeFile(out, `${made}//# sourceMappingURL=${basename(out)}.map\n`),
    writeFile(`${out}.map`, JSON.stringify({ ...map, sources: [source], sourcesContent: undefined })),
  ]);
}

const files = await readdir('src', { recursive: true });
await Promise.all(files.filter((name) => name.endsWith('.ts') && !OTHERS.test(name)).map(compile));
