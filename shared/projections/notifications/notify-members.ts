import type { StoredComment } from '../../planning/comments/comment.ts';
import { commentKind, getCommentItem, toComment } from '../../planning/comments/comment-store.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { commit, tryCommit } from '../../kernel/db/write.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { principalOf } from '../../identity/principals/principal-of.ts';
import { findPrincipal } from '../../identity/principals/visible-principal.ts';
import { getStatusItem, toStatus } from '../../identity/statuses/status-store.ts';
import type { Story } from '../../planning/stories/story.ts';
import { getStoryItem, storyKind, toStory } from '../../planning/stories/story-store.ts';
import {
  deleteWatches,
  listWatches,
  watchedStoryOf,
  watchUnlessChosen,
} from '../../planning/stories/watcher-store.ts';
import type { Projection, ProjectionContext } from '../projection.ts';
import { mentionedIn } from './mentions.ts';
import { excerpt, isNews } from './news.ts';
import { reachableMembers, queueMemberMail } from './member-mail.ts';

/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;

/**
 * Mails members what concerns them in stories that they can read now: mentions in comments, assignments, and comments on
 * and the status of what they watch; never what they did themselves. Each piece of news is a reason of its own, so that
 * records which come twice make one mail.
 */
export const notifyMembers: Projection = {
  name: 'notify-members',
  follows: [storyKind, commentKind],
  deletionsOnly: false,
  async handle(context, changes) {
    for (const { key, after } of changes) {
      if (storyKind.includes(key) && after === undefined) await forgetWatchers(context, storyKind.idOf(key));
    }
    if (context.sendsMail === false) return;
    for (const change of changes) {
      if (commentKind.includes(change.key)) await notifyOfComment(context, change);
      else await notifyOfStory(context, change);
    }
  },
  // Mails about a change of a story are made from its record alone; a rebuild has none.
  rebuild: {
    leads: (item) => {
      const watched = watchedStoryOf(item);
      if (watched) return [{ key: watched }];
      return commentKind.includes(item) ? [{ key: item }] : [];
    },
  },
};

async function forgetWatchers({ database }: ProjectionContext, storyId: string): Promise<void> {
  const changes = await deleteWatches(createReader(database), storyId);
  for (let start = 0; start < changes.length; start += DELETES_AT_ONCE) {
    await commit(database, changes.slice(start, start + DELETES_AT_ONCE));
  }
}

/**
 * The watchers of a story: its reporter and assignee, unless they chose otherwise, and those who chose to or commented.
 */
function watchersOf({ reporterId, assigneeId }: Story, chosen: ReadonlyMap<string, boolean>): Set<string> {
  const watching = new Set([reporterId, assigneeId].filter((id) => id !== null));
  for (const [id, watches] of chosen) {
    if (watches) watching.add(id);
    else watching.delete(id);
  }
  return watching;
}

/** Whether a comment was written or edited. The counters of its replies change it too; a rebuild knows neither. */
const isWritten = ({ before, after }: ItemChange): boolean =>
  before === undefined || (after !== undefined && after['updatedAt'] !== before['updatedAt']);

async function notifyOfComment(context: ProjectionContext, change: ItemChange): Promise<void> {
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
  const all = await reachableMembers(read, story);
  const others = all.filter(({ id }) => id !== comment.authorId);
  const author = await nameOfAuthor(read, story.workspaceId, comment.authorId);
  const watchers = watchersOf(story, chosen);
  const mentioned = new Set(mentionedIn(comment.content, others));
  const paragraphs = [excerpt(comment.content)];
  const common = { workspaceId: story.workspaceId, causedBy: comment.authorId, paragraphs };
  // One reason for both, so that an edit which adds a mention does not mail a watcher twice.
  const reason = ['story comment', comment.id];
  await queueMemberMail(context, {
    ...common,
    reason,
    members: others.filter(({ id }) => mentioned.has(id)),
    title: `${author} mentioned you in ${story.reference}: ${story.title}`,
  });
  await queueMemberMail(context, {
    ...common,
    reason,
    members: others.filter(({ id }) => !mentioned.has(id) && watchers.has(id)),
    title: `${author} commented on ${story.reference}: ${story.title}`,
  });
}

/** The name of a member or service account, also of a former one. */
async function nameOfAuthor(read: Reader, workspaceId: string, id: string): Promise<string> {
  const { current, former } = await findPrincipal(read, workspaceId, id);
  const item = current ?? former;
  return item ? principalOf(id, item).name : 'Somebody';
}

/** Has the author of a comment watch its story from now on. */
async function haveWatch(context: ProjectionContext, { storyId, authorId }: StoredComment): Promise<void> {
  await tryCommit(context.database, [watchUnlessChosen(storyId, authorId, writeConflict)]);
  // It may have been deleted meanwhile, together with who watched it.
  if (!(await getStoryItem(createReader(context.database), storyId))) await forgetWatchers(context, storyId);
}

async function notifyOfStory(context: ProjectionContext, { before, after }: ItemChange): Promise<void> {
  if (after?.['doc'] === undefined || !isNews(after['updatedAt'] as string, context)) return;
  const story = toStory(after);
  const was = before?.['doc'] === undefined ? undefined : toStory(before);
  const isAssigned = story.assigneeId !== null && story.assigneeId !== was?.assigneeId;
  const isMoved = was !== undefined && story.statusId !== was.statusId;
  if ((!isAssigned && !isMoved) || story.importedAt) return;
  const read = createReader(context.database);
  const actor = writerOf(after).id;
  const members = (await reachableMembers(read, story)).filter(({ id }) => id !== actor);
  const common = { workspaceId: story.workspaceId, causedBy: actor ?? undefined };
  if (isAssigned) {
    await queueMemberMail(context, {
      ...common,
      reason: ['assigned', story.id, story.updatedAt],
      members: members.filter(({ id }) => id === story.assigneeId),
      title: `You are now assigned to ${story.reference}: ${story.title}`,
      paragraphs: story.description ? [excerpt(story.description)] : [],
    });
  }
  if (!isMoved) return;
  const [status, chosen] = await Promise.all([
    getStatusItem(read, story.statusId),
    listWatches(read, story.id),
  ]);
  const watchers = watchersOf(story, chosen);
  await queueMemberMail(context, {
    ...common,
    reason: ['story status', story.id, story.updatedAt],
    members: members.filter(({ id }) => watchers.has(id)),
    title: `${status ? toStatus(status).name : 'Moved'}: ${story.reference} ${story.title}`,
    paragraphs: ['The status of this story, which you watch, has changed.'],
  });
}
