import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { fieldError, invalidRequest } from '../../kernel/core/errors.ts';
import { bulkCreateStories } from '../../planning/stories/bulk-create-stories.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';
import { validateIdempotencyKey } from '../../kernel/api/operation/parse-input.ts';
import { byKey } from './changed-stories.ts';
import { createFromFeedback } from './feedback-triage.ts';
import { addedRelations, relationFields, relationsOf, type NewRelation } from './new-relations.ts';
import { itemsOrThrow, outcomesOf, resultOf, savedSchema, type Outcome } from './story-outcomes.ts';

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
    if (items.some((item) => 'feedbackItem' in item)) throw ofOneStory();
    if (typeof key !== 'string')
      throw invalidRequest([{ path: 'idempotencyKey', code: 'required', message: 'is required' }]);
    return resultOf(await createAll(call, items, key), items.map(withoutCallFields));
  },
  extendOutput: savedSchema,
};

const ofOneStory = () =>
  invalidRequest([{ path: 'feedbackItem', message: 'is for one story; call the tool once for each' }]);

/** What only the call knows of a story. */
const OF_CALL = ['key', 'parentKey', 'relations', 'idempotencyKey'];

const withoutCallFields = (item: Arguments): Arguments =>
  Object.fromEntries(Object.entries(item).filter(([name]) => !OF_CALL.includes(name)));

async function createOne(
  call: ToolCall,
  create: (own: ToolCall) => Promise<OperationResult>,
): Promise<OperationResult> {
  const { relations, ...args } = call.args;
  if (relations === undefined) return await create({ ...call, args });
  const [wanted] = await storiesOfRelations(call, [relationsOf(relations, 'relations')], new Map());
  const created = await create({ ...call, args });
  const { id, ...story } = created.data as { id: string };
  return { ...created, data: { id, ...story, relations: await addedRelations(call, id, wanted!) } };
}

/** Creates stories in the order of the call, but none before the parent that it names by key. */
async function createAll(call: ToolCall, items: readonly Arguments[], key: string): Promise<Outcome[]> {
  const keys = keysOf(items);
  assertKeys(items, key);
  const relations = items.map(({ relations: one }, position) =>
    one === undefined ? [] : relationsOf(one, `stories.${position}.relations`),
  );
  // Before anything is created, so that a reference to nothing refuses the call.
  const wanted = await storiesOfRelations(call, relations, keys);
  const outcomes = new Array<Outcome | undefined>(items.length);
  for (const round of roundsOf(items, keys)) {
    const ready = round.filter((position) => {
      const parent = parentOf(items[position]!, keys);
      const isRefused = parent !== undefined && outcomes[parent]!.error !== undefined;
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

/** Throws a 400 for an idempotency key that would refuse a later round of a call whose first is done. */
function assertKeys(items: readonly Arguments[], key: string): void {
  items.forEach(({ idempotencyKey = key }, position) => {
    if (typeof idempotencyKey !== 'string') throw keyProblem(position, 'idempotencyKey', 'must be text');
    validateIdempotencyKey(createStory, idempotencyKey);
  });
}

/** The positions of stories by the keys that they have in the call. */
function keysOf(items: readonly Arguments[]): ReadonlyMap<string, number> {
  const keys = new Map<string, number>();
  items.forEach(({ key, parentKey }, position) => {
    for (const [name, value] of Object.entries({ key, parentKey })) {
      if (value !== undefined && typeof value !== 'string') throw keyProblem(position, name, 'must be text');
    }
    if (typeof key !== 'string') return;
    if (keys.has(key)) throw keyProblem(position, 'key', 'is that of another story of this call');
    keys.set(key, position);
  });
  items.forEach(({ parentKey, parentId }, position) => {
    if (typeof parentKey !== 'string') return;
    if (parentId !== undefined) throw keyProblem(position, 'parentKey', 'cannot be combined with parentId');
    if (keys.has(parentKey)) return;
    const known = [...keys.keys()].map((one) => JSON.stringify(one)).join(', ') || 'none';
    throw keyProblem(position, 'parentKey', `is the key of no story of this call; there are: ${known}`);
  });
  return keys;
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

function depthOf(items: readonly Arguments[], keys: ReadonlyMap<string, number>, position: number): number {
  let depth = 0;
  for (let at = parentOf(items[position]!, keys); at !== undefined; at = parentOf(items[at]!, keys)) {
    if (++depth > items.length) throw keyProblem(position, 'parentKey', 'makes the story its own ancestor');
  }
  return depth;
}

const keyProblem = (position: number, name: string, message: string) =>
  invalidRequest([{ path: `stories.${position}.${name}`, message }]);

const parentRefused = ({ parentKey }: Arguments) =>
  fieldError('invalid_reference', [
    { path: 'parentKey', message: `names ${JSON.stringify(parentKey)}, which was refused` },
  ]);

/** Relations of several stories with the ids of those that exist; those of the call are named by their position. */
async function storiesOfRelations(
  call: ToolCall,
  relations: readonly (readonly NewRelation[])[],
  keys: ReadonlyMap<string, number>,
): Promise<NewRelation[][]> {
  const others = relations.flat().filter(({ relatedStory }) => !keys.has(relatedStory));
  const found = await withStoryIds(
    { role: 'member' },
    call,
    others.map(({ relatedStory }) => ({ story: relatedStory })),
    (position) => `${others[position]!.path}.relatedStory`,
  );
  const ids = new Map(others.map((one, position) => [one, String(found[position]!['storyId'])]));
  return relations.map((all) =>
    all.map((one) => ({
      ...one,
      position: keys.get(one.relatedStory),
      relatedStory: ids.get(one) ?? one.relatedStory,
    })),
  );
}

function withMadeStory(relation: NewRelation, outcomes: readonly (Outcome | undefined)[]): NewRelation {
  if (relation.position === undefined) return relation;
  const { id } = outcomes[relation.position]?.data ?? {};
  return typeof id === 'string' ? { ...relation, relatedStory: id } : relation;
}
