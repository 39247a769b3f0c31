import { createReader } from '../../kernel/db/reader.ts';
import {
  getMemberItems,
  isMemberItem,
  listTeamMemberIds,
  memberIdOf,
  toMember,
} from '../../identity/members/member-store.ts';
import { toMembership } from '../../kernel/auth/membership-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { Story } from '../../planning/stories/story.ts';
import type { ProjectionContext } from '../projection.ts';
import { queueUserMail } from './queue-user-mail.ts';

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
  /** The reason for the mail, which is sent once to each person. */
  reason: readonly string[];
  /** The id of who caused it, unless it is the service. */
  causedBy?: string | undefined;
  members: readonly TeamMember[];
  title: string;
  paragraphs: readonly string[];
}

/** Queues a mail for each member, unless one was queued for this reason before. */
export async function queueMemberMail(context: ProjectionContext, news: MemberNews): Promise<void> {
  const read = createReader(context.database);
  const { workspaceId, reason, causedBy, members, title, paragraphs } = news;
  const footer = 'You get this because you were mentioned or assigned, or watch the story.';
  const notification = {
    workspaceId,
    subscriptionId: workspaceId,
    reason,
    causedBy,
    title,
    body: { paragraphs, footer },
  };
  for (const { userId } of members) await queueUserMail(context, read, userId, notification);
}
