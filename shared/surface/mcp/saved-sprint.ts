import * as z from 'zod';
import { afterDoing } from '../../kernel/api/mcp/steps.ts';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import { ApiError, invalidReference, invalidRequest, withFields } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { createSprint } from '../../planning/sprints/create-sprint.ts';
import { deleteSprint } from '../../planning/sprints/delete-sprint.ts';
import { getSprint } from '../../planning/sprints/get-sprint.ts';
import { updateSprint } from '../../planning/sprints/update-sprint.ts';
import { save, savedResource, withoutItsTeam } from '../../kernel/api/mcp/saved-resource.ts';
import { getStory } from '../../planning/stories/get-story.ts';
import { findStoriesOf, unknownStory } from '../../planning/stories/story-tool.ts';
import { mergeStories } from './merged-update.ts';
import { noteSentStory, refuseItem } from './refused-items.ts';
import { plannedSprint } from './sprint-planning.ts';
import { outcomeOf, outcomesOf, resultOf, type StoryOutcome } from './story-outcomes.ts';

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
  const named = await storiesFor(call, stories);
  // Before a sprint is made for stories of which none can be put in.
  if (named.length > 0 && named.every(({ error }) => error !== undefined))
    placed(
      named,
      named.map(({ storyId, story }) => ({ storyId, story })),
      undefined,
    );
  const saved = isSaved ? await save(lifecycle, { ...call, args }) : undefined;
  const sprint: Arguments = saved ? fieldsIn(saved.data) : { id: given };
  const items = named.map(({ storyId, error }, position) => {
    const item = { storyId, sprintId: sprint['id'] };
    noteSentStory(item, stories[position]);
    if (error) refuseItem(item, error);
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
  return { data: { ...shown, ...fieldsIn(result.data) }, replayed: saved?.replayed ?? false };
}

/** A story of the call, with why it cannot be put into the sprint. */
type NamedStory = StoryOutcome & { storyId: unknown; story: string };

/** The stories of a call, each with its id or why it is none for the sprint. */
async function storiesFor(call: ToolCall, stories: readonly string[]): Promise<NamedStory[]> {
  if (stories.length === 0) return [];
  const named = stories.map((story) => ({ story }));
  const { groups, unknown } = await findStoriesOf({ role: 'member' }, call, named);
  const teamId = await teamOfSprint(call);
  return await Promise.all(
    groups.map(async ({ storyId }, position) => {
      const lost = unknown.find(({ group }) => group === position);
      const error = lost ? invalidReference([unknownStory(lost)]) : await misplaced(call, storyId, teamId);
      return { storyId, story: stories[position]!, ...(error ? { error } : {}) };
    }),
  );
}

const isId = (value: unknown): value is string => uuid().safeParse(value).success;

/** The team of the sprint that a call names or makes; undefined where saving it says what is wrong. */
async function teamOfSprint(call: ToolCall): Promise<string | undefined> {
  const { workspaceId, sprintId, teamId } = call.args;
  if (sprintId === undefined) return isId(teamId) ? teamId : undefined;
  const { data } = await runOperation(getSprint, { ...call, args: { workspaceId, sprintId } });
  return data.teamId;
}

/** Why an id means no story of the team. What cannot be read is refused when it is put in. */
async function misplaced(
  call: ToolCall,
  storyId: unknown,
  teamId: string | undefined,
): Promise<ApiError | undefined> {
  if (!isId(storyId)) {
    const message = 'must be an id or a reference such as ENG-184';
    return invalidRequest([{ path: 'story', code: 'invalid_format', message }]);
  }
  const args = { workspaceId: call.args['workspaceId'], storyId };
  const { data } = await outcomeOf(runOperation(getStory, { ...call, args }));
  if (teamId === undefined || data === undefined || data.teamId === teamId) return undefined;
  const { reference } = data;
  const code = reference.slice(0, reference.lastIndexOf('-'));
  return invalidReference([
    { path: 'story', message: `is ${reference}, of team ${code}; the sprint is of another team` },
  ]);
}

/** What became of each story. Where all are refused, the error says of a sprint that was saved all the same. */
function placed(
  outcomes: readonly StoryOutcome[],
  items: readonly Arguments[],
  saved: OperationResult | undefined,
): OperationResult {
  try {
    return resultOf(outcomes, items);
  } catch (error) {
    const { id, name }: Arguments = saved ? fieldsIn(saved.data) : {};
    throw afterDoing(
      saved ? [`the sprint ${quotedName(String(name))} was saved (${String(id)})`] : [],
      error instanceof ApiError && outcomes.length === 1 ? inList(error) : error,
    );
  }
}

/** The error of the only story, under the argument that lists it. */
const inList = (error: ApiError): ApiError =>
  error.fields.length === 0
    ? error
    : withFields(
        error,
        error.fields.map((field) => (field.path === 'story' ? { ...field, path: 'stories.0' } : field)),
      );
