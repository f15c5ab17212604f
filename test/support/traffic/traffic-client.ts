/**
 * A partner's client of the traffic interface, written from its document alone: headers of
 * "Authentication", the envelope, and paths as the tables give them.
 */
export interface TrafficClient {
  /** The answer as it came. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads whatever it expects to be there
  send(method: string, path: string, body?: unknown): Promise<{ status: number; body: any }>;
  /** The response inside the envelope; throws on a refusal. */
  // biome-ignore lint/suspicious/noExplicitAny: the same
  call(method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<any>;
}

export function trafficClient(options: { url: string; token: string }): TrafficClient {
  const { url, token } = options;
  const send: TrafficClient['send'] = async (method, path, body) => {
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
    return { status: answer.status, body: await answer.json() };
  };
  return {
    send,
    async call(method, path, body) {
      const { response, errors } = (await send(method, path, body)).body;
      if (errors !== null) throw new Error(`${method} ${path}: ${JSON.stringify(errors)}`);
      return response;
    },
  };
}
