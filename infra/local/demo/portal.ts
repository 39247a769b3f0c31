import { originOf } from '../../../shared/kernel/core/origin.ts';
import { createReader } from '../../../shared/kernel/db/reader.ts';
import { commit } from '../../../shared/kernel/db/write.ts';
import { putFeedbackComment } from '../../../shared/feedback/items/comment-store.ts';
import type { FeedbackItem } from '../../../shared/feedback/items/item.ts';
import { countVotes } from '../../../shared/feedback/items/vote-count-store.ts';
import { putVote } from '../../../shared/feedback/items/vote-store.ts';
import { putPost } from '../../../shared/feedback/items/author-store.ts';
import { putItem } from '../../../shared/feedback/items/item-store.ts';
import { newId } from '../../../shared/kernel/core/id.ts';
import { putImage } from '../../../shared/feedback/portal/image-store.ts';
import type { Portal } from '../../../shared/feedback/portal/portal.ts';
import { putPortal } from '../../../shared/feedback/portal/portal-store.ts';
import { slugOf } from '../../../shared/kernel/slugs/slug.ts';
import { findBySlug } from '../../../shared/kernel/slugs/slug-store.ts';
import { renderBody } from '../../../shared/feedback/updates/render-body.ts';
import { putUpdate } from '../../../shared/feedback/updates/update-store.ts';
import { wavesPicture } from './picture.ts';
import { makePeople, type DemoPerson } from './portal-people.ts';
import { boards, DEMO_PORTAL, items, news, type DemoItem, type DemoNews } from './portal-plan.ts';
import type { Database } from '../../../shared/kernel/core/database.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const daysAgo = (days: number): Date => new Date(Date.now() - days * DAY_MS);
const fail = () => new Error('The demo portal could not be created.');

/**
 * Creates the demo's feedback portal with half a year of history, directly in the table, since votes and
 * posts cannot be backdated through the pages. Links items to stories of the same name. Returns the portal's
 * slug.
 */
export async function makeDemoPortal(
  database: Database,
  workspaceId: string,
  stories: readonly { id: string; title: string }[],
): Promise<string> {
  const read = createReader(database);
  const taken = await findBySlug(read, 'portal', DEMO_PORTAL);
  const createdAt = daysAgo(180).toISOString();
  const logoImageId = newId(daysAgo(180));
  const portal: Portal = {
    id: newId(daysAgo(180)),
    workspaceId,
    name: 'Tidepool',
    slug: taken === undefined ? DEMO_PORTAL : `${DEMO_PORTAL}-${workspaceId.slice(-6)}`,
    formerSlugs: [],
    description: 'Notes that come and go like the tide. Tell us what you miss, and see what comes next.',
    color: '#0f8b8d',
    logoImageId,
    visibility: 'public',
    boards: boards.map((board) => ({ id: newId(daysAgo(180)), ...board })),
    createdAt,
    updatedAt: createdAt,
    embedOrigins: [],
    websiteUrl: null,
    privacyUrl: null,
    imprintUrl: null,
    language: 'en',
    host: null,
  };
  const image = { portalId: portal.id, type: 'image/png' as const, createdAt };
  const logo = wavesPicture({ width: 96, height: 96 }, [186, 240, 232], [7, 89, 97], 1);
  const kept = putImage({ ...image, id: logoImageId, bytes: logo }, fail, [portal.id]);
  await commit(database, [...putPortal(portal, fail), ...kept]);
  const people = await makePeople(database, { workspaceId, portalId: portal.id }, visitorsOf(items));
  let next = 0;
  const planned = items.map((item) => {
    const voters = votersOf(people.voters, item, next);
    next += voters.length;
    return { ...item, voters: [people.byName.get(item.author)!, ...voters] };
  });
  const made = await Promise.all(
    planned.map((item) => makeItem(database, portal, item, { stories, byName: people.byName })),
  );
  await Promise.all(news.map((one) => publish(database, portal, one, made)));
  return portal.slug;
}

/** The people who comment for the team. */
const MEMBERS: ReadonlySet<string> = new Set(['Ada Admin', 'Max Member']);

/** The visitors who write, each once. */
const visitorsOf = (planned: readonly DemoItem[]): string[] => {
  const authors = planned.flatMap(({ author, comments = [] }) => [author, ...comments.map(([name]) => name)]);
  return [...new Set(authors)].filter((name) => !MEMBERS.has(name));
};

