import type { ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { DOMAIN_ERRORS } from '../../http/error-catalogue.ts';

const { status } = DOMAIN_ERRORS.SERVICE_UNAVAILABLE;

/**
 * An answer of which nothing but SERVICE_UNAVAILABLE is left has that error's status, as it has on every other interface:
 * proxies, clients that repeat calls and whoever counts errors see the outage. What was answered in part stays 200.
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

/** Whether every root field is missing because what it needs is away. */
function isOutage({ data, errors = [] }: ExecutionResult): boolean {
  const away = errors.filter(({ extensions }) => extensions?.code === 'SERVICE_UNAVAILABLE');
  if (away.length === 0) return false;
  if (!data) return away.length === errors.length;
  const missing = new Set(away.map(({ path }) => path?.[0]));
  return Object.entries(data).every(([name, value]) => value === null && missing.has(name));
}

/** The headers are there: they say when to ask again. */
function asOutage({ extensions }: GraphQLError): void {
  extensions.http = { ...extensions.http, status };
}
