import { getStatusItem, toStatus } from '../../identity/status/status-store.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { toStory } from '../story/story-store.ts';
import { listWatches } from '../story/watcher-store.ts';
import type { NotifierContext } from '../news/notifier-context.ts';
import { isImport, isNews } from '../news/news.ts';
import { reachableMembers } from '../news/team-members.ts';
import { deliverNews } from '../news/deliver-news.ts';
import { watchersOf } from '../story/watchers.ts';

/** Notifies the new assignee of a story, and those who watch it of its new status. */
export async function notifyOfStory(context: NotifierContext, { before, after }: ItemChange): Promise<void> {
  if (after?.['doc'] === undefined || !isNews(after['updatedAt'] as string, context)) return;
  const story = toStory(after);
  const was = before?.['doc'] === undefined ? undefined : toStory(before);
  const isAssigned = story.assigneeId !== null && story.assigneeId !== was?.assigneeId;
  const isMoved = was !== undefined && story.statusId !== was.statusId;
  if ((!isAssigned && !isMoved) || isImport(story)) return;
  const read = createReader(context.database);
  const actor = writerOf(after);
  const members = (await reachableMembers(read, story)).filter(({ id }) => id !== actor.id);
  const { workspaceId, teamId } = story;
  const common = { workspaceId, teamId, at: story.updatedAt, actor, about: { storyId: story.id } };
  if (isAssigned) {
    await deliverNews(context, {
      ...common,
      kind: 'assigned',
      reason: ['assigned', story.id, story.updatedAt],
      members: members.filter(({ id }) => id === story.assigneeId),
      mail: {
        ...(await (await import('./assignment-in-mail.ts')).assignmentInMail(read, story, actor)),
      },
    });
  }
  if (!isMoved) return;
  const [status, chosen] = await Promise.all([
    getStatusItem(read, story.statusId),
    listWatches(read, story.id),
  ]);
  const watchers = watchersOf(story, chosen);
  await deliverNews(context, {
    ...common,
    kind: 'status_changed',
    reason: ['story status', story.id, story.updatedAt],
    members: members.filter(({ id }) => watchers.has(id)),
    mail: {
      title: mailText('story.news', {
        status: status ? toStatus(status).name : mailText('story.moved'),
        story: `${story.reference} ${story.title}`,
      }),
      paragraphs: [mailText('story.movedText')],
    },
  });
}