/** Those who vote for an item in addition to its author: from a place on, so that items next to each other share none. */
const votersOf = (people: readonly DemoPerson[], { votes }: DemoItem, from: number): DemoPerson[] =>
  Array.from({ length: votes - 1 }, (_, position) => people[(from + position) % people.length]!);

interface DemoContent {
  stories: readonly { id: string; title: string }[];
  byName: ReadonlyMap<string, DemoPerson>;
}

async function makeItem(
  database: Database,
  portal: Portal,
  planned: DemoItem & { voters: readonly DemoPerson[] },
  { stories, byName }: DemoContent,
): Promise<FeedbackItem> {
  const { board, title, status, author, voters, age, comments = [] } = planned;
  const made = daysAgo(age);
  const { visitorId, userId } = byName.get(author)!;
  const item: FeedbackItem = {
    id: newId(made),
    portalId: portal.id,
    boardId: portal.boards[board]!.id,
    slug: slugOf(title, 'item'),
    title,
    description: planned.description ?? null,
    status,
    roadmapSummary: planned.roadmapSummary ?? null,
    authorId: visitorId,
    authorName: author,
    authorKind: 'visitor',
    origin: 'visitor',
    storyIds: stories.filter((story) => story.title === title).map(({ id: storyId }) => storyId),
    hidden: false,
    addedBy: null,
    officialCommentId: null,
    mergedIntoId: null,
    tags: planned.tags ?? [],
    internalTags: [],
    createdAt: made.toISOString(),
    updatedAt: made.toISOString(),
    voteCount: 0,
    commentCount: 0,
  };
  await commit(database, [...putItem(item, fail), putPost(userId, { kind: 'item', id: item.id })]);
  await vote(database, item.id, voters, age);
  for (const [position, [authorName, content]] of comments.entries()) {
    const at = daysAgo(age - 1 - position * 2);
    const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
    const person = byName.get(authorName);
    const authorId = person?.visitorId ?? newId(at);
    const comment = { id: newId(at), portalId: portal.id, itemId: item.id, authorId };
    const authorKind = person ? ('visitor' as const) : ('user' as const);
    const origin = originOf({ kind: authorKind });
    const said = {
      ...comment,
      authorName,
      authorKind,
      origin,
      content,
      hidden: false,
      internal: false,
      parentId: null,
      editedAt: null,
      ...times,
    };
    const post = person && putPost(person.userId, { kind: 'comment', id: comment.id });
    await commit(database, [...putFeedbackComment(said, fail), ...(post ? [post] : [])]);
  }
  return item;
}

/** Each is a change of a transaction, which has at most 100 (AWS limit). */
const VOTES_AT_ONCE = 50;

/** The votes of people, spread over the days since the item was written. */
async function vote(
  database: Database,
  itemId: string,
  voters: readonly DemoPerson[],
  age: number,
): Promise<void> {
  for (let start = 0; start < voters.length; start += VOTES_AT_ONCE) {
    const some = voters.slice(start, start + VOTES_AT_ONCE);
    const votes = some.map(({ userId }, position) =>
      putVote({ itemId, userId }, daysAgo(age * (1 - (start + position) / voters.length)), fail),
    );
    await commit(database, [...votes, countVotes(itemId, votes.length, fail)]);
  }
}

async function publish(
  database: Database,
  portal: Portal,
  { title, summary, body, age, about, cover = false }: DemoNews,
  made: readonly FeedbackItem[],
): Promise<void> {
  const at = daysAgo(age);
  const times = { createdAt: at.toISOString(), updatedAt: at.toISOString() };
  const coverImageId = cover ? newId(at) : null;
  if (coverImageId) {
    const bytes = wavesPicture({ width: 960, height: 420 }, [244, 214, 170], [15, 100, 120], age % 2 ? 2 : 3);
    const image = { portalId: portal.id, type: 'image/png' as const, createdAt: at.toISOString() };
    await commit(database, putImage({ ...image, id: coverImageId, bytes }, fail));
  }
  const linkedItemIds = made.filter((item) => about.includes(item.title)).map(({ id }) => id);
  const update = { id: newId(at), portalId: portal.id, slug: slugOf(title, 'update'), formerSlugs: [] };
  await commit(
    database,
    putUpdate(
      {
        ...update,
        title,
        summary,
        body,
        coverImageId,
        linkedItemIds,
        publishedAt: at.toISOString(),
        scheduledFor: null,
        ...times,
      },
      await renderBody({ body }),
      fail,
    ),
  );
}
