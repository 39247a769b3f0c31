import type { Item } from '../../kernel/core/database.ts';
import { isMemberItem, toMember } from '../members/member-store.ts';
import { toServiceAccount } from '../service-accounts/service-account-store.ts';
import type { Principal } from './principal.ts';

/** A principal of a workspace's own. */
type AuthoringPrincipal = Principal & { kind: 'user' | 'service_account' };

/** The principal of a member's or a service account's item, also of a former one. */
export function principalOf(id: string, item: Item): AuthoringPrincipal {
  if (isMemberItem(item)) return { id, kind: 'user', name: toMember(item).name, avatarUrl: null };
  const { name, avatarUrl } = toServiceAccount(item);
  return { id, kind: 'service_account', name, avatarUrl };
}
