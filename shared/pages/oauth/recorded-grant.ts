import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import { recordAct } from '../../identity/audit/account-act-store.ts';
import { channels, scopeOf } from '../../kernel/auth/audience.ts';
import { deleteGrant, type Grant } from '../../kernel/auth/grant-store.ts';
import type { Change } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { tryCommit } from '../../kernel/db/write.ts';

type GrantFacts = Pick<Grant, 'id' | 'userId' | 'clientName'> &
  Partial<Pick<Grant, 'audience' | 'scopes' | 'teamIds' | 'content' | 'writes' | 'redirectHost'>>;

/**
 * The party that ended a grant: the person on a page, the client itself, or the service because a token was used twice.
 */
type Ender = 'person' | 'client' | 'system';

/** The record of a grant for the audit trails of its person's workspaces. */
export function recordGrant(
  grant: GrantFacts,
  what: 'created' | 'narrowed' | 'revoked',
  call: WebCall,
  by: Ender = 'person',
): Change {
  const { id, userId, clientName, audience, scopes, teamIds, content, writes, redirectHost } = grant;
  const isUsual = audience === undefined || scopes?.some((scope) => scope === scopeOf[audience]);
  const via = {
    person: 'portal',
    client: channels[audience ?? 'mcp'],
    system: 'automation',
  } as const;
  const change = (field: string, value: string | undefined) =>
    value === undefined
      ? []
      : [what === 'revoked' ? { field, from: value, to: null } : { field, from: null, to: value }];
  return recordAct(userId, call, {
    type: `oauth_grant.${what}`,
    by: by === 'system' ? 'system' : 'person',
    via: via[by],
    target: { id, name: clientName },
    changes: [
      ...change('audience', audience),
      ...change('scopes', isUsual ? undefined : scopes?.join(' ')),
      ...change('teamIds', teamIds?.join(' ')),
      ...change('content', content),
      ...change('writes', writes),
      ...change('redirectHost', redirectHost),
    ],
  });
}

/** Revokes a grant and records it; one that is gone already is not recorded again. */
export async function endGrant(grant: GrantFacts, by: Ender, call: WebCall): Promise<void> {
  const deletion = { ...deleteGrant(grant), if: 'present', onConditionFailed: writeConflict } as const;
  await tryCommit(call.services.database, [deletion, recordGrant(grant, 'revoked', call, by)]);
}
