import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { ApiError, fieldError, invalidReference, invalidRequest } from '../../kernel/core/errors.ts';
import { bulkCreateStories } from '../../planning/stories/bulk-create-stories.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { findStoriesOf, unknownStory } from '../../planning/stories/story-tool.ts';
import { validateIdempotencyKey } from '../../kernel/api/operation/parse-input.ts';
import { byKey } from './changed-stories.ts';
import { createFromFeedback } from './feedback-triage.ts';
import { addedRelations, relationFields, relationsOf, type NewRelation } from './new-relations.ts';
import { refusalOf, refuseItem } from './refused-items.ts';
import { itemsOrThrow, outcomesOf, resultOf, savedSchema, type StoryOutcome } from './story-outcomes.ts';

/** The fields of one of several stories that clients are shown; it takes those at the top too. */
const ownFields = () => ({
  title: z.string(),
  key: z.string().optional().meta({ description: 'Names it within this call.' }),
  parentKey: z.string().optional().meta({ description: 'The key of its parent.' }),
  description: z.string().optional(),
  assigneeId: z.string().optional(),
  estimateValue: z.number().optional(),
});

/** create_story: also several, each with the fields at the top and its own, or one from a feedback item. */
export const manyNewStories: ToolOverrides = {
  itemFields: () => [
    ...Object.keys((createStory.input.body as z.ZodObject).shape),
    ...Object.keys(ownFields()),
    ...OF_CALL,
    'feedbackItem',
  ],
  extendInput: ({ title: _, ...shape }) => ({
    stories: z
      .array(z.looseObject(ownFields()))
      .optional()
      .meta({ description: 'Several: each takes every argument; those at the top are for all.' }),
    title: z.string().optional(),
    ...shape,
    relations: z
      .array(z.looseObject(relationFields()))
      .optional()
      .meta({ description: 'Or the key of one of these.' }),
    customFields: byKey(),
    templateId: z.string().optional(),
    feedbackItem: z.string().optional(),
  }),
  run: async (call) => {
    const { stories, idempotencyKey: key, ...only } = call.args;
    if (only['feedbackItem'] !== undefined) {
      if (stories !== undefined) throw ofOneStory();
      return await createOne(call, createFromFeedback);
    }
    if (stories === undefined) return await createOne(call, (own) => runOperation(createStory, own));
    const items = itemsOrThrow(stories, only);
    if (typeof key !== 'string')
      throw invalidRequest([{ path: 'idempotencyKey', code: 'required', message: 'is required' }]);
    return resultOf(await createAll(call, items, key), items.map(shownFields));
  },
  extendOutput: savedSchema,
};

const ofOneStory = () =>
  invalidRequest([{ path: 'feedbackItem', message: 'is for one story; call the tool once for each' }]);

/** What only the call knows of a story. */
const OF_CALL = ['key', 'parentKey', 'relations', 'idempotencyKey'];

const withoutCallFields = (item: Arguments): Arguments =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !OF_CALL.includes(name)));

/** The fields that a result shows: a parent that was named by its key is one as well. */
const shownFields = (item: Arguments): Arguments => ({
  ...withoutCallFields(item),
  ...(item['parentKey'] === undefined ? {} : { parentId: item['parentKey'] }),
});

async function createOne(
  call: ToolCall,
  create: (own: ToolCall) => Promise<OperationResult<{ id: string }>>,
): Promise<OperationResult> {
  const { relations, ...args } = call.args;
  if (relations === undefined) return await create({ ...call, args });
  const [wanted] = await storiesOfRelations(call, [relationsOf(relations, 'relations')], {
    keys: new Map(),
    refuse: (_, error) => {
      throw error;
    },
  });
  const created = await create({ ...call, args });
  const { id, ...story } = created.data;
  return { ...created, data: { id, ...story, relations: await addedRelations(call, id, wanted!) } };
}

/**
 * Creates stories in the order of the call, but none before the parent that it names by key. One whose key, parent or
 * relations mean nothing is refused before, without stopping the others. Throws if that leaves none.
 */
async function createAll(call: ToolCall, items: readonly Arguments[], key: string): Promise<StoryOutcome[]> {
  validateIdempotencyKey(createStory, key);
  const refused = new Map<number, ApiError>();
  const refuse = (position: number, error: ApiError): void => {
    if (refusalOf(items[position]!)) return;
    refuseItem(items[position]!, error);
    refused.set(position, error);
  };
  const keys = keysOf(items, refuse);
  const relations = items.map((item, position) => relationsIn(item, (error) => refuse(position, error)));
  const wanted = await storiesOfRelations(call, relations, { keys, refuse });
  if (refused.size === items.length) throw callRefused(refused);
  const outcomes = new Array<StoryOutcome | undefined>(items.length);
  for (const round of roundsOf(items, keys)) {
    const ready = round.filter((position) => {
      const parent = parentOf(items[position]!, keys);
      const isRefused = parent !== undefined && outcomes[parent]?.error !== undefined;
      if (isRefused) outcomes[position] = { error: parentRefused(items[position]!) };
      return !isRefused;
    });
    const done = await outcomesOf(
      bulkCreateStories,
      call,
      ready.map((position) => items[position]!),
      (item, at) => {
        const position = ready[at]!;
        const parent = parentOf(item, keys);
        const { idempotencyKey = `${key}-${position}`, ...body } = item;
        const parentId = parent === undefined ? {} : { parentId: outcomes[parent]!.data!['id'] };
        return { idempotencyKey, body: { ...withoutCallFields(body), ...parentId } };
      },
    );
    ready.forEach((position, at) => (outcomes[position] = done[at]!));
  }
  return await Promise.all(
    outcomes.map(async (outcome, position) => {
      const { data } = outcome!;
      if (!data || wanted[position]!.length === 0) return outcome!;
      const made = wanted[position]!.map((one) => withMadeStory(one, outcomes));
      return { data: { ...data, relations: await addedRelations(call, data['id'], made) } };
    }),
  );
}

