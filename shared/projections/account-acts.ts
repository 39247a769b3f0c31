import pLimit from 'p-limit';
import { putAuditEvent, type AuditEvent } from '../kernel/api/operation/audit-trail-store.ts';
import { accountActKind, toAccountAct, type AccountAct } from '../identity/audit/account-act-store.ts';
import { listMemberLinks, type MemberLink } from '../kernel/auth/member-link-store.ts';
import { userIdOf } from '../kernel/auth/membership-store.ts';
import { UNKNOWN_USER_ID } from '../kernel/auth/unknown-user.ts';
import type { Item, Reader } from '../kernel/core/database.ts';
import { createReader } from '../kernel/db/reader.ts';
import { tryCommit } from '../kernel/db/write.ts';
import { eventId } from '../kernel/log/event.ts';
import { getFormerItem, isMemberItem, toMember } from '../identity/members/member-store.ts';
import type { Member } from '../identity/members/member.ts';
import { getMemberItem } from '../kernel/auth/membership-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

const WRITES_AT_ONCE = 10;

/** An acceptance can be this much later than the act that it belongs to, in milliseconds. */
const TOLERANCE_MS = 1_000;

/**
 * Brings what people do with their accounts to the audit trails of the workspaces that they belonged to then: sign-ins,
 * failed ones, passwords, grants. The id of an entry follows from the act, so a repeated record writes the same item, and
 * a late one none that counts less.
 */
export const accountActs: Projection = {
  name: 'account-acts',
  follows: [accountActKind],
  deletionsOnly: false,
  async handle({ database, auditRetentionMs }, changes) {
    const read = createReader(database);
    const limit = pLimit(WRITES_AT_ONCE);
    for (const { after, key } of changes) {
      if (!after || accountActKind.idOf(key) === UNKNOWN_USER_ID) continue;
      const { userId, act, count } = toAccountAct(after);
      const links = await listMemberLinks(read, userId);
      await Promise.all(
        links.map((link) =>
          limit(async () => {
            const member = await memberThen(read, userId, link, act.at);
            if (!member) return;
            const id = eventId(`${after.pk}#${after.sk}`, link.workspaceId, new Date(act.at));
            const event = eventOf(act, { id, count, member });
            await tryCommit(database, [putAuditEvent(link.workspaceId, event, auditRetentionMs)]);
          }),
        ),
      );
    }
  },
  rebuild: {
    leads: (item) => (accountActKind.includes(item) ? [{ key: item }] : []),
  },
};

/** The person as an accepted member of a workspace at a time; undefined if they were none. */
async function memberThen(
  read: Reader,
  userId: string,
  { workspaceId, memberId }: MemberLink,
  at: number,
): Promise<Member | undefined> {
  const items = await Promise.all([
    getMemberItem(read, workspaceId, memberId),
    getFormerItem(read, workspaceId, memberId),
  ]);
  const isTheirs = (item: Item | undefined): item is Item => isMemberItem(item) && userIdOf(item) === userId;
  return items
    .filter(isTheirs)
    .map(toMember)
    .find((member) => belonged(member, at));
}

const belonged = ({ acceptedAt, removedAt }: Member, at: number): boolean =>
  acceptedAt !== null &&
  Date.parse(acceptedAt) <= at + TOLERANCE_MS &&
  (removedAt === null || Date.parse(removedAt) >= at);

function eventOf(
  { type, by, via, at, origin, target, changes = [] }: AccountAct,
  { id, count, member }: { id: string; count: number; member: Member },
): AuditEvent {
  const actors = {
    person: { kind: 'user', id: member.id, via },
    unknown: { kind: 'visitor', id: null, via },
    system: { kind: 'system', id: null, via },
  } as const;
  return {
    id,
    type,
    timestamp: new Date(at).toISOString(),
    actor: actors[by],
    target: { kind: type.slice(0, type.indexOf('.')), ...(target ?? { id: member.id, name: member.name }) },
    changes: [...changes],
    origin: origin && { network: origin.network, userAgent: origin.userAgent },
    requestId: origin?.requestId ?? null,
    credentialId: null,
    count,
  };
}
