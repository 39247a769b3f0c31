import { parseToken } from '../../auth/token.ts';
import type { FieldError } from '../../core/errors.ts';
import { toApiError } from '../operation/describe-error.ts';
import type { Facts, WebRequest } from '../operation/web-route.ts';

const FIELDS_LOGGED_MAX = 5;

/**
 * What the log line of a refused request says of the refusal: the code of the error, where the request was wrong, and
 * which kind of resource was not found or, by the path of the route, in conflict; none of what was sent, so the names that the API does not know are left out too.
 */
export function refusalFacts(error: unknown, path?: string): Facts {
  const refusal = toApiError(error);
  const { code, fields } = refusal;
  // Faults have a line of their own; pages and OAuth note what their errors are.
  if (code === 'internal_error') return {};
  const resource =
    refusal.resource ?? (refusal.status === 409 && path !== undefined ? resourceIn(path) : undefined);
  const places = [...new Set(fields.map(placeOf))].slice(0, FIELDS_LOGGED_MAX);
  return {
    error: code,
    ...(places.length > 0 && { fields: places }),
    ...(resource !== undefined && { resource }),
  };
}

/**
 * A field as the schema has it: `body.title`, `body.items.title` of any item. Below other fields are names that people
 * choose, such as those of custom fields.
 */
function placeOf({ in: place, path, code }: FieldError): string {
  const steps = path.split('.');
  const known = code === 'unknown_field' ? steps.slice(0, -1) : steps;
  const [first, second, third] = known;
  const ofItem = second !== undefined && /^\d+$/.test(second) ? [third] : [];
  return [place, first, ...ofItem].filter(Boolean).join('.') + (code === 'unknown_field' ? ' (unknown)' : '');
}

/**
 * The kind of resource that a route's path leads to, such as `webhook endpoint`: what its last id is of, or what its last
 * part lists.
 */
function resourceIn(path: string): string | undefined {
  const parts = path.split('/');
  const at = parts.findLastIndex(
    (part, position) =>
      /^[a-z-]+$/.test(part) &&
      (parts[position + 1]?.startsWith('{') === true ||
        (position === parts.length - 1 && part.endsWith('s'))),
  );
  return parts[at]
    ?.replace(/ies$/, 'y')
    .replace(/(?<=s|x)es$/, '')
    .replace(/(?<![us])s$/, '')
    .replaceAll('-', ' ');
}

/**
 * The id of the credential that a request carries in its Authorization header, which is not verified: for the log line of
 * one that is refused before its route has looked at it.
 */
export function presentedId({ headers }: Pick<WebRequest, 'headers'>): string | undefined {
  const [, text = ''] = /^Bearer +(\S+)$/i.exec(headers['authorization'] ?? '') ?? [];
  return parseToken(text)?.credentialId ?? grantIn(text);
}

const GRANT = /"grant_id":"(?<id>[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})"/;

/** The grant that the claims of an access token name. */
const grantIn = (text: string): string | undefined =>
  GRANT.exec(Buffer.from(text.split('.')[1] ?? '', 'base64url').toString())?.groups!['id'];
