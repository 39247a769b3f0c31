import type { Item } from '../../kernel/core/database.ts';
import { isMemberItem, toMember } from '../members/member-store.ts';
import { toServiceAccount } from '../service-accounts/service-account-store.ts';
import type { Principal } from './principal.ts';

/** The principal of a member's or a service account's item, also of a former one. */
export function principalOf(id: string, item: Item): Principal {
  const { kind, name } = isMemberItem(item)
    ? { kind: 'user' as const, name: toMember(item).name }
    : { kind: 'service_account' as const, name: toServiceAccount(item).name };
  return { id, kind, name, avatarUrl: null };
}
