import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isDocumentLimit, parseWithinLimits } from './limits.ts';

/**
 * Documents that clients send repeatedly, the last used last. A parsed document takes some 150 bytes for each
 * character, so long ones are parsed each time.
 */
const MOST_KEPT = 500;
const MOST_CHARACTERS = 300_000;
const LONGEST_KEPT = 20_000;

const kept = new Map<string, DocumentNode>();
let characters = 0;
const forgetters: ((document: DocumentNode) => void)[] = [];

/** Runs `forget` for each document that is no longer kept. */
export function whenForgotten(forget: (document: DocumentNode) => void): void {
  forgetters.push(forget);
}

/** Whether the document of a text is kept for the next request. */
export const isKept = (source: string): boolean => source.length <= LONGEST_KEPT;

/** Parses within limits. The same text returns the same document object, by which validation is cached. */
export function documentOf(source: string): DocumentNode {
  const known = kept.get(source);
  if (known) {
    kept.delete(source);
    kept.set(source, known);
    return known;
  }
  const document = parseWithinLimits(source);
  if (!isKept(source)) return document;
  kept.set(source, document);
  characters += source.length;
  for (const [oldest, forgotten] of kept) {
    if (kept.size <= MOST_KEPT && characters <= MOST_CHARACTERS) break;
    kept.delete(oldest);
    characters -= oldest.length;
    for (const forget of forgetters) forget(forgotten);
  }
  return document;
}

/** Replaces the default parser. */
export function useLimits(): Plugin {
  return {
    // Before parsing: an error of the parser itself is 200 for clients that take plain JSON, as the
    // specification asks; a document beyond the limits is 400 for all.
    onParams({ params }) {
      if (typeof params.query !== 'string') return;
      try {
        documentOf(params.query);
      } catch (error) {
        if (isDocumentLimit(error)) throw error;
      }
    },
    onParse({ setParseFn }) {
      setParseFn((source) => documentOf(typeof source === 'string' ? source : source.body));
    },
  };
}
