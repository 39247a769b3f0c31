import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';
import { conflict, writeConflict } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { readableStoryOrThrow } from '../../planning/story/story-access.ts';
import { getStoryItem, showStory, toStory } from '../../planning/story/story-store.ts';
import {
  isTitled,
  requestedStory,
  storySchema,
  TITLE_REQUIRED,
  type CreateStoryRequest,
} from '../../planning/story/story.ts';
import { getPortalItem } from '../../feedback/portal/portal-store.ts';
import { ITEM_PATH, ownItemOrThrow } from '../../feedback/items/get-feedback-item.ts';
import { storyIdsWithMerged } from '../../feedback/items/story-ids-with-merged.ts';
import { STORIES_MAX, type FeedbackItem } from '../../feedback/items/item.ts';
import { getItem, replaceItem } from '../../feedback/items/item-store.ts';

const requestSchema = memoize(() => {
  const { triage, ...story } = requestedStory();
  const waits = triage.meta({
    description: 'Whether it waits in triage first, if its team has intakeEnabled.',
    default: true,
  });
  const anotherStory = z
    .boolean()
    .optional()
    .meta({ description: 'Whether the item may have an open story already.', default: false });
  return z
    .strictObject({ ...story, triage: waits, anotherStory })
    .refine(isTitled, TITLE_REQUIRED)
    .meta({ id: 'CreateStoryFromFeedbackRequest' });
});

export const createStoryFromFeedback = operation({
  id: 'createStoryFromFeedback',
  method: 'POST',
  path: `${ITEM_PATH}/stories`,
  tag: 'Feedback portals',
  summary: 'Create a story from a feedback item',
  description:
    'Creates a story that delivers an item and links the item to it, both or neither. With templateId, a story template of the team fills in what the request leaves out. An item that has a story which is neither completed nor archived nor declined nor a duplicate gets no other one, unless anotherStory is true. The story waits in the triage of a team that has one, unless triage is false. The words of visitors are not copied: the text of a story is that of who creates it.',
  scopes: ['feedback:write', 'stories:write'],
  role: 'member',
  status: 201,
  errors: ['conflict', 'invalid_reference', 'quota_exceeded'],
  params: { portalId: uuid(), itemId: uuid() },
  body: requestSchema,
  output: storySchema,
  load: ({ path, body, read }) => ({
    portal: getPortalItem(read, path.portalId),
    item: getItem(read, path.itemId),
    found: load(read, path.workspaceId, body),
  }),
  handle: async ({
    body: { triage = true, anotherStory, ...body },
    loaded: { found, ...place },
    ...context
  }) => {
    const item = ownItemOrThrow(context.caller, place);
    if (item.mergedIntoId !== null) throw merged(item.mergedIntoId);
    if (item.storyIds.length >= STORIES_MAX) throw tooMany();
    if (!anotherStory) await assertNoOpenStory(context, place.item!);
    const { newStory } = await stories();
    const { story, changes } = await newStory({ ...body, triage }, found, context);
    const linked: FeedbackItem = {
      ...item,
      storyIds: [...item.storyIds, story.id],
      updatedAt: nextTimestamp(context.now, item.updatedAt),
    };
    await context.commit([...changes, ...replaceItem(linked, item, writeConflict)], story.id);
    return story;
  },
  replay: async ({ caller, read, resourceId, now }) =>
    showStory(readableStoryOrThrow(caller, await getStoryItem(read, resourceId)), now),
});

/** Imported on demand to keep the bundle under 250 KB. */
const stories = () => import('../../planning/stories/create-story.ts');

async function load(read: Reader, workspaceId: string, body: CreateStoryRequest) {
  return await (await stories()).loadNewStory(read, workspaceId, body);
}

/** Throws a 409 that names an open story of an item or of what is merged into it, which may be that of the same request sent before. */
async function assertNoOpenStory(
  { read, caller }: Pick<OperationContext, 'read' | 'caller'>,
  item: Item,
): Promise<void> {
  const storyIds = await storyIdsWithMerged(read, item);
  const items = await Promise.all(storyIds.map((id) => getStoryItem(read, id)));
  const open = items
    .flatMap((item) => (item ? [toStory(item)] : []))
    .find(
      ({ completedAt, archivedAt, triage }) =>
        completedAt === null &&
        archivedAt === null &&
        triage?.state !== 'declined' &&
        triage?.state !== 'duplicate',
    );
  if (open)
    throw conflict(
      `The item has an open story${caller.teamIds.has(open.teamId) ? `, ${open.reference}` : ''}.`,
      'Update that story, or send anotherStory: true.',
    );
}

/** A story of a duplicate would complete what no one sees any more. */
const merged = (intoItemId: string) =>
  conflict('The item is merged into another.', `Create the story from the item ${intoItemId}.`);

const tooMany = () =>
  conflict(
    `An item can be linked to at most ${STORIES_MAX} stories.`,
    'Remove some of its storyIds with updateFeedbackItem.',
  );
