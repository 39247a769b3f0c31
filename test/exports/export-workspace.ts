import { storyApi } from '../stories/story-api.ts';
import { newWorkspace } from '../support/workspace.ts';
import { exportApi } from './export-api.ts';

/** A workspace with an admin in a team, who exports. */
export async function newExportWorkspace() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  return {
    workspace,
    team,
    admin,
    stories: storyApi(workspace, admin.client),
    exports: exportApi(workspace, admin.client),
  };
}
