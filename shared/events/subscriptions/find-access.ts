import { resolveOAuthCaller } from '../../kernel/auth/access-token.ts';
import { machineScopes } from '../../kernel/auth/audience.ts';
import { getGrant, scopesOfGrant } from '../../kernel/auth/grant-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { isWanted } from '../changes/event-rights.ts';
import { objectiveVisibility } from '../changes/objective-visibility.ts';
import { toMcpEvent, type McpSourceEvent, type McpEvent } from './mcp-event.ts';
import type { Subscription } from './subscription.ts';

/**
 * The user of a subscription as a caller with current rights; undefined if the grant was revoked, has expired or is of
 * another client, or the user is no longer a member.
 */
export async function subscriberOf(
  { userId, grantId, clientId, workspaceId, memberId }: Subscription,
  read: Reader,
  now: Date,
): Promise<Caller | undefined> {
  const audience = 'mcp';
  const principal = { userId, grantId, clientId, audience, scopes: [], expiresAt: '' } as const;
  const [grant, caller] = await Promise.all([
    getGrant(read, { userId, id: grantId }, now),
    resolveOAuthCaller(principal, { workspaceId, memberId }, read),
  ]);
  if (!caller || grant?.clientId !== clientId || grant.audience !== audience) return undefined;
  return { ...caller, scopes: machineScopes(audience, scopesOfGrant(grant)) };
}

/** An event as a subscriber receives it; undefined if they cannot currently see it, or did not subscribe to it. */
export async function visibleEvent(
  { name, filters, memberId }: Subscription,
  body: string,
  { caller, read }: { caller: Caller; read: Reader },
): Promise<McpEvent | undefined> {
  const event = JSON.parse(body) as McpSourceEvent & { workspaceId: string };
  if (event.teamId === null || !caller.teamIds.has(event.teamId)) return undefined;
  if (!isWanted(caller, event.type, undefined)) return undefined;
  const shown = await objectiveVisibility(caller, read, [event]);
  // In the place of an event that cannot be shown, the feed has an access event, which no subscription here includes.
  if (shown(event, body) !== body) return undefined;
  return toMcpEvent(name, event, filters, memberId);
}
