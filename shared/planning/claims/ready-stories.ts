import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item } from '../../kernel/core/database.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { findBlockedStoryIds, getStoryRelations } from '../story/story-relations-store.ts';
import { isUnfinished, type StoryRelation } from '../story/story-relations.ts';
import { findStoryIds, guessStoryIds } from '../stories/query-stories.ts';
import type { StoryFilter } from '../stories/story-conditions.ts';
import type { StorySort } from '../story/story-order.ts';
import { nothingNamed, understandQuery } from '../stories/understand-query.ts';
import { getStoryItem, storyTeamOf, toStory } from '../story/story-store.ts';
import { heldClaim } from '../story-parts/claim.ts';

/** Stories that a call considers, and how many of them it reads at a time. */
const CONSIDERED_MAX = 300;
const READ_AT_ONCE = 25;

/** As many candidates as a call needs, however many callers there are. */
const ENOUGH = 100;

/** From how many stories a call picks at least, once another caller was faster. */
const MIN_SPREAD = 8;

const readyOrder: readonly StorySort[] = ['-priority', 'endDate', 'createdAt'];

type ReadyStoriesContext = Pick<OperationContext, 'caller' | 'read' | 'now' | 'setting' | 'randomBytes'>;

interface ReadyQuery {
  filter: string | undefined;
  teamId: string | undefined;
}

/**
 * Proposes stories to claim, as many at a time as `missing` says: the read model orders them, the table says whether they
 * are ready. The first ones come first unless others are claiming at the same time; then a call picks at random among
 * more of them, so that not all callers try the same.
 */
export async function* findReadyStories(
  context: ReadyStoriesContext,
  wanted: ReadyQuery,
  missing: () => number,
): AsyncGenerator<Item[]> {
  const stored = storedStories(context);
  const ids = await findCandidates(context, wanted, stored);
  let spread = 0;
  for (let start = 0; start < ids.length && missing() > 0; start += READ_AT_ONCE) {
    const { ready, rivals } = await readReady(context, ids.slice(start, start + READ_AT_ONCE), stored);
    spread = Math.max(spread, 2 * rivals);
    for (let free = ready; free.length > 0 && missing() > 0;) {
      const picked = pick(free, missing(), spread, context);
      yield picked;
      free = free.filter((item) => !picked.includes(item));
      spread = Math.max(MIN_SPREAD, 2 * spread);
    }
  }
}

type StoredStory = Promise<{ item: Item | undefined; blockers: StoryRelation[] }>;

/** Reads stories with what they wait for, each once. */
function storedStories({ read }: Pick<ReadyStoriesContext, 'read'>): (id: string) => StoredStory {
  const known = new Map<string, StoredStory>();
  const load = async (id: string): StoredStory => {
    const [item, stored] = await Promise.all([getStoryItem(read, id), getStoryRelations(read, id)]);
    return { item, blockers: (stored?.relations ?? []).filter(({ type }) => type === 'blocked_by') };
  };
  return (id) => {
    const stored = known.get(id) ?? load(id);
    known.set(id, stored);
    return stored;
  };
}

/** The ids of stories that seem ready, in order. Starts to read those that seemed so before, in the same round trip. */
async function findCandidates(
  context: ReadyStoriesContext,
  wanted: ReadyQuery,
  stored: (id: string) => StoredStory,
): Promise<string[]> {
  const { filter, sort } = await understand(context, wanted);
  const unfinished = { not: { traits: { statusCategory: ['completed', 'cancelled'] } } } as const;
  const conditions = [...(filter.conditions ?? []), unfinished];
  const ready: StoryFilter = { claimed: false, ...filter, conditions };
  const order = sort === undefined || sort.includes('relevance') ? readyOrder : sort;
  for (const id of guessStoryIds(ready, order, READ_AT_ONCE)) stored(id).catch(() => undefined);
  const find = (more: Partial<StoryFilter> = {}) =>
    findStoryIds(context, { ...ready, ...more }, order, CONSIDERED_MAX);
  if (filter.blocked) return await find();
  // Both at once, in one round trip; only where many are blocked, the read model is asked again without them.
  const [ids, blocked] = await Promise.all([find(), findBlockedStoryIds(context.read, filter.teams)]);
  const free = ids.filter((id) => !blocked.has(id));
  if (ids.length < CONSIDERED_MAX || free.length >= ENOUGH) return free;
  return await find({ blocked: { wanted: false, ids: [...blocked] } });
}

/** What the request asks for; its filter is part of the body. */
async function understand(context: ReadyStoriesContext, { filter, teamId }: ReadyQuery) {
  try {
    return await understandQuery({ filter, teamId }, nothingNamed, context);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'invalid_request') throw error;
    throw invalidRequest(error.fields.map((field) => ({ ...field, in: 'body' })));
  }
}

/** Those of the stories that are ready now, and how many of the others were claimed since the request began. */
async function readReady(
  { caller, read, now }: ReadyStoriesContext,
  ids: readonly string[],
  stored: (id: string) => StoredStory,
): Promise<{ ready: Item[]; rivals: number }> {
  const found = await Promise.all(ids.map(stored));
  const states = await Promise.all(
    found.map(async ({ item, blockers }) => {
      if (!item || !caller.teamIds.has(storyTeamOf(item))) return 'unsuitable';
      const story = toStory(item);
      const claim = heldClaim(story, now);
      if (claim) return claim.claimedAt >= now.toISOString() ? 'rival' : 'unsuitable';
      const { completedAt, archivedAt, triage } = story;
      if (completedAt !== null || archivedAt !== null || triage !== null) return 'unsuitable';
      const waits = await Promise.all(blockers.map((blocker) => isWaitedFor({ read }, blocker)));
      return waits.includes(true) ? 'unsuitable' : 'ready';
    }),
  );
  return {
    ready: found.flatMap(({ item }, position) => (states[position] === 'ready' ? item! : [])),
    rivals: states.filter((state) => state === 'rival').length,
  };
}

/** Whether a story blocks another now; if its status differs from the copy, unless it is completed. */
async function isWaitedFor(
  { read }: Pick<ReadyStoriesContext, 'read'>,
  { storyId, blocker }: StoryRelation,
): Promise<boolean> {
  if (!blocker || isUnfinished(blocker.statusCategory)) return true;
  const item = await getStoryItem(read, storyId);
  if (!item) return false;
  const { statusId, completedAt } = toStory(item);
  return completedAt === null && statusId !== blocker.statusId;
}

/** Picks some of the items at random among the first ones, in their order. */
function pick(
  items: readonly Item[],
  count: number,
  spread: number,
  { randomBytes }: Pick<ReadyStoriesContext, 'randomBytes'>,
): Item[] {
  const pool = items.slice(0, count + spread);
  while (pool.length > count) pool.splice(randomBytes(4).readUInt32BE() % pool.length, 1);
  return pool;
}
