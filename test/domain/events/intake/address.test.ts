import { expect, test } from 'vitest';
import { holdsAddress } from '../../../../src/domain/events/intake/address.ts';
import { randomFrom } from '../../reporting/report/random.ts';

/** The rule as regular expressions say it, which take too long for megabytes of escapes. */
function holdsAddressPlainly(text: string): boolean {
  let plain = text;
  for (let pass = 0; pass < 5; pass += 1) plain = plain.replace(ESCAPES, undone);
  return /(?:[^\s@/=&?#,;:<>()[\]{}'"`|\\]|[^\s@/=&?#,;:<>()[\]{}'"`|\\]")@(?:(?:[\p{L}\p{M}\p{N}_-]+\.)+\p{L}{2}|\[(?:\d|ipv6:))/iu.test(
    plain,
  );
}

const ESCAPES =
  /%(?:25)*(?:u([\da-fA-F]{4})|([0-7][\da-fA-F])|([ceCE][\da-fA-F](?:%[89abAB][\da-fA-F]){1,2}|[dD][\da-fA-F]%[89abAB][\da-fA-F]))|%(?:25)+|\\u([\da-fA-F]{4})|\\x([\da-fA-F]{2})|&#x([\da-fA-F]{1,7});?|&#(\d{1,7});?|&(commat|period);|([\uff01-\uff5e\ufe6b\u3002\uff61\ufe52])|[\u00ad\u200b-\u200d\u2060\ufeff]/g;

function undone(sequence: string, ...groups: (string | undefined)[]): string {
  const [percentU, percent, utf8, slashU, slashX, hex, decimal, name, wide] = groups;
  const code = percentU ?? percent ?? slashU ?? slashX ?? hex;
  if (code !== undefined || decimal !== undefined) {
    const unit = code === undefined ? Number(decimal) : Number.parseInt(code, 16);
    return unit > 0xffff ? sequence : String.fromCharCode(unit);
  }
  if (utf8 !== undefined) return decodeURIComponent(`%${utf8}`);
  if (name !== undefined) return name === 'commat' ? '@' : '.';
  if (wide !== undefined) return /[\ufe6b]/.test(wide) ? '@' : wide.normalize('NFKC').replace('\u3002', '.');
  return sequence.startsWith('%') ? '%' : '';
}

const PARTS = [
  ...['@', '%40', '%2540', '%%34%30', '\uff20', '\ufe6b', '%ef%bc%a0', '%EF%B9%AB'],
  ...[
    '&#64;',
    '&#x40',
    '&#0064',
    '&commat;',
    '%u0040',
    '\\u0040',
    '\\x40',
    '\u200b',
    '\u00ad',
    '%e2%80%8b',
    '\uff05',
  ],
  ...['.', '\u3002', '\uff61', '\uff0e', '%e3%80%82', '&period;', '\uff41', '&', '#', ';', '\\', '"'],
  ...['.', '%2e', 'a', 'com', 'xn--', '1', '_', '-', '%61', '%', '25', '4', '0', '[', 'IPv6:'],
  ...['é', 'ß', '\u0301', '𝒜', '😀', '“', ' ', '\u00a0', '/', '"', ':'],
];

test('addresses are found however they are escaped, and nothing else is', () => {
  const random = randomFrom(20_261_126);
  const pick = () => random.pick(PARTS);
  let found = 0;
  for (let run = 0; run < 50_000; run += 1) {
    const text = Array.from({ length: 2 + (run % 8) }, pick).join('');
    const holds = holdsAddressPlainly(text);
    expect(holdsAddress(text), JSON.stringify(text)).toBe(holds);
    found += Number(holds);
  }
  expect(found).toBeGreaterThan(50);
});

const ADDRESS = ['ada.lovelace', 'example', 'com'] as const;
const [LOCAL, HOST, TOP] = ADDRESS;
const percent = (text: string, times = 1): string =>
  times === 0 ? text : percent(encodeURIComponent(text), times - 1);

test.each([
  `${LOCAL}@${HOST}.${TOP}`,
  `${LOCAL}@${HOST}.${TOP}`.toUpperCase(),
  percent(`${LOCAL}@${HOST}.${TOP}`, 4),
  `https://shop.example/a?b=c&mail=${percent(`${LOCAL}@${HOST}.${TOP}`)}#top`,
  `Ada <${LOCAL}+news@${HOST}.${TOP}>`,
  `"${LOCAL}"@${HOST}.${TOP}`,
  `${LOCAL}&#64;${HOST}.${TOP}`,
  `${LOCAL}&#x40;${HOST}&period;${TOP}`,
  `${LOCAL}&commat;${HOST}.${TOP}`,
  `${LOCAL}\\u0040${HOST}.${TOP}`,
  `${LOCAL}%u0040${HOST}.${TOP}`,
  `${LOCAL}\u200b@\u200b${HOST}\u00ad.${TOP}`,
  `${LOCAL}@${HOST}\u3002${TOP}`,
  [...`${LOCAL}@${HOST}.${TOP}`].map((char) => String.fromCharCode(char.charCodeAt(0) + 0xfee0)).join(''),
  percent(`${LOCAL}\uff20${HOST}\uff0e${TOP}`),
])('%j holds an address', (text) => {
  expect(holdsAddress(text)).toBe(true);
});

test.each([
  '@types/node@20.19',
  'npm:@scope/package.name',
  'https://example.com/@ada/page.html',
  'AT&T &#169; 2026 100% cotton 50%25 off',
  'shoes@2x.9',
  'C:\\users\\x40.txt',
  'a=@media.screen',
])('%j holds none', (text) => {
  expect(holdsAddress(text)).toBe(false);
});
