import { describe, expect, it } from 'vitest';
import { parseObject } from '../../../../src/domain/access/identity/assertions/strict-json.ts';

const parse = (text: string | Uint8Array) => parseObject(Buffer.from(text));

describe('the JSON of a JWT segment', () => {
  it.each(['null', '[]', '"text"', '1', 'true', '', '{', '{"a":1,}', '\uFEFF{}', '{} {}'])(
    'is an object and nothing else: %s is refused',
    (text) => expect(parse(text)).toBeUndefined(),
  );

  it.each(['{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '{"b":{"a":1,"a":2}}', '{"b":[{"a":1},{"c":1,"c":1}]}'])(
    'has distinct keys: %s is refused',
    (text) => expect(parse(text)).toBeUndefined(),
  );

  it.each(['{}', '{"a":{"a":1}}', '{"a":"a\\":","b":"{\\"a\\":1,\\"a\\":2}"}', '{"a":[{"b":1},{"b":2}]}'])(
    'may repeat a key in another object or in a text: %s is read',
    (text) => expect(parse(text)).toEqual(JSON.parse(text)),
  );

  it('is valid UTF-8', () => {
    expect(parse(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBeUndefined();
  });
});
