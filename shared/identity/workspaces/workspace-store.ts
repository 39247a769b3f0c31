import { defineDocument } from '../../kernel/db/document.ts';
import { workspaceKind } from '../../kernel/auth/workspace-kind.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { workspaceSchema, type Workspace } from './workspace.ts';
import type { Item, Reader, Change, Addition } from '../../kernel/core/database.ts';
import type { StatusReference } from '../../kernel/core/status-category.ts';

export const workspaceDocument = defineDocument(workspaceSchema);

const workspaceKey = workspaceKind.key;
/** Guards of the slugs of workspaces. */
export const workspaceSlugKind = itemKind('G#slug#', 'release');
const slugKey = workspaceSlugKind.key;

export const getWorkspaceItem = (read: Reader, id: string) => read.get(workspaceKey(id));

/** The default status of a workspace's new objectives. */
export async function getDefaultObjectiveStatus(
  read: Reader,
  workspaceId: string,
): Promise<StatusReference | undefined> {
  const item = await getWorkspaceItem(read, workspaceId);
  return item?.['defaultObjectiveStatus'] as StatusReference | undefined;
}

export const toWorkspace = (item: Item) => workspaceDocument.read(item);

/** Returns the id of the workspace with a slug, or undefined. */
export async function findWorkspaceId(read: Reader, slug: string): Promise<string | undefined> {
  return (await read.get(slugKey(slug)))?.['workspaceId'] as string | undefined;
}

/** Changes that create a workspace. Throws `slugTaken` if another workspace has the slug. */
export const putWorkspace = (
  workspace: Workspace,
  defaultObjectiveStatus: StatusReference,
  slugTaken: () => Error,
): Change[] => [
  {
    put: { ...slugKey(workspace.slug), workspaceId: workspace.id },
    if: 'absent',
    onConditionFailed: slugTaken,
  },
  {
    put: {
      ...workspaceKey(workspace.id),
      ...workspaceDocument.write(workspace),
      // All of the deployment's, which few functions may list (all-workspaces-store.ts).
      inList: 'WORKSPACES',
      updatedAt: workspace.updatedAt,
      defaultObjectiveStatus,
      adminCount: 0,
    },
    if: 'absent',
  },
];

/** A condition of a transaction: the workspace exists. Throws `gone` if not. */
export const workspaceExists = (id: string, gone: () => Error): Change => ({
  check: workspaceKey(id),
  if: 'present',
  onConditionFailed: gone,
});

/** Whether a workspace is there and not being deleted. */
export async function isOpenWorkspace(read: Reader, id: string): Promise<boolean> {
  const item = await read.get(workspaceKey(id));
  return item !== undefined && item['closedAt'] === undefined;
}

/** Marks a workspace as being deleted, before everything in it is. Throws `gone` if there is none. */
export const closeWorkspace = (id: string, now: Date, gone: () => Error): Change => ({
  update: workspaceKey(id),
  with: { set: { closedAt: now.toISOString() } },
  if: 'present',
  onConditionFailed: gone,
});

/** Changes a workspace's name; its slug and counters are not affected. */
export const replaceWorkspace = (
  workspace: Workspace,
  previous: Workspace,
  writeConflict: () => Error,
): Change => ({
  update: workspaceKey(workspace.id),
  with: { set: { ...workspaceDocument.write(workspace), updatedAt: workspace.updatedAt } },
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: writeConflict,
});

/** Changes the default status of new objectives. */
export const setDefaultObjectiveStatus = (
  workspaceId: string,
  status: StatusReference,
  gone: () => Error,
): Change => ({
  update: workspaceKey(workspaceId),
  with: { set: { defaultObjectiveStatus: status } },
  if: 'present',
  onConditionFailed: gone,
});

/** Sets whether people other than admins may create tokens of their own. Throws `gone` if there is no workspace. */
export const setMemberTokens = (
  workspaceId: string,
  memberTokens: 'allowed' | 'forbidden',
  gone: () => Error,
): Change => ({
  update: workspaceKey(workspaceId),
  with: { set: { memberTokens } },
  if: 'present',
  onConditionFailed: gone,
});

/** The number of a workspace's admins. */
export async function countAdminsOf(read: Reader, workspaceId: string): Promise<number> {
  return ((await getWorkspaceItem(read, workspaceId))?.['adminCount'] as number | undefined) ?? 0;
}

/** Increments or decrements a workspace's admin count. With `lastAdmin`, throws it if none would remain. */
export const countAdmins = (workspaceId: string, difference: 1 | -1, lastAdmin?: () => Error): Addition => ({
  update: workspaceKey(workspaceId),
  with: { add: { adminCount: difference } },
  ...(lastAdmin && difference < 0
    ? { if: { above: { attribute: 'adminCount', value: 1 } }, onConditionFailed: lastAdmin }
    : {}),
});
