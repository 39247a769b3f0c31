import * as z from 'zod';
import { afterDoing } from '../../kernel/api/mcp/steps.ts';
import type { Arguments, ToolCall, ToolOverrides } from '../../kernel/api/mcp/tool.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { invalidRequest } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { deleteSprint } from '../../planning/sprints/delete-sprint.ts';
import { getSprint } from '../../planning/sprints/get-sprint.ts';
import { updateSprint } from '../../planning/sprints/update-sprint.ts';
import { save, savedResource, withoutItsTeam } from '../../kernel/api/mcp/saved-resource.ts';
import { withStoryIds } from '../../planning/stories/story-tool.ts';
import { mergeStories } from './merged-update.ts';
import { noteSentStory } from './refused-items.ts';
import { plannedSprint } from './sprint-planning.ts';
import { outcomesOf, resultOf, type Outcome } from './story-outcomes.ts';

const lifecycle = {
  create: createSprint,
  update: updateSprint,
  remove: deleteSprint,
  get: getSprint,
  id: 'sprintId',
};

/** save_sprint: also fills a sprint with the stories that analyze_sprint proposed. */
export const savedSprint: ToolOverrides = {
  extendInput: (shape) => ({
    ...plannedSprint.extendInput!(savedResource(lifecycle).extendInput!(shape)),
    stories: z.array(z.string()).optional().meta({ description: 'To put in.' }),
  }),
  run: async (call) => {
    const { stories, confirmationToken } = call.args;
    if (stories === undefined && confirmationToken === undefined) return await save(lifecycle, call);
    const own = { ...call, args: await withoutItsTeam(lifecycle, call) };
    return stories === undefined ? await plannedSprint.run!(own) : await withStories(own);
  },
};

/** Creates or changes a sprint, if there is anything to change, and then puts stories into it. */
async function withStories(call: ToolCall): Promise<OperationResult> {
  const { stories, ...args } = call.args;
  if (!Array.isArray(stories) || !stories.every((one) => typeof one === 'string'))
    throw invalidRequest([{ path: 'stories', message: 'must be a list of ids or references of stories' }]);
  for (const name of ['confirmationToken', 'delete'])
    if (args[name] !== undefined && args[name] !== false)
      throw invalidRequest([{ path: 'stories', message: `cannot be sent with ${name}` }]);
  const { workspaceId, sprintId: given, idempotencyKey: _, delete: __, ...fields } = args;
  const isSaved = given === undefined || Object.keys(fields).length > 0;
  // Before a sprint is made for stories that are not there.
  const found = await withStoryIds(
    { role: 'member' },
    call,
    stories.map((story) => ({ story })),
    (position) => `stories.${position}`,
  );
  assertNamed(found);
  const saved = isSaved ? await save(lifecycle, { ...call, args }) : undefined;
  const sprint = (saved?.data ?? { id: given }) as { id: string; storyCounts?: unknown };
  const items = found.map(({ storyId }, position) => {
    const item = { storyId, sprintId: sprint.id };
    noteSentStory(item, stories[position]);
    return item;
  });
  const outcomes =
    items.length === 0
      ? []
      : await outcomesOf(
          mergeStories,
          { ...call, args: { workspaceId } },
          items,
          ({ storyId, sprintId }) => ({
            storyId,
            body: { sprintId },
          }),
        );
  const result = outcomes.length === 0 ? { data: { stories: [] } } : placed(outcomes, items, saved);
  // What it counted before they were put in.
  const { storyCounts: ___, ...shown } = sprint;
  return { data: { ...shown, ...(result.data as object) }, replayed: saved?.replayed ?? false };
}

/** What became of each story. Where all are refused, the error says of a sprint that was saved all the same. */
function placed(
  outcomes: readonly Outcome[],
  items: readonly Arguments[],
  saved: OperationResult | undefined,
): OperationResult {
  try {
    return resultOf(outcomes, items);
  } catch (error) {
    const { id, name } = (saved?.data ?? {}) as { id?: string; name?: string };
    throw afterDoing(saved ? [`the sprint ${quotedName(name ?? '')} was saved (${id})`] : [], error);
  }
}

/** Throws a 400 for what is neither an id nor a reference. */
function assertNamed(found: readonly Arguments[]): void {
  const wrong = found.flatMap(({ storyId }, position) =>
    uuid().safeParse(storyId).success ? [] : [position],
  );
  if (wrong.length === 0) return;
  const message = 'must be an id or a reference such as ENG-184';
  throw invalidRequest(
    wrong.map((position) => ({ path: `stories.${position}`, code: 'invalid_format', message })),
  );
}
