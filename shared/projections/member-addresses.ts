import { accountActKind, toAccountAct } from '../identity/audit/account-act-store.ts';
import { listMemberLinks, type MemberLink } from '../kernel/auth/member-link-store.ts';
import { getMemberItem, userIdOf } from '../kernel/auth/membership-store.ts';
import { nextTimestamp } from '../kernel/core/clock.ts';
import { writeConflict } from '../kernel/core/errors.ts';
import type { Database } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import { retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { commit } from '../kernel/db/write.ts';
import { isMemberItem, toMember, replaceMember } from '../identity/members/member-store.ts';
import { getUser, userEmailIs } from '../identity/members/user-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

/**
 * Copies a person's new address to the workspaces that they have accepted. Other workspaces keep the invited address,
 * since they may not learn the new one.
 */
export const memberAddresses: Projection = {
  name: 'member-addresses',
  follows: [accountActKind],
  deletionsOnly: false,
  async handle({ database, now }, changes) {
    for (const { after } of changes) {
      if (!after) continue;
      const { userId, act } = toAccountAct(after);
      if (act.type !== 'member.address_changed') continue;
      for (const link of await listMemberLinks(createReader(database), userId)) {
        await retryOnConflict(() => followAddress(database, userId, link, now));
      }
    }
  },
  rebuild: {
    leads: (item) => (accountActKind.includes(item) ? [{ key: item }] : []),
  },
};

async function followAddress(
  database: Database,
  userId: string,
  { workspaceId, memberId }: MemberLink,
  now: Date,
): Promise<void> {
  const read = createReader(database);
  const [item, user] = await Promise.all([getMemberItem(read, workspaceId, memberId), getUser(read, userId)]);
  if (!user || !isMemberItem(item) || userIdOf(item) !== userId) return;
  const member = toMember(item);
  if (member.acceptedAt === null || member.email === user.email) return;
  const next = { ...member, email: user.email, updatedAt: nextTimestamp(now, member.updatedAt) };
  const actor = { kind: 'user', id: memberId, via: 'portal' } as const;
  await commit(database, [...replaceMember(next, item, writeConflict), userEmailIs(user)], actor);
}
