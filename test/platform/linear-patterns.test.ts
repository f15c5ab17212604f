import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSafePattern } from 'redos-detector';
import { parseAst } from 'rolldown/parseAst';
import { expect, test } from 'vitest';

/**
 * A regular expression that backtracks can take the square of a text's length or more, and callers send long texts. Those
 * that may are listed here with the reason why they do not.
 */
const OURS = 'a text of our own, of the operator or of a library';
const SHORT = 'a text of at most 255 characters';
const HEADER = 'a header or path of at most 16 KiB';
const ONCE = 'matches do not overlap, so each character is read about twice';

const KNOWN = new Map([
  [String.raw`\r\norigin:[ \t]*([\x21-\x7e]{1,300})[ \t]*\r\n`, HEADER],
  [String.raw`:\d+$`, HEADER],
  ['"[^"]*"', OURS],
  [String.raw`more that [\d]+ tokens`, OURS],
  [' Did you mean .*$', OURS],
  [String.raw`\/([^/?]+)\/(\?.*)?$`, HEADER],
  [
    'connection terminated|not queryable|timeout exceeded when trying to connect|connection error|read timeout',
    OURS,
  ],
  [String.raw`(?<![^\s@"])[^\s@"]+@`, ONCE],
  [String.raw`\b[a-z]+:\/\/[^\s:/@"]+:`, ONCE],
  [String.raw`\/+$`, OURS],
  [String.raw`^s3:\/\/([^/]+)\/?(.*?)\/?$`, OURS],
  [String.raw`^FLIGHTLINE(_.+)?_(SERVICE_(HOST|PORT(_.+)?)|PORT(_\d+_.+)?)$`, OURS],
  [String.raw`:\/\/|_\d+_`, OURS],
  [String.raw`'(?:[^']|'')*(?:'|$)|(?<![\w$])\d+(?:\.\d+)?\b`, OURS],
  [String.raw`\b(?:FROM|INTO|UPDATE)\s+(?:"?public"?\.)?"?(\w+)`, OURS],
  [
    String.raw`^(?!\.|[^@]*\.[.@])[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]{0,61}[\p{L}\p{M}\p{N}])?\.){1,10}(?:xn--[a-z\d-]{1,59}|[\p{L}\p{M}]{2,63})$`,
    SHORT,
  ],
  [String.raw`(?<![\w.])([\w.]+)\[(\d+)\]`, ONCE],
  [String.raw`\?(.*)$`, HEADER],
  [String.raw`^(?:Bearer +)?([^\s]+) *$`, HEADER],
  [String.raw`\{\w+\}`, OURS],
  [String.raw`;\s*q=0(\.0*)?\s*$`, HEADER],
  [String.raw`LowCardinality\((.*)\)`, OURS],
  [String.raw`\[\d+\]`, ONCE],
  [String.raw`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$`, SHORT],
  [
    String.raw`^(?=(?:\D*\d){7,15}\D*$)(?:\+[\d ()./-]+|\(?\d{1,5}\)?[ ./-](?:\d{2,5}[ ./-])*\d{2,8})$`,
    SHORT,
  ],
  [String.raw`^\s*(?:tel:)?(?:[\d\s+()./\p{Pd}]|%2b|%20){3,40}$`, SHORT],
  [String.raw`^.*\/|\.csv$`, OURS],
  [String.raw`\/extreport\/[^/]+\/download$`, HEADER],
  [String.raw`\/extreport\/(?!cob\/?$)[^/]+\/?$`, HEADER],
  [
    String.raw`^(postmaster\.(pid|opts)|backup_label(\.old)?|tablespace_map|.*pgsql_tmp.*|.*pg_internal\.init.*)$`,
    OURS,
  ],
  ['shared memory block .* still in use', OURS],
  [String.raw`("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]`, ONCE],
  [String.raw`\[.*$`, ONCE],
]);

/** Without one, the time does not depend on the length of the text. */
const REPEATS = /[*+]|\{\d+,\d*\}/;
const root = join(import.meta.dirname, '../../src');
/** They read what the operator, or the person at the browser, wrote. */
const ELSEWHERE = /^(dashboard|client|cli)\/|\/generated\//;

/** Returns the patterns of a file with their flags. */
function patternsIn(path: string): { pattern: string; flags: string }[] {
  const found: { pattern: string; flags: string }[] = [];
  const ast = parseAst(readFileSync(join(root, path), 'utf8'), { lang: 'ts' });
  JSON.stringify(ast, (_, node) => {
    if (node?.type === 'Literal' && node.regex) found.push(node.regex);
    return typeof node === 'bigint' ? undefined : node;
  });
  return found;
}

const all = (readdirSync(root, { recursive: true }) as string[])
  .filter((path) => path.endsWith('.ts') && !ELSEWHERE.test(path))
  .flatMap((path) => patternsIn(path).map((regex) => ({ path, ...regex })));

test('no pattern takes more than a time in proportion to its text, but for those that are listed', () => {
  expect(all.length).toBeGreaterThan(200);
  const fresh = new Map(
    all
      .filter(({ pattern }) => REPEATS.test(pattern) && !KNOWN.has(pattern))
      .map((one) => [one.pattern, one]),
  );
  const slow = [...fresh.values()].filter(({ pattern, flags }) => {
    const unicode = flags.includes('u');
    return !isSafePattern(pattern, {
      unicode,
      caseInsensitive: flags.includes('i') && !unicode,
      timeout: 5_000,
    }).safe;
  });
  expect(slow.map(({ path, pattern }) => `${path}: ${pattern}`)).toEqual([]);
});

test('every listed pattern exists', () => {
  const existing = new Set(all.map(({ pattern }) => pattern));
  expect([...KNOWN.keys()].filter((pattern) => !existing.has(pattern))).toEqual([]);
});
