import { type DomainErrorCode, EXAMPLES, SeatInSyncError } from '../src/domain/errors.ts';
import { FeatureDisabledError, HugeRequestError } from '../src/domain/native/batch/errors.ts';
import { RestrictedCombinationError } from '../src/domain/reporting/report/payload/restricted.ts';
import { EXPECTED_ERRORS } from '../src/graphql/expected-errors.ts';
import { graphqlInterface } from '../src/graphql/server/envelope.ts';
import { DOMAIN_ERRORS, GRAPHQL_ERRORS, HTTP_FAULTS } from '../src/http/error-catalogue.ts';
import { HttpFault, type HttpFaultCode, type Refusal } from '../src/http/faults.ts';
import type { HttpInterface } from '../src/http/interface.ts';
import { attributionInterface } from '../src/rest/attribution/envelope.ts';
import { identityInterface } from '../src/rest/identity/envelope.ts';
import { intakeInterface } from '../src/rest/intake/envelope.ts';
import { nativeInterface } from '../src/rest/native/envelope.ts';
import { reportingInterface } from '../src/rest/reporting/envelope.ts';
import { trafficInterface } from '../src/rest/traffic/envelope.ts';

/** Refusals that one interface tells apart from those of the same code. */
const SPECIAL: readonly (readonly [HttpInterface, string, Refusal])[] = [
  [nativeInterface, 'an object or list that is switched off', new FeatureDisabledError('keyword')],
  [nativeInterface, 'a write to a seat in sync', new SeatInSyncError()],
  [nativeInterface, 'a read that would run too long', new HugeRequestError(120)],
  [
    reportingInterface,
    'a combination that the bidding rules forbid',
    new RestrictedCombinationError(EXAMPLES.VALIDATION.issues),
  ],
];

const INTERFACES: readonly (readonly [title: string, owner: HttpInterface])[] = [
  ['Token service', identityInterface],
  ['Pixel events', intakeInterface],
  ['Conversion postback', attributionInterface],
  ['Traffic', trafficInterface],
  ['Native', nativeInterface],
  ['Reporting', reportingInterface],
  ['GraphQL, before a document runs', graphqlInterface],
];

const NOW = new Date('2026-01-31T08:00:00Z');

/** `docs/errors.md`: what each interface answers for each error of the domain and of HTTP. */
export function errorsPage(): string {
  return `# Errors

<!-- Made by \`npm run docs:errors\` from the catalogue in the code; a test says that it is current. -->

The domain refuses with one of seven errors, whichever interface is called; HTTP itself refuses some requests
before the domain sees them. Each interface says both in its own envelope. Every answer carries \`X-Request-Id\`
(the caller's own, when it sends one), by which the operator finds the call in the log.

## The errors of the domain

${table(
  ['Code', 'HTTP status', 'Meaning', 'GraphQL'],
  Object.entries(DOMAIN_ERRORS).map(([code, { status, when }]) => [
    `\`${code}\``,
    String(status),
    when,
    graphqlOf(code as DomainErrorCode),
  ]),
)}

In GraphQL, errors that a caller can expect of a mutation are types of its result, all with \`message\`, \`code\` and
\`httpStatus\` (the interface \`Error\`). All others stand in \`errors\` with the code in \`extensions.code\`: those
of the table above, those of HTTP that the last section names, and these of GraphQL alone (see also
[quotas](quotas.md)). The HTTP status is that of a request which is refused whole, by clients that accept
\`application/graphql-response+json\`; an error of one field is returned with the rest in an answer of 200.

${table(
  ['Code', 'HTTP status', 'Meaning'],
  Object.entries(GRAPHQL_ERRORS).map(([code, { status, when }]) => [`\`${code}\``, String(status), when]),
)}

${INTERFACES.map(([title, owner]) => section(title, owner)).join('\n\n')}
`;
}

function graphqlOf(code: DomainErrorCode): string {
  const entry = EXPECTED_ERRORS[code];
  return entry !== 'errors' && entry.of === 'every mutation' ? `type \`${entry.type.name}\`` : 'in `errors`';
}

function section(title: string, owner: HttpInterface): string {
  const rows = [
    ...Object.entries(EXAMPLES).map(([code, error]) => row(`\`${code}\``, owner, error)),
    ...SPECIAL.filter(([only]) => only === owner).map(([, text, error]) => row(text, owner, error)),
    ...Object.entries(HTTP_FAULTS).map(([code, { when }]) =>
      row(when, owner, new HttpFault(code as HttpFaultCode)),
    ),
  ];
  const example = JSON.stringify(owner.refuse(EXAMPLES.VALIDATION, NOW).body, null, 2);
  return `## ${title}

${table(['Refused', 'Status', 'Answer'], rows)}

A refused value, whole:

\`\`\`json
${example}
\`\`\``;
}

function row(what: string, owner: HttpInterface, refusal: Refusal): string[] {
  const { status, body } = owner.refuse(refusal, NOW);
  return [what, String(status), `\`${brief(body)}\``];
}

interface Entry {
  readonly code?: string;
  readonly extensions?: { readonly code: string };
}

interface Body {
  readonly error?: string;
  readonly errorCode?: string;
  readonly message?: string;
  readonly errors?: readonly Entry[] | object;
  readonly data?: { readonly errors: readonly Entry[] };
}

interface TrafficErrors {
  readonly message?: string | null;
  readonly validationErrors?: readonly { readonly propertyName: string }[];
}

/** The part of an envelope that tells errors apart. */
function brief(body: unknown): string {
  const { error, errorCode, errors, message, data } = body as Body;
  const list = data?.errors ?? errors;
  const [first]: readonly Entry[] = Array.isArray(list) ? list : [];
  const code = error ?? errorCode ?? first?.code ?? first?.extensions?.code ?? message;
  if (code !== undefined) return code;
  const { message: said, validationErrors = [] } = errors as TrafficErrors;
  return said ?? `validationErrors: ${validationErrors.map((one) => one.propertyName).join(', ')}`;
}

const table = (head: string[], rows: string[][]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');
