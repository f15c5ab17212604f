import { isRecord } from '../../../../resources/define/input.ts';
/**
 * Parses the JSON object of a JWT segment. Returns undefined for anything else: invalid UTF-8, another type, or a
 * duplicate key (parsers disagree on which of the two counts, RFC 7519 section 4).
 */
export function parseObject(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    return isRecord(value) && !hasRepeatedKey(text) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** `text` is known to be valid JSON, so its tokens are enough to tell keys from values. */
function hasRepeatedKey(text: string): boolean {
  const objects: Set<string>[] = [];
  for (const [token, key] of text.matchAll(/("(?:[^"\\]|\\.)*")\s*:|"(?:[^"\\]|\\.)*"|[{}]/g)) {
    if (key !== undefined) {
      const keys = objects.at(-1);
      const name = String(JSON.parse(key));
      if (keys?.has(name)) return true;
      keys?.add(name);
    } else if (token === '{') objects.push(new Set());
    else if (token === '}') objects.pop();
  }
  return false;
}
