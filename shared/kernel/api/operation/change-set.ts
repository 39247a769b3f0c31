import { invalidRequest } from '../../core/errors.ts';
import { uuid } from '../../core/schema.ts';

/** The change set that a request names in its header; undefined without one. Throws a 400 for what is no UUID. */
export function parseChangeSet(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const { data } = uuid().safeParse(header);
  if (data !== undefined) return data;
  throw invalidRequest([
    { in: 'header', path: 'Change-Set', code: 'invalid_format', message: 'must be a UUID' },
  ]);
}
