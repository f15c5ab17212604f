import { setTimeout as sleep } from 'node:timers/promises';
import { assertionOf, ORIGIN } from '../support/assertion.ts';
import type { Call, Client, Known, Operation } from './client.ts';
import { changedFields, lostFields } from './compare.ts';
import type { Reading } from './read.ts';
import type { Service, World } from './service.ts';

export interface Outcome {
  readonly operation: Pick<Operation, 'name' | 'route' | 'refused' | 'note'>;
  /** Empty if the client works. */
  readonly problems: readonly string[];
  /** The getters that throw although the answer can be read. */
  readonly throwing: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  // biome-ignore lint/suspicious/noExplicitAny: a client reads whatever it expects to be there
  readonly body: any;
}

const MAX_ROUNDS = 300;

/** Plays all operations of a client in their order. */
export async function play(client: Client, service: Service, world: World): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const signedIn = await signIn(client, service, world);
  if (signedIn.outcome) outcomes.push(signedIn.outcome);
  const headers = { ...client.headers, 'x-auth-token': signedIn.token };
  for (const operation of client.operations)
    outcomes.push(await playOne(operation, { service, headers, known: world.known }));
  return outcomes;
}

/** Without a token of its own the rest is played with one from outside, so that each operation has its own result. */
async function signIn({ token: request }: Client, service: Service, world: World) {
  if (!request) return { token: world.token };
  const { clientId, clientSecret } = world.client;
  const now = service.system.now();
  const claims = request.claims({ clientId, origin: ORIGIN, seconds: now.getTime() / 1000 });
  const assertion = assertionOf({
    clientId,
    clientSecret,
    now,
    header: request.header,
    claims: JSON.stringify(claims),
  });
  const { status, body } = await send(service, 'POST', {
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    call: {
      path: request.path,
      body: String(new URLSearchParams({ ...request.form, client_assertion: assertion })),
    },
  });
  const reading: Reading = { problems: [], throwing: [] };
  if (status === 200) request.reads(body, 'token', reading);
  else reading.problems.push(`${status} ${JSON.stringify(body)}`);
  const operation = { name: 'token', route: `POST ${request.path}` as Operation['route'] };
  return { token: String(body.access_token ?? world.token), outcome: { operation, ...reading } };
}

async function playOne(
  operation: Operation,
  { service, headers, known }: { service: Service; headers: Record<string, string>; known: Known },
): Promise<Outcome> {
  const reading: Reading = { problems: [], throwing: [] };
  try {
    const [method = 'GET'] = operation.route.split(' ');
    const call = operation.call(known);
    const get = async () =>
      (await send(service, 'GET', { headers, call: { path: call.path } })).body.response;
    const before = operation.changes && (await get());
    let answer = await send(service, method, { headers, call });
    for (let round = 0; round < MAX_ROUNDS && operation.until?.(answer.body) === false; round += 1) {
      await sleep(20);
      answer = await send(service, method, { headers, call });
    }
    judge(operation, { answer, call, reading, known });
    if (operation.changes) reading.problems.push(...changedFields(before, await get(), operation.changes));
  } catch (error) {
    reading.problems.push(`failed: ${error instanceof Error ? error.message : error}`);
  }
  return { operation, ...reading };
}

interface Judged {
  readonly answer: Answer;
  readonly call: Call;
  readonly reading: Reading;
  readonly known: Known;
}

function judge(operation: Operation, { answer, call, reading, known }: Judged): void {
  const { status, headers, body } = answer;
  const wanted = operation.refused?.status ?? 200;
  if (status !== wanted) {
    reading.problems.push(`${status} instead of ${wanted}: ${reasonOf(body)}`);
    return;
  }
  const read = (operation.reads?.(body, '', reading) ?? body) as Known;
  if (operation.refused) {
    reading.problems.push(...unnamed(body, operation.refused.names ?? []));
    if (status === 405 && !headers.allow) reading.problems.push('405 without Allow');
  } else if (call.body !== undefined && operation.elsewhere !== 'all' && body.response) {
    const own = Object.entries(call.body as object).filter(([name]) => !operation.elsewhere?.includes(name));
    reading.problems.push(...lostFields(Object.fromEntries(own), body.response, headers['x-ignored-fields']));
  }
  reading.problems.push(...(operation.misses?.(read, known) ?? []));
  operation.onRead?.(read, known);
}

function unnamed(body: Answer['body'], names: readonly string[]): string[] {
  const named: string[] = (body.errors?.validationErrors ?? []).map(
    ({ propertyName }: { propertyName: string }) => propertyName,
  );
  return names
    .filter((name) => !named.some((path) => path.startsWith(name)))
    .map((name) => `the refusal does not name ${name}`);
}

function reasonOf(body: Answer['body']): string {
  const problems = body?.errors?.validationErrors?.map(({ message }: { message: string }) => message) ?? [];
  return problems.length > 0
    ? problems.join('; ')
    : (body?.message ?? body?.errors?.message ?? JSON.stringify(body));
}

async function send(
  { app }: Service,
  method: string,
  { headers, call }: { headers: Record<string, string>; call: Call },
): Promise<Answer> {
  const { path, body } = call;
  const answer = await app.inject({
    method: method as 'GET',
    url: path,
    headers,
    ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const isJson = String(answer.headers['content-type']).includes('json');
  return {
    status: answer.statusCode,
    headers: answer.headers as Record<string, string>,
    body: isJson ? JSON.parse(answer.body) : answer.body,
  };
}
