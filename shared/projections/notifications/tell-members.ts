import { WriteConflict } from '../../core/errors.ts';
import { createReader } from '../../db/reader.ts';
import { commit } from '../../db/write.ts';
import { queueMail } from '../../mail/mail-store.ts';
import { subjectLine } from '../../mail/mail.ts';
import { getUser } from '../../members/user-store.ts';
import {
  getMemberItems,
  isMemberItem,
  listTeamMemberIds,
  memberIdOf,
  toMember,
} from '../../members/member-store.ts';
import { toMembership } from '../../auth/membership-store.ts';
import type { Reader } from '../../core/database.ts';
import type { Story } from '../../stories/story.ts';
import type { ProjectionContext } from '../projection.ts';

/** Somebody who can read a story now, and has accepted the workspace. */
interface TeamMember {
  id: string;
  name: string;
  userId: string;
}

/** The members of a story's team who can be written to. */
export async function reachableMembers(
  read: Reader,
  story: Pick<Story, 'teamId' | 'workspaceId'>,
): Promise<TeamMember[]> {
  const ids = await listTeamMemberIds(read, story.teamId);
  const items = await getMemberItems(read, story.workspaceId, ids);
  return items.filter(isMemberItem).flatMap((item) => {
    const { userId, accepted } = toMembership(item);
    return accepted && userId !== undefined
      ? [{ id: memberIdOf(item), name: toMember(item).name, userId }]
      : [];
  });
}

interface MemberNews {
  workspaceId: string;
  /** What is news, once for each person. */
  reason: readonly string[];
  members: readonly TeamMember[];
  title: string;
  paragraphs: readonly string[];
}

/** Queues a mail for each member, unless one was queued for this reason before. */
export async function tellMembers({ database, now }: ProjectionContext, news: MemberNews): Promise<void> {
  const read = createReader(database);
  const { workspaceId, title, paragraphs } = news;
  for (const { userId } of news.members) {
    const user = await getUser(read, userId);
    if (!user) continue;
    const mail = queueMail(
      {
        to: user.email,
        subject: subjectLine(title),
        body: {
          title,
          paragraphs,
          footer: 'You get this because you were mentioned or assigned, or watch the story.',
        },
        subscription: { userId, portalId: workspaceId },
        reason: [...news.reason, userId],
        workspaceId,
      },
      now,
      () => new WriteConflict(),
    );
    try {
      await commit(database, [mail]);
    } catch (error) {
      // It was queued before.
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
}
