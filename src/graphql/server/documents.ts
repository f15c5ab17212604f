import type { DocumentNode } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isDocumentLimit, parseWithinLimits } from './limits.ts';

/**
 * Documents that clients send repeatedly. Long ones are parsed each time, so that they do not fill the
 * memory.
 */
const MOST_KEPT = 500;
const LONGEST_KEPT = 20_000;

const kept = new Map<string, DocumentNode>();

/** Parses within limits. The same text returns the same document object, by which validation is cached. */
export function documentOf(source: string): DocumentNode {
  const known = kept.get(source);
  if (known) {
    kept.delete(source);
    kept.set(source, known);
    return known;
  }
  const document = parseWithinLimits(source);
  if (source.length > LONGEST_KEPT) return document;
  kept.set(source, document);
  for (const oldest of kept.keys()) {
    if (kept.size <= MOST_KEPT) break;
    kept.delete(oldest);
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
