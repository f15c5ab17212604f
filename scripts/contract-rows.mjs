// Lists every table row and numbered rule of the interface documents in a folder, with ids of our own:
// node scripts/contract-rows.mjs FOLDER > test/contract/rows.tsv
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder] = process.argv.slice(2);
if (!folder) throw new Error('usage: contract-rows.mjs FOLDER');

const slug = (text) =>
  text
    .replace(/`|\*|<|>|\{|\}/g, '')
    .toLowerCase()
    .replace(/[^a-z0-9._/-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 48);

const seen = new Map();
function print(id, text) {
  const count = (seen.get(id) ?? 0) + 1;
  seen.set(id, count);
  console.log(`${count === 1 ? id : `${id}~${count}`}\t${text.replace(/\s+/g, ' ').slice(0, 120).trim()}`);
}

for (const file of readdirSync(folder)
  .filter((name) => /^\d.*\.md$/.test(name))
  .sort()) {
  const doc = file[0];
  let section = '';
  let table = false;
  for (const line of readFileSync(join(folder, file), 'utf8').split('\n')) {
    const heading = /^#+ (.+)$/.exec(line);
    if (heading) section = slug(heading[1]);
    const rule = /^(\d+)\. (.+)$/.exec(line);
    if (rule) print(`${doc}.${section}.${rule[1]}`, rule[2]);
    if (!line.startsWith('|')) table = false;
    else if (/^\|[-| ]+\|$/.test(line)) table = true;
    else if (table) {
      const cells = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      const key = section.startsWith('errors') && doc === '1' ? cells.slice(0, 2).join(' ') : cells[0];
      print(`${doc}.${section}.${slug(key)}`, cells.join(' | '));
    }
  }
}
