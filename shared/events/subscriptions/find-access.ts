import { principalOfClaims, resolveOAuthCaller } from '../../kernel/auth/access-token.ts';
import { scopeOf } from '../../kernel/auth/audience.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { isWanted } from '../changes/event-rights.ts';
import { objectiveVisibility } from '../changes/objective-visibility.ts';
import { toMcpEvent, type McpSourceEvent, type McpEvent } from './mcp-event.ts';
import type { Subscription } from './subscription.ts';

/**
 * The principal of a subscription as a caller with current rights; undefined if what granted it was revoked, has expired
 * or is of another client, or they are no longer a member.
 */
export async function subscriberOf(
  { subject, userId, grantId, clientId, workspaceId, memberId }: Subscription,
  read: Reader,
  now: Date,
): Promise<Caller | undefined> {
  const claims = {
    subject: subject ?? ({ kind: 'person', userId } as const),
    grantId,
    clientId,
    audience: 'mcp',
    scopes: [scopeOf.mcp],
    expiresAt: '',
  } as const;
  return await resolveOAuthCaller(principalOfClaims(claims, read, now), { workspaceId, memberId }, read);
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
