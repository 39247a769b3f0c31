import * as z from 'zod';
import { BULK_MAX_ITEMS } from '../../kernel/api/bulk/bulk-operation.ts';
import { runBulk, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { fieldsIn } from '../../kernel/api/mcp/result-data.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import type { OperationResult } from '../../kernel/api/operation/operation-result.ts';
import type { BulkOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { ApiError, fieldError, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { inStoryArguments } from '../../planning/stories/story-tool.ts';
import { refusalOf, sentStoryOf } from './refused-items.ts';

/** The outcome of one of several stories. */
export interface StoryOutcome<D = Arguments> {
  data?: D;
  error?: ApiError;
}

/** Of one story its version; of several, that of each. */
export const savedSchema = memoize(() => {
  const version = { id: uuid(), reference: z.string(), updatedAt: timestamp() };
  return z.object({ ...version, stories: z.array(z.unknown()) });
});

/** The stories of a call; throws a 400 if they are no list, or if other arguments could not be passed on to them. */
export function itemsOrThrow(stories: unknown, { workspaceId: _, ...only }: Arguments): Arguments[] {
  const isList = Array.isArray(stories) && stories.every((one) => typeof one === 'object' && one !== null);
  if (!isList) {
    const message = 'must be a list of objects, each with the arguments of one story';
    throw invalidRequest([{ path: 'stories', code: 'invalid_type', message }]);
  }
  const [other] = Object.keys(only);
  if (other !== undefined)
    throw invalidRequest([{ path: other, code: 'unknown_field', message: 'is not a known argument' }]);
  if (stories.length > 0 && stories.length <= BULK_MAX_ITEMS) return stories as Arguments[];
  const message = `must contain 1 to ${BULK_MAX_ITEMS} stories`;
  throw invalidRequest([
    { path: 'stories', code: stories.length === 0 ? 'too_small' : 'too_large', message },
  ]);
}

/** Runs an operation for each item whose names mean something. */
export async function outcomesOf(
  operation: BulkOperation,
  call: ToolCall,
  items: readonly Arguments[],
  bodyOf: (item: Arguments, position: number) => Arguments,
): Promise<StoryOutcome[]> {
  const refused = items.map(refusedByName);
  const bodies = items.flatMap((item, position) => (refused[position] ? [] : [bodyOf(item, position)]));
  const run = bodies.length === 0 ? [] : await runAll(operation, call, bodies);
  return refused.map((outcome) => outcome ?? run.shift()!);
}

async function runAll(
  operation: BulkOperation,
  call: ToolCall,
  bodies: readonly Arguments[],
): Promise<StoryOutcome[]> {
  const outcomes = await runBulk(operation, call, bodies);
  return outcomes.map(({ data, refusal }) =>
    refusal ? { error: inStoryArguments(refusal) } : { data: fieldsIn(data) },
  );
}

/** The refusal of an item that names something that is not there. */
export function refusedByName(item: Arguments): StoryOutcome | undefined {
  const error = refusalOf(item);
  if (error) return { error };
  const { storyId } = item;
  if (typeof storyId !== 'string' || uuid().safeParse(storyId).success) return undefined;
  return { error: notFound('story') };
}

export const outcomeOf = <D>(result: Promise<OperationResult<D>>): Promise<StoryOutcome<D>> =>
  result.then(
    ({ data }) => ({ data }),
    (error: unknown) => {
      if (error instanceof ApiError) return { error: inStoryArguments(error) };
      throw error;
    },
  );

/**
 * Of each story, what identifies it and what became of the fields that were sent; or why it was refused. Throws if all
 * were refused.
 */
export function resultOf(outcomes: readonly StoryOutcome[], items: readonly Arguments[]): OperationResult {
  const refused = outcomes.flatMap(({ error }) => error ?? []);
  if (refused.length === outcomes.length)
    throw allRefused(refused, {
      noun: 'stories',
      names: items.map((item) => sentStoryOf(item) ?? titleOf(item)),
    });
  const said = new Set<string>();
  const stories = outcomes.map(({ data, error }, position) =>
    data
      ? briefStory(data, items[position]!)
      : refusal(onceSaid(describeToolError(error!), said), items[position]!),
  );
  const message =
    stories.length === 1 ? {} : { message: `${stories.length - refused.length} of ${stories.length} done.` };
  return { data: { stories, ...message }, replayed: false };
}

type DescribedError = ReturnType<typeof describeToolError>;

/** An error whose way out was given before says only what is wrong. */
function onceSaid(error: DescribedError, said: Set<string>): DescribedError {
  const key = `${error.code} ${error.message} ${error.hint}`;
  if (!said.has(key)) {
    said.add(key);
    return error;
  }
  return { ...error, hint: 'As above.' };
}

/** What follows from a field that was sent. */
const sideEffects: Readonly<Record<string, readonly string[]>> = {
  teamId: ['statusId', 'sprintId', 'assigneeId', 'labels', 'customFields'],
  archived: ['archivedAt'],
  statusId: ['completedAt'],
  clearFields: [],
  addLabels: ['labels'],
  removeLabels: ['labels'],
};

/** What identifies a story, and what the tool itself says of it. */
const ALWAYS_SHOWN = ['id', 'reference', 'title', 'updatedAt', 'relations', 'message'];

function briefStory(story: Arguments, item: Arguments): Arguments {
  const fields = Object.keys(item).flatMap((name) => [name, ...(sideEffects[name] ?? [])]);
  const changed = whatChanged(story);
  const rewritten = Object.keys(changed['was'] ?? {});
  const shown = new Set([...ALWAYS_SHOWN, ...fields, ...rewritten]);
  const brief = Object.entries(story).filter(([name]) => shown.has(name) && name !== 'description');
  return { ...Object.fromEntries(brief), ...changed };
}

/** What an update has cleared, and what the other changed fields were. */
export function whatChanged({ was, ...story }: Arguments): Arguments {
  const { customFields, ...fields } = (was ?? {}) as Arguments;
  const byKeys = changedKeys(customFields, story['customFields']);
  const former = Object.entries({ ...fields, customFields: byKeys }).filter(([, value]) => !isNothing(value));
  const keysNow = (story['customFields'] ?? {}) as Arguments;
  const cleared = former.flatMap(([field]) =>
    field === 'customFields'
      ? Object.keys(byKeys).flatMap((key) => (isNothing(keysNow[key]) ? [`${field}.${key}`] : []))
      : isNothing(story[field])
        ? [field]
        : [],
  );
  const others = former.filter(([field]) => !QUIET.includes(field));
  return {
    ...(cleared.length > 0 ? { cleared } : {}),
    ...(others.length > 0 ? { was: Object.fromEntries(others) } : {}),
  };
}

/** The values by key of an object that are other ones now. */
function changedKeys(before: unknown, after: unknown): Arguments {
  const now = (after ?? {}) as Arguments;
  return Object.fromEntries(
    Object.entries((before ?? {}) as Arguments).filter(
      ([key, value]) => JSON.stringify(value) !== JSON.stringify(now[key]),
    ),
  );
}

/** Fields that were something before without anyone needing to know. */
const QUIET = ['completedAt', 'estimateLabel', 'autoSchedulingEnabled', 'description'];

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === 'none' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

/** The refusal of one item, under what the caller called it; a title that was refused is not that of the story. */
function refusal(error: DescribedError, item: Arguments): Arguments {
  const story = sentStoryOf(item);
  const { storyId, title } = item;
  if (story === undefined) return { title, error };
  return { ...namedStory(storyId), ...namedStory(story), error };
}

/** A story as the caller named it; what has an id gets its reference where names are read. */
export function namedStory(story: unknown): { story?: string; storyId?: string } {
  if (typeof story !== 'string') return {};
  return uuid().safeParse(story).success ? { storyId: story } : { story };
}

const titleOf = ({ title }: Arguments) => (typeof title === 'string' ? title : undefined);

/** What was refused: what they are, as the argument that lists them, what each is called, and where the fields of each are. */
interface RefusedItems {
  noun: string;
  names: readonly (string | undefined)[];
  prefix?: string;
}

/** The most ways out in an error of several items. */
const HINTS_MAX = 3;

/** The error of the only item, or of all of them. */
export function allRefused(errors: readonly ApiError[], { noun, names, prefix }: RefusedItems): ApiError {
  const [first] = errors;
  const { code, fields } = first!;
  // Those of tools, which follow from the fields too. Each is said once.
  const hints = new Set(errors.map((error) => describeToolError(error).hint));
  const hint = [...hints].slice(0, HINTS_MAX).join(' ');
  if (errors.length === 1)
    return prefix === undefined || fields.length === 0
      ? first!
      : fieldError(
          code,
          fields.map((field) => ({ ...field, path: `${prefix}.0.${field.path}` })),
          { hint },
        );
  const isSame = errors.every((one) => one.code === code);
  const said = new Set<string>();
  const messageOf = ({ message }: { message: string }) => {
    const isSaid = said.has(message);
    said.add(message);
    return isSaid ? 'as above' : message;
  };
  const nameOf = (name: string | undefined) => (name === undefined ? '' : `${quotedName(name)}: `);
  return fieldError(
    isSame ? code : 'invalid_request',
    errors.map((error, position) => ({
      path: `${noun}.${position}`,
      code: 'invalid_value',
      message: `${nameOf(names[position])}${messageOf(describeToolError(error))}`,
    })),
    { hint, message: `None of the ${errors.length} ${noun} was done.` },
  );
}
