import {
  getServiceAccountItem,
  serviceAccountExists,
} from '../../identity/service-accounts/service-account-store.ts';
import { joinedTeams, toMembership } from '../../kernel/auth/membership-store.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';
import { invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import type { GivenFilter } from './event-filter.ts';
import { mayOwnEndpoint } from './webhook-access.ts';
import { putAccountEndpoint } from './account-endpoint-store.ts';
import type { EventPattern, StoredWebhook, WebhookCreate } from './webhook.ts';

const followed = ['assigneeIds', 'agentIds'] as const;

type NewEndpoint = Omit<WebhookCreate, 'serviceAccountId'> & { id: string };

/**
 * The service account whose own endpoint is created: its filters, and what is stored with the endpoint. Throws a 400
 * unless the caller may create it, and it is only about the account.
 */
export async function accountOrThrow(caller: Caller, read: Reader, { id, ...body }: NewEndpoint) {
  assertFiltersFollow(followed.filter((name) => body[name] !== undefined));
  assertAboutAgents(body.subscriptions);
  await assertMayDirect(caller, read, id);
  return {
    id,
    filter: { assigneeIds: [id], agentIds: [id] },
    changes: (webhook: StoredWebhook): Change[] => [
      serviceAccountExists({ workspaceId: caller.workspaceId, accountId: id }),
      ...putAccountEndpoint(webhook),
    ],
  };
}

/** Throws a 400 unless the caller may update a service account's own endpoint like this. */
export async function assertAccountEndpointUpdate(
  caller: Caller,
  read: Reader,
  {
    serviceAccountId,
    body,
    redirected,
  }: {
    serviceAccountId: string;
    body: GivenFilter & { clearFields?: readonly string[] | undefined };
    redirected: boolean;
  },
): Promise<void> {
  assertFiltersFollow(
    followed.filter((name) => body[name] !== undefined || body.clearFields?.includes(name) === true),
  );
  if (redirected) await assertMayDirect(caller, read, serviceAccountId);
}

function assertFiltersFollow(given: readonly string[]): void {
  const message = 'follows from serviceAccountId: leave it out';
  if (given.length > 0) throw invalidRequest(given.map((path) => ({ path, message })));
}

const ABOUT_AGENTS = /^(agent_session|story)\./;

/** Throws a 400 for subscriptions to events that never name a service account. */
export function assertAboutAgents(subscriptions: readonly EventPattern[]): void {
  const message = 'is not about a service account: subscribe to types of agent_session and story';
  const problems = subscriptions.flatMap((pattern, n) =>
    ABOUT_AGENTS.test(pattern) ? [] : [{ path: `subscriptions.${n}`, message }],
  );
  if (problems.length > 0) throw invalidRequest(problems);
}

/** Who sets the address of an account's events is in all of its teams, as who registers its OAuth client is. */
async function assertMayDirect(caller: Caller, read: Reader, accountId: string): Promise<void> {
  const item = await getServiceAccountItem(read, caller.workspaceId, accountId);
  if (!item) throw refused('is not a service account of the workspace');
  if (!mayOwnEndpoint(toMembership(item)))
    throw refused('may not read stories: add the scope stories:read to the account');
  if (![...joinedTeams(item)].every((id) => caller.teamIds.has(id)))
    throw refused('is in teams that you are not in: ask an admin who is in all of its teams');
}

const refused = (message: string) => invalidReference([{ path: 'serviceAccountId', message }]);
