import * as z from 'zod';
import {
  runBulk,
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import type { BulkOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { BULK_MAX_ITEMS } from '../../kernel/api/bulk/bulk-operation.ts';
import { ApiError, invalidRequest } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { archiveStory } from '../../planning/stories/archive-story.ts';
import { bulkCreateStories } from '../../planning/stories/bulk-create-stories.ts';
import { bulkUpdateStories } from '../../planning/stories/bulk-update-stories.ts';
import { createStory } from '../../planning/stories/create-story.ts';
import { unarchiveStory } from '../../planning/stories/unarchive-story.ts';
import { updateStory } from '../../planning/stories/update-story.ts';
import { createFromFeedback } from './feedback-triage.ts';

type ItemError = ReturnType<typeof describeToolError>;

/** The outcome of one of several stories. */
interface Outcome {
  data?: Arguments;
  error?: ItemError;
}

/** Of one story its version; of several, that of each. */
const savedSchema = memoize(() => {
  const version = { id: uuid(), reference: z.string(), updatedAt: timestamp() };
  return z.object({ ...version, stories: z.array(z.object(version)) });
});

const byKey = () =>
  z.record(z.string(), z.unknown()).optional().meta({ description: 'By key: {"severity":"High"}.' });

/** create_story: also several, each with the fields at the top and its own, or one from a feedback item. */
export const manyNewStories: ToolOverrides = {
  extendInput: ({ title: _, ...shape }) => ({
    stories: z
      .array(z.looseObject({ title: z.string() }))
      .optional()
      .meta({
        description: 'Several, each with what differs.',
      }),
    title: z.string().optional(),
    ...shape,
    customFields: byKey(),
    templateId: z.string().optional(),
    feedbackItem: z.string().optional(),
  }),
  run: async (call) => {
    const { stories, idempotencyKey: key, ...only } = call.args;
    if (only['feedbackItem'] !== undefined) return await createFromFeedback(call);
    if (stories === undefined) return await runOperation(createStory, call);
    const items = itemsOrThrow(stories, only);
    if (items.some((item) => 'feedbackItem' in item)) throw ofOneStory();
    if (typeof key !== 'string') throw required('idempotencyKey');
    const bodies = items.map(({ idempotencyKey = undefined, ...body }, position) => {
      return { idempotencyKey: idempotencyKey ?? `${key}-${position}`, body };
    });
    return resultOf(await outcomesOf(bulkCreateStories, call, bodies), items);
  },
  extendOutput: savedSchema,
};

const ofOneStory = () =>
  invalidRequest([{ path: 'feedbackItem', message: 'is for one story; call the tool once for each' }]);

/** update_stories: one to a hundred, each with the fields at the top and its own. One at the top is answered whole. */
export const manyChangedStories: ToolOverrides = {
  extendInput: ({ story: _, expectedUpdatedAt: __, ...shape }) => ({
    stories: z.array(z.looseObject({ story: z.string(), expectedUpdatedAt: z.string() })).meta({
      description:
        'Each by id or reference, with the updatedAt you read and what only it gets; other arguments are for all.',
    }),
    ...shape,
    teamId: z.string().optional().meta({ description: 'Moves them to another team.' }),
    archived: z.boolean().optional(),
    customFields: byKey(),
  }),
  run: async (call) => {
    const { stories, ...only } = call.args;
    if (stories === undefined) return await changeOne(call, only);
    const items = itemsOrThrow(stories, only);
    const [archived, others] = [items.filter(isArchiving), items.filter((item) => !isArchiving(item))];
    const bodies = others.map(({ storyId, ...body }) => ({ storyId, body }));
    const [changed, moved] = await Promise.all([
      bodies.length === 0 ? [] : outcomesOf(bulkUpdateStories, call, bodies),
      Promise.all(archived.map((item) => outcomeOf(changeOne(call, { ...only, ...item })))),
    ]);
    const byItem = new Map<Arguments, Outcome>([
      ...others.map((item, position) => [item, changed[position]!] as const),
      ...archived.map((item, position) => [item, moved[position]!] as const),
    ]);
    return resultOf(
      items.map((item) => byItem.get(item)!),
      items,
    );
  },
  extendOutput: savedSchema,
};

const isArchiving = ({ archived }: Arguments): boolean => typeof archived === 'boolean';

/** Updates a story, then archives it or takes it out of the archive; either of them if the other is not asked for. */
async function changeOne(
  call: ToolCall,
  { archived, workspaceId, storyId, expectedUpdatedAt, ...fields }: Arguments,
): Promise<OperationResult> {
  const place = { workspaceId, storyId };
  const isChanged = archived === undefined || Object.keys(fields).length > 0;
  const changed = isChanged
    ? await runOperation(updateStory, { ...call, args: { ...place, expectedUpdatedAt, ...fields } })
    : undefined;
  if (archived === undefined) return changed!;
  if (typeof archived !== 'boolean')
    throw invalidRequest([{ path: 'archived', message: 'must be true or false' }]);
  const version = changed ? (changed.data as { updatedAt: string }).updatedAt : expectedUpdatedAt;
  if (typeof version !== 'string') throw required('expectedUpdatedAt');
  const args = { ...place, expectedUpdatedAt: version, idempotencyKey: newKey(call) };
  return await runOperation(archived ? archiveStory : unarchiveStory, { ...call, args });
}

const newKey = ({ services }: ToolCall): string => services.randomBytes(16).toString('hex');

function itemsOrThrow(stories: unknown, { workspaceId: _, ...only }: Arguments): Arguments[] {
  const isList = Array.isArray(stories) && stories.every((one) => typeof one === 'object' && one !== null);
  if (!isList) throw invalidRequest([{ path: 'stories', message: 'must be a list of objects' }]);
  const [other] = Object.keys(only);
  if (other !== undefined) throw invalidRequest([{ path: other, message: 'belongs in stories' }]);
  if (stories.length > 0 && stories.length <= BULK_MAX_ITEMS) return stories as Arguments[];
  const message = `must contain 1 to ${BULK_MAX_ITEMS} stories`;
  throw invalidRequest([
    { path: 'stories', code: stories.length === 0 ? 'too_small' : 'too_large', message },
  ]);
}

const required = (path: string) => invalidRequest([{ path, code: 'required', message: 'is required' }]);

const outcomesOf = async (
  operation: BulkOperation,
  call: ToolCall,
  bodies: readonly Arguments[],
): Promise<Outcome[]> => ((await runBulk(operation, call, bodies)).data as { items: Outcome[] }).items;

const outcomeOf = (result: Promise<OperationResult>): Promise<Outcome> =>
  result.then(
    ({ data }) => ({ data: data as Arguments }),
    (error: unknown) => {
      if (error instanceof ApiError) return { error: describeToolError(error) };
      throw error;
    },
  );

/** Of each story, what identifies it and what became of the fields that were sent; or why it was refused. */
function resultOf(outcomes: readonly Outcome[], items: readonly Arguments[]): OperationResult {
  const data = outcomes.map(({ data: story, error }, position) =>
    story ? briefStory(story, items[position]!) : refusal(error!, items[position]!),
  );
  const [only] = outcomes;
  if (outcomes.length === 1 && only?.error) throw toApiError(only.error);
  return { data: { stories: data }, replayed: false };
}

/** What follows from a field that was sent. */
const sideEffects: Readonly<Record<string, readonly string[]>> = {
  teamId: ['statusId', 'sprintId', 'assigneeId'],
  archived: ['archivedAt'],
  statusId: ['completedAt'],
  clearFields: [],
};

function briefStory(story: Arguments, item: Arguments): Arguments {
  const fields = Object.keys(item).flatMap((name) => [name, ...(sideEffects[name] ?? [])]);
  const shown = new Set(['id', 'reference', 'title', 'updatedAt', ...fields]);
  return Object.fromEntries(
    Object.entries(story).filter(([name]) => shown.has(name) && name !== 'description'),
  );
}

const refusal = (error: ItemError, { story, storyId = story, title }: Arguments): Arguments => ({
  ...(storyId === undefined ? {} : { id: storyId }),
  ...(title === undefined ? {} : { title }),
  error: inArguments(error),
});

const inArguments = ({ fields = [], ...error }: ItemError): ItemError => ({
  ...error,
  ...(fields.length > 0
    ? { fields: fields.map((field) => (field.path === 'storyId' ? { ...field, path: 'story' } : field)) }
    : {}),
});

function toApiError(error: ItemError): ApiError {
  const { code, message, hint, fields = [], ...details } = inArguments(error);
  return new ApiError(code, message, {
    hint,
    details,
    fields: fields.map((field) => ({ in: 'body', ...field })),
  });
}
