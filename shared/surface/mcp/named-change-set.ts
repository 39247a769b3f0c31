import * as z from 'zod';
import { operation, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { memoize, timestamp, uuid } from '../../kernel/core/schema.ts';
import { CHANGE_SET_PATH, getChangeSet } from '../../events/change-sets/get-change-set.ts';
import type { SetEvent } from '../../events/change-sets/change-set.ts';
import { revertChangeSet } from '../change-sets/revert-change-set.ts';
import { getRevertJob } from '../change-sets/revert-job-store.ts';
import type { RevertSource } from '../change-sets/revert-source.ts';

/** A change set whose resources have the names of its events: one that is gone has no other. */
const namedChangeSet = operation({
  id: getChangeSet.id,
  method: 'GET',
  path: CHANGE_SET_PATH,
  tag: getChangeSet.tag,
  summary: getChangeSet.summary,
  description: getChangeSet.description,
  scopes: getChangeSet.scopes,
  errors: getChangeSet.errors,
  params: { changeSetId: uuid() },
  output: memoize(() => z.looseObject({})),
  handle: async ({ path, ...context }) => {
    // Imported on demand, as the operation itself does.
    const [{ changeSetOf }, { readChangeSet }] = await Promise.all([
      import('../../events/change-sets/show-change-set.ts'),
      import('../../events/change-sets/read-change-set.ts'),
    ]);
    const events = await readChangeSet(context, path.changeSetId);
    const set = changeSetOf(path.changeSetId, events);
    const names = namesIn(events);
    return { ...set, changes: set.changes.map((change) => withName(change, names)) };
  },
});

/** get_change_set: names what it lists, also what is gone. */
export const namedChanges: ToolOverrides = { run: (call) => runOperation(namedChangeSet, call) };

/** The first characters of a text that stand for what has no name. */
const EXCERPT_MAX_CHARACTERS = 60;

/** What people call the resources of events: a story by its reference, others by their name, or by how their text begins. */
function namesIn(events: readonly SetEvent[]): ReadonlyMap<string, FormerName> {
  return new Map(
    events.flatMap(({ data, origin }) => {
      const { reference, title, name, content, text, note, minutes, date, storyId }: Arguments = data;
      const written = [reference, title, name, content, text, note].find((one) => typeof one === 'string');
      const spent = typeof minutes === 'number' ? `${minutes} minutes on ${String(date)}` : undefined;
      const called = written === undefined ? spent : excerptOf(written);
      if (called === undefined) return [];
      // Where it is, which its text does not say.
      const place = typeof storyId === 'string' && reference === undefined ? { storyId } : {};
      return [[data.id, { name: called, ...place, ...(origin === 'visitor' ? { origin } : {}) }] as const];
    }),
  );
}

const formerName = memoize(() =>
  z.object({
    name: z.string(),
    storyId: z.string().optional(),
    origin: z.literal('visitor').optional(),
  }),
);
type FormerName = z.output<ReturnType<typeof formerName>>;

function excerptOf(text: string): string {
  const characters = [...text.replaceAll(/\s+/g, ' ').trim()];
  return characters.length <= EXCERPT_MAX_CHARACTERS
    ? characters.join('')
    : `${characters.slice(0, EXCERPT_MAX_CHARACTERS).join('')}…`;
}

/** A resource with its name in front of its id: one that it has now takes its place. */
function withName<R extends { id: string }>(resource: R, names: ReadonlyMap<string, FormerName>): R {
  const named = names.get(resource.id);
  return named === undefined ? resource : { ...named, ...resource };
}

/** The names that the resources of a reversal had, of those that the caller may see now. */
const findFormerNames = operation({
  id: revertChangeSet.id,
  method: 'GET',
  path: `${WORKSPACE_PATH}/former-names`,
  tag: getChangeSet.tag,
  summary: 'Find former names',
  scopes: getChangeSet.scopes,
  teamRestricted: 'allowed',
  cost: 5,
  query: () => ({
    changeSetId: uuid().optional(),
    jobId: uuid().optional(),
    actorId: uuid().optional(),
    since: timestamp().optional(),
    before: timestamp().optional(),
    teamId: uuid().optional(),
  }),
  output: () => z.array(z.tuple([uuid(), formerName()])),
  handle: async ({ query, ...context }) => {
    const { jobId, changeSetId, actorId, since, before, teamId } = query;
    const job = jobId === undefined ? undefined : await getRevertJob(context.read, jobId);
    const { workspaceId, principalId } = context.caller;
    const isOwn = job?.workspaceId === workspaceId && job.owner.principalId === principalId;
    const source: RevertSource | undefined =
      job && isOwn
        ? job.request.source
        : actorId !== undefined && since !== undefined
          ? { actorId, since, before, teamId }
          : changeSetId === undefined
            ? undefined
            : { changeSetId };
    if (!source) return [];
    // Imported on demand, as reversals do.
    const { readSource } = await import('../change-sets/revert-source.ts');
    return [...namesIn(await readSource(context, source))];
  },
});

/** The parts of an outcome with the names that resources had before, as far as the caller can see them. */
export async function withFormerNames(call: ToolCall, outcome: Arguments): Promise<Arguments> {
  const { workspaceId, changeSetId, jobId, actorId, since, before, teamId } = call.args;
  const args = { workspaceId, changeSetId, jobId, actorId, since, before, teamId };
  const sent = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const { data } = await runOperation(findFormerNames, { ...call, args: sent }).catch((error: unknown) => {
    if (error instanceof ApiError && error.status < 500) return { data: [] };
    throw error;
  });
  const names = new Map(data);
  return Object.fromEntries(
    Object.entries(outcome).map(([part, value]) => [
      part,
      Array.isArray(value) ? value.map((one: { id: string }) => withName(one, names)) : value,
    ]),
  );
}
