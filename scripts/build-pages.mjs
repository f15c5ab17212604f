// Makes the service's web pages: `npm run build:pages`. Assets are named by their content and compressed once.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import * as editor from '@graphql-yoga/render-graphiql/graphiql';
import { Marked } from 'marked';

const SOURCE = 'src/http/browser';
const OUT = 'dist/pages';
/** What `npm run build:dashboard` made; Vite has named its assets by their content. */
const DASHBOARD = 'node_modules/.cache/dashboard';
const SCRIPTS = 'node_modules/.cache/pages';
// Half the time of 6, and 5 % more bytes; a level of 11 would take a minute.
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };
const resolve = createRequire(import.meta.url).resolve;

execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', `${SOURCE}/tsconfig.json`], {
  stdio: 'inherit',
});
const source = (name) => readFile(`${SOURCE}/${name}`, 'utf8');
const made = new Set();

/** Every asset by the name that pages use, and the name that its content gives it. */
const assets = new Map();
for (const [name, content] of Object.entries({
  'graphiql-bundle.js': editor.js,
  'graphiql-bundle.css': editor.css,
  'worker-editor.js': editor.editorWorkerService,
  'worker-json.js': editor.jsonWorker,
  'worker-graphql.js': editor.graphqlWorker,
  'graphiql.js': await readFile(`${SCRIPTS}/graphiql.js`, 'utf8'),
  'graphiql.css': await source('graphiql.css'),
  'reference.js': await readFile(`${SCRIPTS}/reference.js`, 'utf8'),
  'swagger-ui.js': await readFile(resolve('swagger-ui-dist/swagger-ui-bundle.js'), 'utf8'),
  'swagger-ui.css': await readFile(resolve('swagger-ui-dist/swagger-ui.css'), 'utf8'),
  'reference.css': await source('reference.css'),
  'base.css': await source('base.css'),
  'text.css': await source('text.css'),
  'icon.svg': await source('icon.svg'),
})) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
  assets.set(name, { content, hashed: name.replace('.', `-${hash}.`) });
}
for (const name of await readdir(`${DASHBOARD}/assets`))
  assets.set(name, { content: await readFile(`${DASHBOARD}/assets/${name}`, 'utf8'), hashed: name });
const address = (name) => {
  const asset = assets.get(name);
  if (!asset) throw new Error(`No asset ${name}.`);
  return `assets/${asset.hashed}`;
};

await mkdir(`${OUT}/assets`, { recursive: true });
await mkdir(`${OUT}/docs`, { recursive: true });
await Promise.all([...assets.values()].map(({ content, hashed }) => write(`assets/${hashed}`, content)));

const examples = (await readdir(`${SOURCE}/examples`)).sort();
const workers = {
  editorWorkerService: address('worker-editor.js'),
  json: address('worker-json.js'),
  graphql: address('worker-graphql.js'),
};
const graphiql = {
  data: `${data('workers', workers)}${data('examples', await Promise.all(examples.map((name) => source(`examples/${name}`))))}`,
};
await page('graphiql.html', await source('graphiql.html'), graphiql);
// Where FLIGHTLINE_INTROSPECTION=on, the schema is read without a token.
await page('graphiql-open.html', await source('graphiql.html'), {
  ...graphiql,
  schema: '<meta name="schema" content="open">',
});
await page('reference.html', await source('reference.html'));
const dashboard = await readFile(`${DASHBOARD}/index.html`, 'utf8');
await page('dashboard.html', dashboard);
await page(
  'dashboard-without-graphiql.html',
  dashboard.replace(/<!-- graphiql -->.*?<!-- \/graphiql -->/gs, ''),
);

/** The pages that are served, each at /docs with its file's name: no two of these folders have one name twice. */
const documents = [...(await markdown('docs')), ...(await markdown('docs/interfaces'))];
const template = await source('document.html');
const titles = [];
for (const file of documents) {
  const text = await readFile(file, 'utf8');
  const title = /^# (.*)$/m.exec(text)?.[1] ?? file;
  const slug = slugOf(file);
  titles.push(`- [${title}](${slug})`);
  await page(`docs/${slug}.html`, template, { title, text: html(text, { file }), up: '../' });
}
await page('docs.html', template, {
  title: 'Documentation',
  text: html(`# Documentation\n\n${titles.join('\n')}`, { prefix: 'docs/' }),
  up: '',
});

for (const folder of ['', 'assets/', 'docs/'])
  for (const { name } of (await readdir(`${OUT}/${folder}`, { withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  ))
    if (!made.has(folder + name)) await rm(`${OUT}/${folder}${name}`);

async function markdown(folder) {
  const names = await readdir(folder);
  return names.filter((name) => /^[a-z0-9-]+\.md$/.test(name)).map((name) => `${folder}/${name}`);
}

function slugOf(file) {
  return basename(file, '.md');
}

/** Links between documents lead to their pages; what is not served stays a name. */
function html(text, { file: from, prefix = '' }) {
  const marked = new Marked({
    renderer: {
      link({ href, tokens }) {
        const inner = this.parser.parseInline(tokens);
        const [file, fragment] = href.split('#');
        const isServed = !file.includes('.') || documents.includes(join(dirname(from), file));
        if (!isServed && !/^https?:/.test(href)) return inner;
        const target =
          /^https?:/.test(href) || file === ''
            ? href
            : `${prefix}${slugOf(file)}${fragment ? `#${fragment}` : ''}`;
        return `<a href="${target}">${inner}</a>`;
      },
      heading({ tokens, depth }) {
        const inner = this.parser.parseInline(tokens);
        const id = inner
          .replace(/<[^>]+>/g, '')
          .toLowerCase()
          .replace(/[^\w\- ]/g, '')
          .replaceAll(' ', '-');
        return `<h${depth} id="${id}">${inner}</h${depth}>\n`;
      },
    },
  });
  return marked.parse(text);
}

function page(path, text, values = {}) {
  const filled = text.replace(/{{(\w+)}}/g, (_, name) => values[name] ?? '');
  return write(
    path,
    filled.replace(/(?<=(?:href|src)="[./]*)assets\/([\w.-]+)/g, (_, name) => address(name)),
  );
}

async function write(path, content) {
  const file = `${OUT}/${path}`;
  for (const suffix of ['', '.br', '.gz']) made.add(path + suffix);
  const isKept = existsSync(file) && existsSync(`${file}.br`) && existsSync(`${file}.gz`);
  if (isKept && (await readFile(file, 'utf8')) === content) return;
  const [br, gz] = await Promise.all([
    promisify(brotliCompress)(content, brotliOptions),
    promisify(gzip)(content),
  ]);
  await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)]);
  // Last: a file that is there has its two compressed forms.
  await writeFile(file, content);
}

/** A block of data: no script, so the policy of scripts does not touch it. */
function data(id, value) {
  const text = JSON.stringify(value).replaceAll('<', '\\u003c');
  return `<script id="${id}" type="application/json">${text}</script>`;
}
