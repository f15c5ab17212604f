import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DOMAIN_ERRORS } from '../../http/error-catalogue.ts';

const { status } = DOMAIN_ERRORS.SERVICE_UNAVAILABLE;

/**
 * If the result only contains SERVICE_UNAVAILABLE, the response has that error's status, as on the other interfaces:
 * proxies, retrying clients and monitoring then notice the outage. A partial result has status 200.
 */
export function useOutages(): Plugin {
  return {
    onResultProcess({ result, setResult }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result || !isOutage(result)) return;
      const { errors = [], extensions } = result;
      for (const error of errors) asOutage(error);
      setResult({ errors, ...(extensions && { extensions }) });
    },
  };
}

/** Returns whether every root field failed because something that it needs is unavailable. */
function isOutage({ data, errors = [] }: ExecutionResult): boolean {
  const away = errors.filter(({ extensions }) => extensions?.code === 'SERVICE_UNAVAILABLE');
  if (away.length === 0) return false;
  if (!data) return away.length === errors.length;
  const missing = new Set(away.map(({ path }) => path?.[0]));
  return Object.entries(data).every(([name, value]) => value === null && missing.has(name));
}

/** The headers are already set; they say when to retry. */
function asOutage({ extensions }: GraphQLError): void {
  extensions.http = { ...extensions.http, status };
}
