/**
 * A partner's client of the traffic interface, written from its document alone: headers of
 * "Authentication", the envelope, and paths as the tables give them.
 */
export interface TrafficClient {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<any>;
}

export function trafficClient(options: { url: string; token: string }): TrafficClient {
  const { url, token } = options;
  return {
    async call(method, path, body) {
      const answer = await fetch(`${url}${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          Accept: 'application/json',
          'X-Auth-Method': 'OAuth2',
          'X-Auth-Token': token,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const { response, errors } = (await answer.json()) as { response: unknown; errors: unknown };
      if (errors !== null) throw new Error(`${method} ${path}: ${JSON.stringify(errors)}`);
      return response;
    },
  };
}
