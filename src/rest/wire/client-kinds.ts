import {
  OBSERVED_TOKEN_ENDPOINT,
  TOKEN_ENDPOINT,
} from '../../domain/access/identity/assertions/token-endpoint.ts';

/** What a kind of client of the observed profile needs. `docs/wire-profiles.md` prints it. */
export interface ClientKind {
  readonly kind: string;
  /** The addresses to set in the client, below `$URL`, the public URL of the service. */
  readonly addresses: readonly string[];
  readonly settings: readonly string[];
}

const AUDIENCE =
  '`FLIGHTLINE_PUBLIC_URL`: add the origin of the audience that the client signs, if it is not `$URL`.';
const OPERATOR =
  '`FLIGHTLINE_OPERATOR`: the name that the client has for the supply of the operator, in lower case. Its enums know no other.';
const PREFIX =
  '`FLIGHTLINE_REPORTING_PREFIX`: the path before `/extreport` in the client, such as `/yamplus_api`. Reports are served without it as well.';

const token = `token: \`$URL${TOKEN_ENDPOINT.path}\`, audience \`$URL${TOKEN_ENDPOINT.path}?realm=dsp\``;
const observedToken = `token: \`$URL${OBSERVED_TOKEN_ENDPOINT.path}\`, audience \`$URL/zts/v1\``;
const traffic = 'traffic: `$URL/traffic`';
const reports = 'reports: `$URL$PREFIX/extreport`';

export const CLIENT_KINDS: readonly ClientKind[] = [
  {
    kind: 'The Java client',
    addresses: [token, traffic, reports],
    settings: [AUDIENCE, OPERATOR, PREFIX],
  },
  {
    kind: 'The Python clients for trafficking and reports',
    addresses: [
      'token: one that you hand in, such as that of `flightline token`, where the client knows only the old refresh grants; else as for the Java client',
      traffic,
      reports,
    ],
    settings: [AUDIENCE, PREFIX],
  },
  {
    kind: 'The reporting scripts',
    addresses: [token, reports],
    settings: [AUDIENCE, PREFIX],
  },
  {
    kind: 'The Node clients for audiences',
    addresses: [token, 'audiences: `$URL/traffic/audiences`'],
    settings: [AUDIENCE],
  },
  {
    kind: 'The newest clients, which ask for scope `api-client`',
    addresses: [observedToken, traffic],
    settings: [AUDIENCE],
  },
];
