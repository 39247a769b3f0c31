import * as z from 'zod';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { clearableFields } from '../../kernel/api/operation/field-problems.ts';
import { inSteps } from '../../kernel/api/mcp/steps.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { archiveStory } from '../../planning/stories/archive-story.ts';
import { unarchiveStory } from '../../planning/stories/unarchive-story.ts';
import { mergeOfStory, mergeStories } from './merged-update.ts';
import {
  itemsOrThrow,
  outcomeOf,
  outcomesOf,
  refusedByName,
  resultOf,
  savedSchema,
  whatChanged,
  type StoryOutcome,
} from './story-outcomes.ts';
import { withWayToClear } from './way-to-clear.ts';

export const byKey = () =>
  z.record(z.string(), z.unknown()).optional().meta({ description: 'By key: {"severity":"High"}.' });

/** The fields of one of several stories that clients are shown; it takes those at the top too. */
const ownFields = () => ({
  story: z.string(),
  expectedUpdatedAt: z.string().optional(),
  title: z.string().optional(),
  statusId: z.string().optional(),
  assigneeId: z.string().optional(),
  sprintId: z.string().optional(),
  endDate: z.string().optional(),
  estimateValue: z.number().optional(),
});

/** update_stories: one to a hundred, each with the fields at the top and its own. One at the top is answered whole. */
export const manyChangedStories: ToolOverrides = {
  clearable: () => clearableFields(mergeOfStory.input.body!),
  itemFields: () => [
    'story',
    'storyId',
    'archived',
    ...Object.keys((mergeOfStory.input.body as z.ZodObject).shape),
  ],
  extendInput: ({ story: _, expectedUpdatedAt: __, ...shape }) => ({
    stories: z.array(z.looseObject(ownFields())).meta({
      description: 'Each takes every argument below; those at the top are for all.',
    }),
    ...shape,
    addLabels: z.array(z.string()).optional(),
    removeLabels: z.array(z.string()).optional(),
    teamId: z.string().optional().meta({ description: 'Moves them to another team.' }),
    archived: z.boolean().optional(),
    customFields: byKey(),
  }),
  run: async (call) => {
    const { stories, ...only } = call.args;
    if (stories === undefined) {
      const { data, ...result } = await changeOne(call, only);
      const { was, ...story } = data;
      return { ...result, data: { ...story, ...whatChanged({ ...story, was }) } };
    }
    const items = itemsOrThrow(stories, only);
    const [archived, others] = [items.filter(isArchiving), items.filter((item) => !isArchiving(item))];
    // One after the other: what refuses them all refuses the call before anything is archived.
    const changed = await outcomesOf(mergeStories, call, others, ({ storyId, ...body }) => ({
      storyId,
      body,
    }));
    const moved = await Promise.all(
      archived.map(
        async (item) => refusedByName(item) ?? (await outcomeOf(changeOne(call, { ...only, ...item }))),
      ),
    );
    const byItem = new Map<Arguments, StoryOutcome>([
      ...others.map((item, position) => [item, changed[position]!] as const),
      ...archived.map((item, position) => [item, moved[position]!] as const),
    ]);
    const clearable = clearableFields(mergeOfStory.input.body!);
    return resultOf(
      items.map((item) => withWayToClearIt(byItem.get(item)!, item, clearable)),
      items,
    );
  },
  extendOutput: savedSchema,
};

const withWayToClearIt = (
  outcome: StoryOutcome,
  item: Arguments,
  clearable: readonly string[],
): StoryOutcome => (outcome.error ? { error: withWayToClear(outcome.error, item, clearable) } : outcome);

const isArchiving = ({ archived }: Arguments): boolean => archived !== undefined && archived !== null;

/**
 * Updates a story, then archives it or takes it out of the archive; either of them if the other is not asked for. The
 * story has what its changed fields were.
 */
async function changeOne(
  call: ToolCall,
  { archived, workspaceId, storyId, expectedUpdatedAt, ...fields }: Arguments,
): Promise<OperationResult<Arguments>> {
  if (archived !== undefined && typeof archived !== 'boolean')
    throw invalidRequest([{ path: 'archived', message: 'must be true or false' }]);
  const place = { workspaceId, storyId };
  const read = expectedUpdatedAt === undefined ? {} : { expectedUpdatedAt };
  const update = () => runOperation(mergeOfStory, { ...call, args: { ...place, ...read, ...fields } });
  if (archived === undefined) return await update();
  const move = async (version: Arguments) => {
    const args = { ...place, ...version, idempotencyKey: call.services.randomBytes(16).toString('hex') };
    const moved = await runOperation(archived ? archiveStory : unarchiveStory, { ...call, args });
    // What is out of the archive has no field that says so.
    const message = archived ? 'Archived.' : 'Not archived any more.';
    return { ...moved, data: { ...moved.data, message } };
  };
  if (Object.keys(fields).length === 0) return await move(read);
  let changed: Arguments = {};
  const [, moved] = await inSteps<OperationResult<Arguments>>([
    {
      done: `the fields of the story were changed (${Object.keys(fields).join(', ')})`,
      run: async () => {
        const result = await update();
        changed = result.data;
        return result;
      },
    },
    {
      done: archived ? 'the story was archived' : 'the story was taken out of the archive',
      run: () => move({ expectedUpdatedAt: changed['updatedAt'] }),
    },
  ]);
  return { ...moved!, data: { ...moved!.data, was: changed['was'] } };
}
