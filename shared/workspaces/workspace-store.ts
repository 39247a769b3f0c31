import { defineDocument } from '../db/document.ts';
import type { Reader } from '../db/reader.ts';
import { entityKey, type Item, type Key } from '../db/table.ts';
import type { Change } from '../db/write.ts';
import { workspaceSchema, type Workspace } from './workspace.ts';

const document = defineDocument<Workspace>(workspaceSchema.keyof().options);

const workspaceKey = (id: string): Key => entityKey(`W#${id}`);
const slugKey = (slug: string): Key => entityKey(`G#slug#${slug}`);

export const getWorkspaceItem = (read: Reader, id: string) => read.get(workspaceKey(id));

export const toWorkspaceJson = (item: Item) => document.json(item);
export const toWorkspace = (item: Item) => document.read(item);

/** The id of the workspace with a slug, or undefined. */
export async function findWorkspaceId(read: Reader, slug: string): Promise<string | undefined> {
  return (await read.get(slugKey(slug)))?.['workspaceId'] as string | undefined;
}

/** Every workspace of the deployment, newest first; for its operator only. */
export const listWorkspaceItems = (read: Reader) =>
  read.query({ index: 'list', partition: 'WORKSPACES', limit: 1_000 });

/** The changes that make a workspace; `slugTaken` is thrown where another has the slug. */
export const putWorkspace = (workspace: Workspace, slugTaken: () => Error): Change[] => [
  { put: { ...slugKey(workspace.slug), workspaceId: workspace.id }, if: 'absent', otherwise: slugTaken },
  {
    put: {
      ...workspaceKey(workspace.id),
      ...document.write(workspace),
      inList: 'WORKSPACES',
      updatedAt: workspace.updatedAt,
    },
    if: 'absent',
  },
];

/** The change that replaces a workspace's name; its slug stays. */
export const replaceWorkspace = (
  workspace: Workspace,
  previous: Workspace,
  raceLost: () => Error,
): Change => ({
  put: {
    ...workspaceKey(workspace.id),
    ...document.write(workspace),
    inList: 'WORKSPACES',
    updatedAt: workspace.updatedAt,
  },
  if: { equals: { updatedAt: previous.updatedAt } },
  otherwise: raceLost,
});
