import type { Change, Database, Item, Key, Reader } from '../../core/database.ts';
import { workspaceKind } from '../../auth/workspace-kind.ts';
import { createReader } from '../../db/reader.ts';
import { quotaNames, type StoryFieldRule, type WorkspaceLimits } from './quotas.ts';
import type { OwnRateLimits } from './rate-limits.ts';

const workspaceLimitsKey = (workspaceId: string): Key => ({
  pk: workspaceKind.key(workspaceId).pk,
  sk: '#LIMITS',
});

/** The limits of a workspace, strongly consistent. */
export async function getWorkspaceLimits(read: Reader, workspaceId: string): Promise<WorkspaceLimits> {
  return toWorkspaceLimits(await read.get(workspaceLimitsKey(workspaceId)));
}

/** The limits of a workspace, eventually consistent, which costs half. */
export async function peekWorkspaceLimits(database: Database, workspaceId: string): Promise<WorkspaceLimits> {
  const [item] = await createReader(database).getMany([workspaceLimitsKey(workspaceId)]);
  return toWorkspaceLimits(item);
}

/** Replaces the limits that an operator has set; what a workspace has used stays. */
export const setWorkspaceLimitsItem = (
  workspaceId: string,
  { rateLimits, quotas }: Pick<WorkspaceLimits, 'rateLimits' | 'quotas'>,
): Change => ({ update: workspaceLimitsKey(workspaceId), with: { set: { rateLimits, quotas } } });

/** Stores a workspace's current usage of each quota. */
export const recordUsage = (workspaceId: string, used: WorkspaceLimits['used']): Change => ({
  update: workspaceLimitsKey(workspaceId),
  with: { set: Object.fromEntries(Object.entries(used).map(([name, count]) => [attributeOf(name), count])) },
});

/**
 * Stores the rule of a custom field next to the limits, which every creation of a story reads; undefined removes it.
 */
export const setStoryFieldRule = (
  workspaceId: string,
  key: string,
  rule: StoryFieldRule | undefined,
): Change => ({
  update: workspaceLimitsKey(workspaceId),
  with: rule ? { set: { [`${FIELD}${key}`]: rule } } : { remove: [`${FIELD}${key}`] },
});

/** What the attribute of a custom field's rule begins with, before its key. */
const FIELD = 'field_';

/** Each limit has its own attribute, so that concurrent writers of different limits do not overwrite each other. */
const attributeOf = (name: string): string => `used_${name}`;

const toWorkspaceLimits = (item: Item | undefined): WorkspaceLimits => ({
  rateLimits: (item?.['rateLimits'] as OwnRateLimits | undefined) ?? {},
  quotas: (item?.['quotas'] as WorkspaceLimits['quotas'] | undefined) ?? {},
  used: Object.fromEntries(
    quotaNames.flatMap((name) => {
      const count = item?.[attributeOf(name)] as number | undefined;
      return count === undefined ? [] : [[name, count]];
    }),
  ),
  storyFields: Object.fromEntries(
    Object.entries(item ?? {}).flatMap(([name, rule]) =>
      name.startsWith(FIELD) ? [[name.slice(FIELD.length), rule as StoryFieldRule]] : [],
    ),
  ),
});
