import * as z from 'zod';
import { BULK_MAX_ITEMS } from '../../kernel/api/bulk/bulk-operation.ts';
import { runBulk, type Arguments, type ToolCall } from '../../kernel/api/mcp/tool.ts';
import { describeToolError } from '../../kernel/api/mcp/tool-error.ts';
import type { OperationResult } from '../../kernel/api/operation/execute.ts';
import type { BulkOperation } from '../../kernel/api/operation/operation-kinds.ts';
import { ApiError, invalidReference, invalidRequest, notFound } from '../../kernel/core/errors.ts';
import { quotedName } from '../../kernel/core/nearest.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { problemsOf } from './refused-items.ts';

type ItemError = ReturnType<typeof describeToolError>;

/** The outcome of one of several stories. */
export interface Outcome {
  data?: Arguments;
  error?: ItemError;
}

/** Of one story its version; of several, that of each. */
export const savedSchema = memoize(() => {
  const version = { id: uuid(), reference: z.string(), updatedAt: timestamp() };
  return z.object({ ...version, stories: z.array(z.unknown()) });
});

/** The stories of a call; throws a 400 if they are no list, or if other arguments could not be passed on to them. */
export function itemsOrThrow(stories: unknown, { workspaceId: _, ...only }: Arguments): Arguments[] {
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

/** Runs an operation for each item whose names mean something. */
export async function outcomesOf(
  operation: BulkOperation,
  call: ToolCall,
  items: readonly Arguments[],
  bodyOf: (item: Arguments, position: number) => Arguments,
): Promise<Outcome[]> {
  const refused = items.map(refusedByName);
  const bodies = items.flatMap((item, position) => (refused[position] ? [] : [bodyOf(item, position)]));
  const run = bodies.length === 0 ? [] : await runAll(operation, call, bodies);
  return refused.map((outcome) => outcome ?? run.shift()!);
}

const runAll = async (operation: BulkOperation, call: ToolCall, bodies: readonly Arguments[]) =>
  ((await runBulk(operation, call, bodies)).data as { items: Outcome[] }).items;

/** The refusal of an item that names something that is not there. */
export function refusedByName(item: Arguments): Outcome | undefined {
  const problems = problemsOf(item);
  if (problems.length > 0) return { error: describeToolError(invalidReference([...problems])) };
  const { storyId } = item;
  if (typeof storyId !== 'string' || uuid().safeParse(storyId).success) return undefined;
  return { error: describeToolError(notFound('story')) };
}

export const outcomeOf = (result: Promise<OperationResult>): Promise<Outcome> =>
  result.then(
    ({ data }) => ({ data: data as Arguments }),
    (error: unknown) => {
      if (error instanceof ApiError) return { error: describeToolError(error) };
      throw error;
    },
  );

/**
 * Of each story, what identifies it and what became of the fields that were sent; or why it was refused. Throws if all
 * were refused.
 */
export function resultOf(outcomes: readonly Outcome[], items: readonly Arguments[]): OperationResult {
  const refused = outcomes.flatMap(({ error }) => error ?? []);
  if (refused.length === outcomes.length) throw allRefused(refused, items);
  const said = new Set<string>();
  const stories = outcomes.map(({ data, error }, position) =>
    data ? briefStory(data, items[position]!) : refusal(onceSaid(error!, said), items[position]!),
  );
  const message =
    stories.length === 1 ? {} : { message: `${stories.length - refused.length} of ${stories.length} done.` };
  return { data: { stories, ...message }, replayed: false };
}

/** An error whose way out has been told before says only what is wrong. */
function onceSaid(error: ItemError, said: Set<string>): ItemError {
  const key = `${error.code} ${error.message} ${error.hint}`;
  if (!said.has(key)) {
    said.add(key);
    return error;
  }
  return { ...error, hint: 'As above.' };
}

/** What follows from a field that was sent. */
const sideEffects: Readonly<Record<string, readonly string[]>> = {
  teamId: ['statusId', 'sprintId', 'assigneeId'],
  archived: ['archivedAt'],
  statusId: ['completedAt'],
  clearFields: [],
  addLabels: ['labels'],
  removeLabels: ['labels'],
};

function briefStory(story: Arguments, item: Arguments): Arguments {
  const fields = Object.keys(item).flatMap((name) => [name, ...(sideEffects[name] ?? [])]);
  const shown = new Set(['id', 'reference', 'title', 'updatedAt', 'relations', ...fields]);
  const brief = Object.entries(story).filter(([name]) => shown.has(name) && name !== 'description');
  return { ...Object.fromEntries(brief), ...whatChanged(story) };
}

/** What an update has cleared, and what the other changed fields were. */
export function whatChanged({ was = {}, ...story }: Arguments): Arguments {
  const former = Object.entries(was as Arguments).filter(([, value]) => !isNothing(value));
  const cleared = former.flatMap(([field]) => (isNothing(story[field]) ? [field] : []));
  const others = former.filter(([field]) => !QUIET.includes(field));
  return {
    ...(cleared.length > 0 ? { cleared } : {}),
    ...(others.length > 0 ? { was: Object.fromEntries(others) } : {}),
  };
}

/** Fields that were something before without anyone needing to know. */
const QUIET = ['completedAt', 'estimateLabel', 'autoSchedulingEnabled', 'description'];

const isNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === 'none' ||
  (typeof value === 'object' && Object.keys(value).length === 0);

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

/** The error of the only story, or of all of them. */
function allRefused(errors: readonly ItemError[], items: readonly Arguments[]): ApiError {
  const [first] = errors.map(inArguments);
  const { code, message, hint, fields = [], ...details } = first!;
  if (errors.length === 1) {
    return new ApiError(code, message, {
      hint,
      details,
      fields: fields.map((field) => ({ in: 'body', ...field })),
    });
  }
  const isSame = errors.every((one) => one.code === code);
  const nameOf = ({ storyId, title }: Arguments) => quotedName(String(title ?? storyId));
  return new ApiError(
    isSame ? code : 'invalid_request',
    `None of the ${errors.length} stories was done. ${message}`,
    {
      hint,
      fields: errors.map((error, position) => ({
        in: 'body',
        path: `stories.${position}`,
        code: 'invalid_value',
        message: `${nameOf(items[position]!)}: ${error.message}`,
      })),
    },
  );
}
