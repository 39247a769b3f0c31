import type { Story } from '../../shared/planning/story/story.ts';
import { newWorkspace } from '../support/workspace.ts';
import { storyApi } from './story-api.ts';

/** Two teams of different estimates; members of both (`mover`), of the first (`staying`) and of the second (`receiving`). */
export async function newTwoTeams() {
  const workspace = await newWorkspace();
  const from = await workspace.team({ code: 'FROM' });
  const to = await workspace.team({ code: 'DEST', estimateScheme: 'tshirt' });
  const mover = await workspace.person('member', [from, to]);
  const api = storyApi(workspace, mover.client);
  return {
    workspace,
    from,
    to,
    mover,
    staying: await workspace.person('member', [from]),
    receiving: await workspace.person('member', [to]),
    api,
    newStory: (fields: object = {}) => api.create({ teamId: from.id, ...fields }),
    move: (story: Story, fields: object = {}) => api.change(story, { teamId: to.id, ...fields }),
  };
}
