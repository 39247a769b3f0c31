import { commit } from '../../../shared/db/write.ts';
import { newStatuses, putStatuses } from '../../../shared/statuses/new-statuses.ts';
import type { Workspace } from '../../../shared/workspaces/workspace.ts';
import {
  findWorkspaceId,
  getWorkspaceItem,
  listWorkspaceItems,
  putWorkspace,
  replaceWorkspace,
  toWorkspace,
} from '../../../shared/workspaces/workspace-store.ts';
import { CommandError } from '../command-error.ts';
import { raceLost, type OperatorContext } from './context.ts';

export const workspaceCommands = ({ database, read, clock, newId, created, changed }: OperatorContext) => ({
  async createWorkspace(fields: { name: string; slug: string }): Promise<Workspace> {
    const workspace = { id: newId(), ...fields, ...created() };
    const taken = () =>
      new CommandError(`The slug ${fields.slug} belongs to another workspace; choose another.`);
    const { statuses, defaultStatus } = newStatuses(
      { workspaceId: workspace.id, teamId: null },
      clock(),
      newId,
    );
    await commit(database, [
      ...putWorkspace(workspace, defaultStatus, taken),
      ...putStatuses(statuses, raceLost),
    ]);
    return workspace;
  },

  async getWorkspace(id: string): Promise<Workspace | undefined> {
    const item = await getWorkspaceItem(read, id);
    return item && toWorkspace(item);
  },

  async findWorkspace(slug: string): Promise<Workspace | undefined> {
    const id = await findWorkspaceId(read, slug);
    return id === undefined ? undefined : await this.getWorkspace(id);
  },

  /** Every workspace of the deployment, newest first. */
  listWorkspaces: async (): Promise<Workspace[]> => (await listWorkspaceItems(read)).map(toWorkspace),

  async renameWorkspace(workspace: Workspace, name: string): Promise<Workspace> {
    const next = changed(workspace, { name });
    await commit(database, [replaceWorkspace(next, workspace, raceLost)]);
    return next;
  },
});
