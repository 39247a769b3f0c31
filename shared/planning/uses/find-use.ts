import { listAllTeamIds } from '../../identity/team/team-store.ts';
import type { IndexName, Item, Reader } from '../../kernel/core/database.ts';
import { keyResultIdOf, keyResultIndexes, keyResultsOfObjective } from '../key-results/key-result-store.ts';
import { objectiveUpdateIdOf, updatesOfObjective } from '../objective-updates/objective-update-store.ts';
import {
  recurringStoriesOfTeam,
  recurringStoryIdOf,
  toRecurringStory,
} from '../recurring-stories/recurring-story-store.ts';
import { sprintIdOf, sprintIndexes, sprintsOfObjective, toSprint } from '../sprints/sprint-store.ts';
import type { Story } from '../story/story.ts';
import { storyIndexes, storyKind, storyPartitions, toStory } from '../story/story-store.ts';
import {
  storyTemplateIdOf,
  templatesOfTeam,
  toStoryTemplate,
} from '../story-templates/story-template-store.ts';

/** As many of a kind are named. */
const NAMED_MAX = 100;

/** Keys that are read at once. */
const AT_ONCE = 100;

interface UseContext {
  read: Reader;
  workspaceId: string;
  /** Whether something goes, or no longer refers to others by a field of it. */
  isGoing: (id: string, field?: string) => boolean;
  /** The stories of a team, at least those that can have what is new. */
  storiesOf: (teamId: string) => Promise<readonly Pick<Story, 'id' | 'labels' | 'customFields'>[]>;
}

/** What stays and refers to something: what it is, and the ids. */
interface Uses {
  field: string;
  now: readonly string[];
}

/**
 * What stays and refers to something that is to be deleted or archived; undefined if nothing does. Of statuses, the
 * operation that archives them says so. Eventually consistent.
 */
export async function findUse(context: UseContext, used: Used): Promise<Uses | undefined> {
  for await (const uses of usesOf(context, used)) if (uses.now.length > 0) return uses;
  return undefined;
}

interface Used {
  resource: string;
  id: string;
  /** As it is shown now. */
  now: ShownFields | undefined;
}

type ShownFields = Readonly<Record<string, unknown>>;

async function* usesOf(context: UseContext, { resource, id, now }: Used): AsyncGenerator<Uses> {
  const { read } = context;
  const stories = async (partitions: string[], index: IndexName, field: keyof Story) => ({
    field: 'stories',
    now: await storiesIn(context, { index, partitions }, field, (story) => story[field] === id),
  });
  const both = (partition: (archived: boolean) => string) => [partition(false), partition(true)];
  if (resource === 'sprint') {
    const partitions = both((archived) => storyPartitions.sprint(id, archived));
    yield await stories(partitions, storyIndexes.sprint, 'sprintId');
  } else if (resource === 'objective') {
    const partitions = both((archived) => storyPartitions.objective(id, archived));
    yield await stories(partitions, storyIndexes.objective, 'objectiveId');
    yield* usesOfObjective(context, id);
  } else if (resource === 'key_result') {
    const objectiveId = String(now?.['objectiveId']);
    const partitions = both((archived) => storyPartitions.objective(objectiveId, archived));
    yield await stories(partitions, storyIndexes.objective, 'keyResultId');
  } else if (resource === 'label') {
    const has = ({ labels }: { labels: readonly string[] }) => labels.includes(id);
    yield await changedStories(context, now, 'labels', has);
    yield* contentsOf(context, now, 'labels', ({ labels = [] }) => labels.includes(id));
  } else if (resource === 'custom_field') {
    const key = String(now?.['key']);
    const has = ({ customFields = {} }: { customFields?: object | undefined }) =>
      Object.hasOwn(customFields, key);
    yield await changedStories(context, now, `customFields.${key}`, has);
    yield* contentsOf(context, now, 'customFields', has);
  } else if (resource === 'story_template') {
    const partition = recurringStoriesOfTeam(String(now?.['teamId']));
    const items = await read.query({ index: 'list', partition, limit: NAMED_MAX });
    const using = items.filter((item) => toRecurringStory(item).templateId === id);
    yield { field: 'recurringStories', now: staying(context, using.map(recurringStoryIdOf), 'templateId') };
  }
}

const staying = (context: UseContext, ids: readonly string[], field?: string): string[] =>
  ids.filter((id) => !context.isGoing(id, field)).slice(0, NAMED_MAX);

