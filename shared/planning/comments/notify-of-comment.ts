import { nameOfPrincipal } from '../../identity/principals/name-of-principal.ts';
import { mailText } from '../../identity/mail/mail-text.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { tryCommit } from '../../kernel/db/write.ts';
import { commentKind, getCommentItem, toComment } from './comment-store.ts';
import type { StoredComment } from './comment.ts';
import { getStoryItem, toStory } from '../story/story-store.ts';
import { listWatches, watchUnlessChosen } from '../story/watcher-store.ts';
import type { ProjectionContext } from '../../kernel/log/projection.ts';
import type { NotifierContext } from '../news/notifier-context.ts';
import { forgetWatchers } from '../story/forget-watchers.ts';
import { findMentioned } from '../news/find-mentioned.ts';
import { excerpt, isNews } from '../news/news.ts';
import { reachableMembers } from '../news/team-members.ts';
import { deliverNews } from '../news/deliver-news.ts';
import { watchersOf } from '../story/watchers.ts';

/** Whether a comment was written or edited. The counters of its replies change it too; a rebuild knows neither. */
const isWritten = ({ before, after }: ItemChange): boolean =>
  before === undefined || (after !== undefined && after['updatedAt'] !== before['updatedAt']);

/** Notifies those whom a comment mentions, and those who watch its story. */
export async function notifyOfComment(context: NotifierContext, change: ItemChange): Promise<void> {
  if (!isWritten(change)) return;
  const read = createReader(context.database);
  const stored = await getCommentItem(read, commentKind.idOf(change.key));
  if (!stored) return;
  const comment = toComment(stored);
  const [found, chosen] = await Promise.all([
    getStoryItem(read, comment.storyId),
    listWatches(read, comment.storyId),
  ]);
  if (!found || comment.importedAt) return;
  if (!chosen.has(comment.authorId)) await haveWatch(context, comment);
  if (!isNews(comment.createdAt, context)) return;
  const story = toStory(found);
  const others = (await reachableMembers(read, story)).filter(({ id }) => id !== comment.authorId);
  const author =
    (await nameOfPrincipal(read, story.workspaceId, comment.authorId)) ?? mailText('story.someone');
  const watchers = watchersOf(story, chosen);
  const mentioned = await findMentioned(comment.content, others);
  const written = writerOf(stored);
  const common = {
    workspaceId: story.workspaceId,
    teamId: story.teamId,
    // One reason for both, so that an edit which adds a mention does not notify a watcher twice.
    reason: ['story comment', comment.id],
    at: comment.createdAt,
    actor: written.id === comment.authorId ? written : { ...written, id: comment.authorId },
    about: { storyId: story.id },
    source: { type: 'comment', id: comment.id },
  } as const;
  const text = { paragraphs: [], written: excerpt(comment.content) };
  const names = { name: author, story: `${story.reference}: ${story.title}` };
  await deliverNews(context, {
    ...common,
    kind: 'mentioned',
    members: others.filter(({ id }) => mentioned.has(id)),
    mail: { title: mailText('story.mentioned', names), ...text },
  });
  await deliverNews(context, {
    ...common,
    kind: 'commented',
    members: others.filter(({ id }) => !mentioned.has(id) && watchers.has(id)),
    mail: { title: mailText('story.commented', names), ...text },
  });
}

/** Has the author of a comment watch its story from now on. */
async function haveWatch(context: ProjectionContext, { storyId, authorId }: StoredComment): Promise<void> {
  await tryCommit(context.database, [watchUnlessChosen(storyId, authorId, writeConflict)]);
  // It may have been deleted meanwhile, together with who watched it.
  if (!(await getStoryItem(createReader(context.database), storyId))) await forgetWatchers(context, storyId);
}