/** The error of a call whose stories are all refused for what the call says of them. */
function callRefused(refused: ReadonlyMap<number, ApiError>): ApiError {
  const areLost = [...refused.values()].every(({ code }) => code === 'invalid_reference');
  return fieldError(
    areLost ? 'invalid_reference' : 'invalid_request',
    [...refused].flatMap(([position, { fields }]) =>
      fields.map((field) => ({ ...field, path: `stories.${position}.${field.path}` })),
    ),
  );
}

/** Refuses the story at a position of the call, unless it is refused already. */
type Refuse = (position: number, error: ApiError) => void;

const problemOf = (path: string, message: string) => invalidRequest([{ path, message }]);

/** The positions of stories by the keys that they have in the call; refuses those whose keys name no one story. */
function keysOf(items: readonly Arguments[], refuse: Refuse): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  items.forEach((item, position) => {
    for (const name of ['key', 'parentKey', 'idempotencyKey']) {
      if (item[name] !== undefined && typeof item[name] !== 'string')
        refuse(position, problemOf(name, 'must be text'));
    }
    const { key, idempotencyKey } = item;
    if ('feedbackItem' in item) refuse(position, ofOneStory());
    if (typeof idempotencyKey === 'string') {
      const error = problemIn(() => validateIdempotencyKey(createStory, idempotencyKey));
      if (error) refuse(position, error);
    }
    if (typeof key !== 'string') return;
    const another = keys.get(key);
    if (another === undefined) return void keys.set(key, position);
    // Which of them a child means cannot be said.
    for (const one of [position, another])
      refuse(one, problemOf('key', 'is that of another story of this call'));
  });
  items.forEach(({ parentKey, parentId }, position) => {
    if (typeof parentKey !== 'string') return;
    if (parentId !== undefined) refuse(position, problemOf('parentKey', 'cannot be combined with parentId'));
    if (keys.has(parentKey)) return;
    const known = [...keys.keys()].map((one) => JSON.stringify(one)).join(', ') || 'none';
    refuse(position, problemOf('parentKey', `is the key of no story of this call; there are: ${known}`));
  });
  items.forEach((_, position) => {
    if (depthOf(items, keys, position) > items.length)
      refuse(position, problemOf('parentKey', 'leads to a story that is its own ancestor'));
  });
  return keys;
}

function problemIn(validate: () => unknown): ApiError | undefined {
  try {
    validate();
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}

const parentOf = ({ parentKey }: Arguments, keys: ReadonlyMap<string, number>): number | undefined =>
  typeof parentKey === 'string' ? keys.get(parentKey) : undefined;

/** The positions of stories, in rounds: first those whose parents exist, then their children. */
function roundsOf(items: readonly Arguments[], keys: ReadonlyMap<string, number>): number[][] {
  const depths = items.map((_, position) => depthOf(items, keys, position));
  const deepest = Math.max(...depths);
  return Array.from({ length: deepest + 1 }, (_, depth) =>
    items.flatMap((__, position) => (depths[position] === depth ? [position] : [])),
  );
}

/** How many ancestors of a story the call makes; if these go in a circle, more than it has stories. */
function depthOf(items: readonly Arguments[], keys: ReadonlyMap<string, number>, position: number): number {
  let depth = 0;
  for (let at = parentOf(items[position]!, keys); at !== undefined; at = parentOf(items[at]!, keys)) {
    if (++depth > items.length) return depth;
  }
  return depth;
}

const parentRefused = ({ parentKey }: Arguments) =>
  fieldError('invalid_reference', [
    { path: 'parentKey', message: `names ${JSON.stringify(parentKey)}, which was refused` },
  ]);

/** The relations of one of several stories. */
function relationsIn({ relations }: Arguments, refuse: (error: ApiError) => void): NewRelation[] {
  let found: NewRelation[] = [];
  const error = problemIn(() => {
    found = relations === undefined ? [] : relationsOf(relations, 'relations');
  });
  if (error) refuse(error);
  return found;
}

/**
 * Relations of several stories with the ids of those that exist; those of the call are named by their position. Refuses
 * what has one to a reference of nothing.
 */
async function storiesOfRelations(
  call: ToolCall,
  relations: readonly (readonly NewRelation[])[],
  { keys, refuse }: { keys: ReadonlyMap<string, number>; refuse: Refuse },
): Promise<NewRelation[][]> {
  const others = relations.flatMap((all, position) =>
    all.flatMap((one) => (keys.has(one.relatedStory) ? [] : [{ one, position }])),
  );
  const named = others.map(({ one }) => ({ story: one.relatedStory }));
  const { groups, unknown } = await findStoriesOf({ role: 'member' }, call, named);
  for (const { group, ...lost } of unknown) {
    const { one, position } = others[group]!;
    refuse(position, invalidReference([{ ...unknownStory(lost), path: `${one.path}.relatedStory` }]));
  }
  const ids = new Map(others.map(({ one }, at) => [one, String(groups[at]!['storyId'])]));
  return relations.map((all) =>
    all.map((one) => ({
      ...one,
      position: keys.get(one.relatedStory),
      relatedStory: ids.get(one) ?? one.relatedStory,
    })),
  );
}

function withMadeStory(relation: NewRelation, outcomes: readonly (StoryOutcome | undefined)[]): NewRelation {
  if (relation.position === undefined) return relation;
  const { id } = outcomes[relation.position]?.data ?? {};
  return typeof id === 'string' ? { ...relation, relatedStory: id } : relation;
}
