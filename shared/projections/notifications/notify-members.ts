import { truncate } from '../../core/truncate.ts';
import {
  commentKind,
  findReplies,
  findRoots,
  getCommentItem,
  toComment,
} from '../../comments/comment-store.ts';
import { commit } from '../../db/write.ts';
import { createReader } from '../../db/reader.ts';
import { writerOf } from '../../db/signature.ts';
import type { ItemChange } from '../../db/stream-record.ts';
import { getStatusItem, toStatus } from '../../statuses/status-store.ts';
import type { Story } from '../../stories/story.ts';
import { getStoryItem, storyKind, toStory } from '../../stories/story-store.ts';
import { deleteWatches, listWatches, watchedStoryOf } from '../../stories/watcher-store.ts';
import type { Reader } from '../../core/database.ts';
import type { Projection, ProjectionContext } from '../projection.ts';
import { mentionedIn } from './mentions.ts';
import { reachableMembers, tellMembers } from './tell-members.ts';

/** How long after it happened something is still news, in milliseconds: a rebuild must not bring up the past. */
const NEWS_MS = 24 * 60 * 60 * 1000;
/** How much of a comment a mail shows. */
const EXCERPT_MAX_CHARACTERS = 500;
/** DynamoDB's limit on transactions. */
const DELETES_AT_ONCE = 100;
/** The newest comments of a story, whose authors watch it. */
const COMMENTS_READ = 200;

/**
 * Tells members by mail of what concerns them in stories that they can read now: mentions in comments, assignments, and
 * comments on and the status of what they watch; never of what they did themselves. Each piece of news is a reason of its
 * own, so that records which come twice make one mail.
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
      if (commentKind.includes(change.key)) await tellOfComment(context, change);
      else await tellOfStory(context, change);
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

const isNews = (at: string, { now }: ProjectionContext): boolean => now.getTime() - Date.parse(at) < NEWS_MS;

/** Who watches a story: its reporter, assignee and commenters, unless they chose otherwise, and those who chose to. */
async function watchersOf(read: Reader, story: Story): Promise<Set<string>> {
  const [chosen, roots] = await Promise.all([
    listWatches(read, story.id),
    findRoots(read, story.id, { before: undefined, limit: COMMENTS_READ }),
  ]);
  const replies = await Promise.all(roots.map(({ pk }) => findReplies(read, commentKind.idOf({ pk }))));
  const authors = [...roots, ...replies.flat()].map((item) => toComment(item).authorId);
  const watching = new Set([story.reporterId, story.assigneeId, ...authors].filter((id) => id !== null));
  for (const [id, watches] of chosen) {
    if (watches) watching.add(id);
    else watching.delete(id);
  }
  return watching;
}

async function tellOfComment(context: ProjectionContext, { key }: ItemChange): Promise<void> {
  const read = createReader(context.database);
  const stored = await getCommentItem(read, commentKind.idOf(key));
  const comment = stored && toComment(stored);
  if (!comment || !isNews(comment.createdAt, context)) return;
  const found = await getStoryItem(read, comment.storyId);
  if (!found) return;
  const story = toStory(found);
  const [all, watchers] = await Promise.all([reachableMembers(read, story), watchersOf(read, story)]);
  const author = all.find(({ id }) => id === comment.authorId)?.name ?? 'Somebody';
  const others = all.filter(({ id }) => id !== comment.authorId);
  const mentioned = new Set(mentionedIn(comment.content, others));
  const paragraphs = [truncate(comment.content, EXCERPT_MAX_CHARACTERS)];
  const common = { workspaceId: story.workspaceId, paragraphs };
  // One reason for both, so that an edit which adds a mention does not tell a watcher twice.
  const reason = ['story comment', comment.id];
  await tellMembers(context, {
    ...{ ...common, reason, members: others.filter(({ id }) => mentioned.has(id)) },
    title: `${author} mentioned you in ${story.reference}: ${story.title}`,
  });
  await tellMembers(context, {
    ...{ ...common, reason, members: others.filter(({ id }) => !mentioned.has(id) && watchers.has(id)) },
    title: `${author} commented on ${story.reference}: ${story.title}`,
  });
}

async function tellOfStory(context: ProjectionContext, { before, after }: ItemChange): Promise<void> {
  if (after?.['doc'] === undefined || !isNews(after['updatedAt'] as string, context)) return;
  const story = toStory(after);
  const was = before?.['doc'] === undefined ? undefined : toStory(before);
  const isAssigned = story.assigneeId !== null && story.assigneeId !== was?.assigneeId;
  const isMoved = was !== undefined && story.statusId !== was.statusId;
  if ((!isAssigned && !isMoved) || story.importedAt) return;
  const read = createReader(context.database);
  const actor = writerOf(after).id;
  const members = (await reachableMembers(read, story)).filter(({ id }) => id !== actor);
  const common = { workspaceId: story.workspaceId };
  if (isAssigned) {
    await tellMembers(context, {
      ...common,
      reason: ['assigned', story.id, story.updatedAt],
      members: members.filter(({ id }) => id === story.assigneeId),
      title: `You are now assigned to ${story.reference}: ${story.title}`,
      paragraphs: story.description ? [truncate(story.description, EXCERPT_MAX_CHARACTERS)] : [],
    });
  }
  if (!isMoved) return;
  const [status, watchers] = await Promise.all([
    getStatusItem(read, story.statusId),
    watchersOf(read, story),
  ]);
  await tellMembers(context, {
    ...common,
    reason: ['story status', story.id, story.updatedAt],
    members: members.filter(({ id }) => watchers.has(id)),
    title: `${status ? toStatus(status).name : 'Moved'}: ${story.reference} ${story.title}`,
    paragraphs: ['The status of this story, which you watch, has changed.'],
  });
}
