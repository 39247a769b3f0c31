import type { Item } from '../../../shared/core/database.ts';
import { accountActKind } from '../../../shared/audit/account-act-store.ts';
import { credentialKind } from '../../../shared/auth/credential-store.ts';
import { userKind } from '../../../shared/auth/user-kind.ts';
import { GUARD_PREFIX, SELF } from '../../../shared/db/table.ts';
import { memberKind } from '../../../shared/members/member-store.ts';
import { clientKind } from '../../../shared/oauth/client-store.ts';
import { codeKind } from '../../../shared/oauth/code-store.ts';
import { checkpointKind } from '../../../shared/projections/rebuild/checkpoint-store.ts';
import { nonceKind } from '../../../shared/public-portals/form-nonce-store.ts';
import { routeKind } from '../../../shared/webhooks/webhook-store.ts';
import { workspaceKind, workspaceSlugKind } from '../../../shared/workspaces/workspace-store.ts';
import type { IdSet } from './id-set.ts';

const UUID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Partitions of what belongs to people, clients and the deployment; single items in them may belong to a workspace. */
const shared = [
  GUARD_PREFIX,
  ...[userKind, accountActKind, clientKind, codeKind, nonceKind, checkpointKind].map(({ prefix }) => prefix),
];

/** What gives access to a workspace or sends something out of it: memberships, credentials and routes of webhooks. */
const access = [memberKind, credentialKind, routeKind].map(({ prefix }) => prefix);

const isUnder = ({ pk }: Pick<Item, 'pk'>, prefixes: readonly string[]): boolean =>
  prefixes.some((prefix) => pk.startsWith(prefix));

const uuidsIn = (text: string): string[] => text.match(UUID) ?? [];

/** Everything that an item says, without the bytes of images. */
const textOf = (item: Item): string =>
  JSON.stringify(item, (_, value: unknown) => {
    if (value instanceof Set) return [...(value as Set<unknown>)];
    return value instanceof Uint8Array ? undefined : value;
  });

/** Whether an item belongs to the workspace whose ids are known: it names one of them. */
export const belongs = (item: Item, ids: IdSet): boolean => uuidsIn(textOf(item)).some((id) => ids.has(id));

/** The ids by which other items name one that belongs to the workspace. */
export const ownIds = (item: Item): string[] => (isUnder(item, shared) ? [] : uuidsIn(item.pk));

/**
 * When an item is deleted. First what gives access to the workspace or sends something out of it; then what is found
 * through other items only, so that an interrupted deletion still finds it; then what names the workspace; the workspace
 * itself last.
 */
export function phaseOf(item: Item, workspaceId: string): 'access' | 'found' | 'naming' | 'workspace' {
  if (workspaceKind.includes(item) && workspaceKind.idOf(item) === workspaceId) return 'workspace';
  if (workspaceSlugKind.includes(item)) return 'workspace';
  if (isUnder(item, access)) return 'access';
  return textOf(item).includes(workspaceId) && item.sk === SELF ? 'naming' : 'found';
}
