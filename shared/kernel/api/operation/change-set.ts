import { isUnnamedSet } from '../../core/change-set-id.ts';
import { invalidRequest } from '../../core/errors.ts';
import { uuid } from '../../core/schema.ts';

/**
 * The change set that a request names in its header; undefined without one. Throws a 400 for what is no UUID, and for the
 * set of another request that named none.
 */
export function parseChangeSet(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const { data } = uuid().safeParse(header);
  if (data === undefined) throw refused('must be a UUID');
  if (isUnnamedSet(data)) throw refused('is the change set of one other request: choose a UUID of your own');
  return data;
}

const refused = (message: string) =>
  invalidRequest([{ in: 'header', path: 'Change-Set', code: 'invalid_format', message }]);