async function* usesOfObjective(context: UseContext, id: string): AsyncGenerator<Uses> {
  const { read } = context;
  const limit = NAMED_MAX;
  const sprints = await read.query({
    index: sprintIndexes.byObjective,
    partition: sprintsOfObjective(id),
    limit,
  });
  const found = await read.getMany(sprints, ['doc']);
  const having = found.flatMap((item) => (item && toSprint(item).objectiveId === id ? sprintIdOf(item) : []));
  yield { field: 'sprints', now: staying(context, having, 'objectiveId') };
  const results = await read.query({
    index: keyResultIndexes.byObjective,
    partition: keyResultsOfObjective(id),
    limit,
  });
  yield { field: 'keyResults', now: await existing(context, results, keyResultIdOf) };
  const updates = await read.query({ index: 'list', partition: updatesOfObjective(id), limit });
  yield { field: 'updates', now: await existing(context, updates, objectiveUpdateIdOf) };
}

/** The ids of those that are still there, and stay. */
async function existing(
  context: UseContext,
  keys: readonly Item[],
  idOf: (item: Item) => string,
): Promise<string[]> {
  const items = await context.read.getMany(keys, ['updatedAt']);
  return staying(
    context,
    items.flatMap((item) => (item ? idOf(item) : [])),
  );
}

/** The ids of stories in partitions of an index that stay and meet a condition. */
async function storiesIn(
  context: UseContext,
  { index, partitions }: { index: IndexName; partitions: readonly string[] },
  field: string,
  meets: (story: Story) => boolean,
): Promise<string[]> {
  const { read } = context;
  const ids: string[] = [];
  for (const partition of partitions) {
    for (let before: string | undefined; ids.length < NAMED_MAX;) {
      const keys = await read.query({ index, partition, limit: AT_ONCE, ...(before ? { before } : {}) });
      ids.push(...(await thatMeet(context, keys.map(storyKind.idOf), field, meets)));
      if (keys.length < AT_ONCE) break;
      before = keys.at(-1)!.pk;
    }
  }
  return ids.slice(0, NAMED_MAX);
}

/** Those of stories that stay and meet a condition now, whatever an index says. */
async function thatMeet(
  context: UseContext,
  ids: readonly string[],
  field: string,
  meets: (story: Story) => boolean,
): Promise<string[]> {
  const candidates = ids.filter((id) => !context.isGoing(id, field));
  const items = await context.read.getMany(candidates.map(storyKind.key), ['doc']);
  return items.flatMap((item) => (item && meets(toStory(item)) ? storyKind.idOf(item) : []));
}

/** The stories that have a new label or a value of a new custom field. */
async function changedStories(
  context: UseContext,
  now: ShownFields | undefined,
  field: string,
  meets: (story: Story) => boolean,
): Promise<Uses> {
  const ids: string[] = [];
  for (const teamId of await teamsOf(context, now)) {
    const stories = await context.storiesOf(teamId);
    const using = stories.filter((story) => meets(story as Story)).map(({ id }) => id);
    for (let at = 0; at < using.length && ids.length < NAMED_MAX; at += AT_ONCE)
      ids.push(...(await thatMeet(context, using.slice(at, at + AT_ONCE), field, meets)));
  }
  return { field: 'stories', now: ids.slice(0, NAMED_MAX) };
}

/** The teams that can use a label or a custom field: its own, or all of the workspace. */
async function teamsOf(
  { read, workspaceId }: UseContext,
  now: ShownFields | undefined,
): Promise<readonly string[]> {
  const teamId = now?.['teamId'];
  return typeof teamId === 'string' ? [teamId] : await listAllTeamIds(read, workspaceId);
}

interface Content {
  labels?: readonly string[] | undefined;
  customFields?: object | undefined;
}

/** The story templates and recurring stories that make stories with a label or a custom field. */
async function* contentsOf(
  context: UseContext,
  now: ShownFields | undefined,
  field: string,
  meets: (content: Content) => boolean,
): AsyncGenerator<Uses> {
  for (const teamId of await teamsOf(context, now)) {
    const list = (partition: string) => context.read.query({ index: 'list', partition, limit: NAMED_MAX });
    const templates = (await list(templatesOfTeam(teamId))).filter((item) => {
      const template = toStoryTemplate(item);
      return [template, ...template.subStories].some(meets);
    });
    yield { field: 'storyTemplates', now: staying(context, templates.map(storyTemplateIdOf), field) };
    const recurring = (await list(recurringStoriesOfTeam(teamId))).filter((item) =>
      meets(toRecurringStory(item).story),
    );
    yield { field: 'recurringStories', now: staying(context, recurring.map(recurringStoryIdOf), 'story') };
  }
}
