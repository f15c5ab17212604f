import type { Call, Known, Operation } from '../client.ts';
import { query, uniqueName } from '../client.ts';
import { list, type Reader, sentBack } from '../read.ts';
import { answered } from './models.ts';

/** The common list parameters of the Java client. Its directions are in small letters. */
export const PAGE = { page: 1, limit: 50, sort: 'id', dir: 'asc' };

interface Resource {
  readonly path: string;
  readonly reads: Reader;
  /** The ID of the one that is read and changed. */
  readonly id: string;
  /** Parameters of the list. */
  readonly parameters?: (known: Known) => object;
  readonly creates?: (known: Known) => object;
  /** Without it, nothing is changed. */
  readonly renames?: boolean;
}

const of = (path: string, known: Known, id: string): Call => ({ path: `/traffic/${path}/${known[id]}` });

/**
 * Lists, reads, creates and changes. A change reads an object, sets its name and sends back all that it has read, in
 * its own types, so that nothing else may change.
 */
export function operationsOf({ path, reads, id, parameters, creates, renames }: Resource): Operation[] {
  return [
    ...(parameters
      ? [
          {
            name: `${path}.list`,
            route: `GET /traffic/${path}` as const,
            call: (known: Known) => ({ path: query(`/traffic/${path}`, parameters(known)) }),
            reads: answered(list(reads)),
            misses: ({ response }: Known, known: Known) =>
              response?.some((one: Known) => one.id === known[id]) ? [] : [`the list lacks ${known[id]}`],
          },
        ]
      : []),
    {
      name: `${path}.get`,
      route: `GET /traffic/${path}/:id`,
      call: (known) => of(path, known, id),
      reads: answered(reads),
      onRead: ({ response }, known) => {
        known.read[path] = response;
      },
    },
    ...(creates
      ? [
          {
            name: `${path}.create`,
            route: `POST /traffic/${path}` as const,
            call: (known: Known) => ({ path: `/traffic/${path}`, body: creates(known) }),
            reads: answered(reads),
            onRead: ({ response }: Known, known: Known) => {
              known[`created ${path}`] = response.id;
            },
          },
        ]
      : []),
    ...(renames
      ? [
          {
            name: `${path}.update what was read`,
            route: `PUT /traffic/${path}/:id` as const,
            call: (known: Known) => ({
              ...of(path, known, id),
              body: { ...(sentBack(known.read[path]) as object), name: uniqueName('Renamed') },
            }),
            reads: answered(reads),
            changes: ['name'],
            elsewhere: 'all' as const,
          },
        ]
      : []),
  ];
}

/** A path that exists for the Java client, but not here: the refusal says so. */
export const refusedWith = (
  status: number,
  operation: Pick<Operation, 'name' | 'route' | 'call' | 'note'>,
): Operation => ({ ...operation, refused: { status } });
