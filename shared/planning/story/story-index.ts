import { priorities } from '../../kernel/core/priority.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { withLongText } from '../../kernel/db/long-text.ts';
import { eventLog } from '../../kernel/log/event-log.ts';
import type { IndexedDocument, ModelDefinition } from '../../kernel/read-model/definition.ts';
import { getStatusCategories } from '../../identity/status/status-categories.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';
import { standingOf } from '../story-parts/standing.ts';
import type { Story } from './story.ts';
import { getStoryItem, storyPartitions, storyTeamOf, toStory } from './story-store.ts';

/** Stories read at once by the first build: some 50 ms of computing, so that a request notices in time that it is late. */
const STORIES_PER_STEP = 200;

/** The read model of a team's stories. */
export const storyModel: ModelDefinition = {
  name: 'stories',
  version: 4,
  columns: {
    sequenceId: 'INTEGER',
    statusId: 'TEXT',
    statusCategory: 'TEXT',
    assigneeId: 'TEXT',
    reporterId: 'TEXT',
    sprintId: 'TEXT',
    objectiveId: 'TEXT',
    keyResultId: 'TEXT',
    parentId: 'TEXT',
    priority: 'INTEGER',
    estimateValue: 'REAL',
    archived: 'INTEGER',
    endDate: 'TEXT',
    completedAt: 'TEXT',
    createdAt: 'TEXT',
    updatedAt: 'TEXT',
    claimedBy: 'TEXT',
    claimedUntil: 'TEXT',
    links: 'INTEGER',
    rank: 'TEXT',
    ranked: 'INTEGER',
  },
  indexes: [
    ['createdAt', 'id'],
    ['updatedAt', 'id'],
    ['endDate', 'id'],
    ['priority', 'id'],
    ['estimateValue', 'id'],
    ['sequenceId'],
    ['statusId'],
    ['assigneeId'],
    ['sprintId'],
    ['parentId'],
    ['completedAt'],
    ['rank', 'id'],
  ],
  changes: eventLog,
  logOf: (_read, teamId) => Promise.resolve(teamId),
  kinds: ['story'],
  build: buildStep,
  async load(read, _kind, ids, teamId) {
    const items = await Promise.all(ids.map((id) => getStoryItem(read, id)));
    const documents = await documentsOf(
      read,
      items.flatMap((item) => (item && storyTeamOf(item) === teamId ? toStory(item) : [])),
    );
    const found = new Map(documents.map((document) => [document.id, document]));
    return ids.map((id) => ({ id, document: found.get(id) ?? null }));
  },
};

/** Reads a team's stories in order of their ids: first those that are not archived. */
async function buildStep(read: Reader, teamId: string, from: string | undefined) {
  const [archived, after] =
    from === undefined ? [false, undefined] : (JSON.parse(from) as [boolean, string?]);
  const items = await read.query({
    index: 'list',
    partition: storyPartitions.team(teamId, archived),
    ascending: { after },
    limit: STORIES_PER_STEP,
  });
  const full = await withLongText(read, items);
  const next =
    items.length === STORIES_PER_STEP ? [archived, items.at(-1)!.pk] : archived ? undefined : [true];
  return {
    documents: await documentsOf(read, full.map(toStory)),
    next: next && JSON.stringify(next),
  };
}

export async function documentsOf(read: Reader, stories: readonly Story[]): Promise<IndexedDocument[]> {
  const categories = await getStatusCategories(
    read,
    stories.map(({ statusId }) => statusId),
  );
  return stories.map((story) => documentOf(story, categories.get(story.statusId)!));
}

const documentOf = (
  { id, reference, title, description, labels, customFields, ...story }: Story,
  statusCategory: StatusCategory,
): IndexedDocument => ({
  id,
  reference,
  title,
  body: description ?? '',
  columns: {
    sequenceId: story.sequenceId,
    statusId: story.statusId,
    statusCategory,
    assigneeId: story.assigneeId,
    reporterId: story.reporterId,
    sprintId: story.sprintId,
    objectiveId: story.objectiveId,
    keyResultId: story.keyResultId,
    parentId: story.parentId,
    priority: priorities.indexOf(story.priority),
    estimateValue: story.estimateValue,
    // Stories in triage are neither among the archived ones nor among the others.
    archived: story.archivedAt !== null ? 1 : story.triage !== null ? 2 : 0,
    endDate: story.endDate,
    completedAt: story.completedAt,
    createdAt: story.createdAt,
    updatedAt: story.updatedAt,
    claimedBy: story.claim?.holder.id ?? null,
    claimedUntil: story.claim?.expiresAt ?? null,
    links: story.links.length,
    rank: standingOf({ id, rank: story.rank }),
    ranked: Number(story.rank !== null),
  },
  tags: { label: labels, ...fieldTags(customFields) },
});

/** The name of the tag that has the values of a custom field. */
export const fieldTag = (key: string): string => `cf.${key}`;

const fieldTags = (values: Story['customFields']): Record<string, string[]> =>
  Object.fromEntries(
    Object.entries(values).map(([key, value]) => [fieldTag(key), [value].flat().map(String)]),
  );
