import { invalidRequest } from '../../kernel/core/errors.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { parseChangeSet } from '../../kernel/api/operation/change-set.ts';
import type { WebRequest, WebResponse } from '../../kernel/api/operation/web-route.ts';

/** Where a message without a session names its change set. */
const META_FIELD = 'plotline/changeSet';

interface Message {
  method?: unknown;
  params?: { _meta?: Record<string, unknown> };
}

/**
 * The change set of what a message changes: the one that its Change-Set header or its _meta names, or else the client's
 * session. Throws a 400 for what is no UUID.
 */
export function changeSetOfMessage({ headers }: Pick<WebRequest, 'headers'>, message: unknown) {
  return parseChangeSet(headers['change-set']) ?? namedIn(message) ?? sessionOf(headers);
}

function namedIn(message: unknown): string | undefined {
  const named = (message as Message | null)?.params?._meta?.[META_FIELD];
  if (named === undefined) return undefined;
  const { data } = uuid().safeParse(named);
  if (data !== undefined) return data;
  const path = `params._meta.${META_FIELD}`;
  throw invalidRequest([{ path, code: 'invalid_format', message: 'must be a UUID' }]);
}

/** Sessions have no state here; only their ids are ours. */
const sessionOf = (headers: WebRequest['headers']): string | undefined =>
  uuid().safeParse(headers['mcp-session-id']).data;

/** The answer to `initialize` with the id of a new session, which names a change set and nothing else. */
export function withSession(answer: WebResponse, message: unknown, newSessionId: () => string): WebResponse {
  if ((message as Message | null)?.method !== 'initialize' || answer.status !== 200) return answer;
  return { ...answer, headers: { ...answer.headers, 'mcp-session-id': newSessionId() } };
}
