import { domainToASCII } from 'node:url';

/** Labels, then a top-level domain. */
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+([a-z]{2,63}|xn--[a-z0-9-]{2,59})$/;
/**
 * For example `com.example.my_app`: a top-level domain, then two or more names. Shorter ones are domains or mistyped
 * domains. Android's names may contain `_`, Apple's `-`.
 */
const BUNDLE_ID = /^(?!www\.)[a-z]{2,24}(\.[a-z0-9]([a-z0-9_-]*[a-z0-9_])?){2,}$/;
/** The numeric ID of an app in Apple's store, with or without `id` before it. */
const STORE_ID = /^(id)?\d{8,12}$/;
const MAX_LENGTH = 253;

/**
 * Returns the normal form of an item name: two names with the same key are the same site or app. Undefined if the name
 * is neither a domain nor an app bundle ID.
 */
export function itemKey(name: string): string | undefined {
  const lower = name.toLowerCase();
  if (lower.length > MAX_LENGTH || /[\s/:@?#%]/.test(lower)) return undefined;
  // Only names with non-ASCII characters, encoded or not, need the slow conversion.
  const ascii = /^[a-z0-9._-]*$/.test(lower) && !lower.includes('xn--') ? lower : domainToASCII(lower);
  if (ascii.length <= MAX_LENGTH && DOMAIN.test(ascii)) return ascii;
  return BUNDLE_ID.test(lower) || STORE_ID.test(lower) ? lower : undefined;
}
