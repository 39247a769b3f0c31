import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Caller } from '../../core/caller.ts';
import type { PurposeKeys } from '../../core/keyring.ts';
import { fieldError, type ApiError } from '../../core/errors.ts';

/** The scope that a cursor is bound to; changing any part invalidates the cursor. */
export interface CursorScope {
  operationId: string;
  caller: Pick<Caller, 'workspaceId' | 'principalId' | 'restrictedTeamIds'> & Partial<Pick<Caller, 'kind'>>;
  /** The list's filters, and its limit where the list binds it. */
  filters: Record<string, unknown>;
  /** The location of the cursor in a request; the query by default. */
  in?: 'query' | 'body';
  /** The hint for a caller with an invalid cursor; by default, to begin without one. */
  hint?: string | undefined;
}

const VERSION = 'v1';
const MAC_BYTES = 32;

/**
 * Signs an opaque cursor. It contains only the position of the last item, which its reader has seen; its scope is part
 * of the signature. It grants no access: every page is authorized.
 */
export function signCursor({ current }: PurposeKeys, scope: CursorScope, position: string): string {
  const mac = sign(current.key, scope, position);
  return `${VERSION}.${Buffer.concat([mac, Buffer.from(position)]).toString('base64url')}`;
}

/**
 * Returns the position in a cursor that was signed for this scope; throws `invalid_cursor`, always with the same
 * message, for an invalid one.
 */
export function parseCursor({ all }: PurposeKeys, scope: CursorScope, cursor: string): string {
  const [version, encoded = ''] = cursor.split('.', 2);
  const bytes = Buffer.from(encoded, 'base64url');
  const position = bytes.subarray(MAC_BYTES).toString();
  const genuine =
    version === VERSION &&
    bytes.length > MAC_BYTES &&
    `${VERSION}.${bytes.toString('base64url')}` === cursor &&
    all.some(({ key }) => timingSafeEqual(bytes.subarray(0, MAC_BYTES), sign(key, scope, position)));
  if (!genuine) throw invalidCursor(scope);
  return position;
}

const invalidCursor = ({ in: place = 'query', hint }: CursorScope): ApiError =>
  fieldError('invalid_cursor', [{ in: place, path: 'cursor', message: 'was not issued for this request' }], {
    hint,
  });

function sign(key: Buffer, { operationId, caller, filters }: CursorScope, position: string): Buffer {
  const bound = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  const { kind, workspaceId, restrictedTeamIds } = caller;
  // An operator need not act on behalf of a member to list.
  const holder = kind === 'operator' ? kind : caller.principalId;
  const text = JSON.stringify([
    VERSION,
    workspaceId,
    holder,
    operationId,
    bound,
    restrictedTeamIds,
    position,
  ]);
  return createHmac('sha256', key).update(text).digest();
}
