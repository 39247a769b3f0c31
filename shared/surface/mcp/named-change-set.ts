import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import {
  runOperation,
  type Arguments,
  type ToolCall,
  type ToolOverrides,
} from '../../kernel/api/mcp/tool.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import { memoize, uuid } from '../../kernel/core/schema.ts';
import { CHANGE_SET_PATH, getChangeSet } from '../../events/change-sets/get-change-set.ts';
import type { ChangeSet, SetEvent } from '../../events/change-sets/change-set.ts';

/** A change set whose resources have the names that its events tell: one that is gone has no other. */
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

/** What people call the resources of events: a story by its reference, others by their name. */
function namesIn(events: readonly SetEvent[]): ReadonlyMap<string, string> {
  return new Map(
    events.flatMap(({ data }) => {
      const { reference, title, name } = data as Arguments;
      const text = reference ?? title ?? name;
      return typeof text === 'string' ? [[data.id, text] as const] : [];
    }),
  );
}

/** A resource with its name in front of its id: one that it has now takes its place. */
function withName<R extends { id: string }>(resource: R, names: ReadonlyMap<string, string>): R {
  const name = names.get(resource.id);
  return name === undefined ? resource : { name, ...resource };
}

/** The parts of an outcome with the names that resources had in a change set, as far as it can be read. */
export async function withFormerNames(
  call: ToolCall,
  changeSetId: unknown,
  outcome: Arguments,
): Promise<Arguments> {
  if (typeof changeSetId !== 'string') return outcome;
  const args = { workspaceId: call.args['workspaceId'], changeSetId };
  const { data } = await runOperation(namedChangeSet, { ...call, args }).catch((error: unknown) => {
    if (error instanceof ApiError) return { data: { changes: [] } };
    throw error;
  });
  const { changes } = data as { changes: (ChangeSet['changes'][number] & { name?: string })[] };
  const names = new Map(changes.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name] as const])));
  return Object.fromEntries(
    Object.entries(outcome).map(([part, value]) => [
      part,
      Array.isArray(value) ? value.map((one: { id: string }) => withName(one, names)) : value,
    ]),
  );
}
