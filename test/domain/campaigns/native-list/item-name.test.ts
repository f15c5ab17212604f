import { describe, expect, it } from 'vitest';
import { itemKey } from '../../../../src/domain/campaigns/native-list/item-name.ts';

describe('an item name', () => {
  it.each([
    'example.com',
    'news.example.co.uk',
    'münchen.de',
    'xn--mnchen-3ya.de',
    'com.example.my_app',
    'com.example-labs.Game',
    'com.example.2048',
    '284815942',
    'id284815942',
  ])('%s is a domain or an app bundle id', (name) => {
    expect(itemKey(name)).toBeDefined();
  });

  it.each([
    '',
    'com',
    'localhost',
    'example.c0m',
    'exa_mple.com',
    'example-.com',
    '-a.com',
    'a..b.com',
    '.com.example.app',
    'com.example.',
    'com.ex ample.app',
    'com.example.app!',
    '192.168.0.1',
    'https://example.com',
    'example.com/path',
    'example.com:80',
    'user@example.com',
    '12345',
    `${'a'.repeat(64)}.com`,
    `${'a.'.repeat(130)}com`,
  ])('%j is neither', (name) => {
    expect(itemKey(name)).toBeUndefined();
  });

  it('names the same site in any case and in either script', () => {
    expect(itemKey('EXAMPLE.com')).toBe(itemKey('example.com'));
    expect(itemKey('MÜNCHEN.de')).toBe(itemKey('xn--mnchen-3ya.de'));
    expect(itemKey('com.Example.My_App')).toBe(itemKey('com.example.my_app'));
    expect(itemKey('com.Example.My_App')).toBeDefined();
  });
});
