import { createStoryAs, newKey } from '../support/workspace.ts';
import { span } from '../support/planning.ts';
import { acting, updating, type World, type WriteSample } from './sample.ts';

const story = ({ admin, workspace, team }: World) =>
  createStoryAs(admin.client, workspace, { teamId: team.id });
const archivedStory = async (world: World) => world.act(`stories/${(await story(world)).id}/archive`);
const comment = async (world: World) => {
  const { id: storyId } = await story(world);
  const made = await world.make(`stories/${storyId}/comments`, { content: 'Said' });
  return { ...made, params: { storyId } };
};
const relation = async (world: World) => {
  const [{ id: storyId }, { id: relatedStoryId }] = [await story(world), await story(world)];
  const made = await world.make(`stories/${storyId}/relations`, { type: 'blocks', relatedStoryId });
  return { ...made, params: { storyId } };
};
const view = ({ make }: World) => make('views', { name: 'Mine' });
const sprint = ({ plan, team }: World) => plan.sprint(team);
/** Of a team of its own, since a team has one cadence. */
async function cadence({ workspace, admin }: World) {
  const { id: teamId } = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId, principalId: admin.id });
  const path = `${workspace.path}/teams/${teamId}/sprint-cadence`;
  const body = { enabled: false, lengthWeeks: 3, startsOn: 'friday', timeZone: 'Asia/Kolkata' };
  return { params: { teamId }, made: (await admin.client.request('PUT', path, { body })).json.data };
}
const objective = ({ plan, team }: World) => plan.objective(team);
const keyResult = async (world: World) => world.plan.keyResult(await objective(world));
const label = ({ make }: World) => make('labels', { name: newKey() });
const archivedLabel = async (world: World) => world.act(`labels/${(await label(world)).id}/archive`);
const status = ({ make, team }: World) =>
  make('statuses', { teamId: team.id, name: newKey(), category: 'started' });
const archivedStatus = async (world: World) => world.act(`statuses/${(await status(world)).id}/archive`);

export const planningSamples: Record<string, WriteSample> = {
  createStory: async ({ team }) => ({ fields: { teamId: team.id, title: newKey() } }),
  updateStory: updating('storyId', story, 'title'),
  archiveStory: acting('storyId', story),
  unarchiveStory: acting('storyId', archivedStory),
  watchStory: acting('storyId', story),
  unwatchStory: acting('storyId', story),
  deleteStory: acting('storyId', story),
  createComment: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { content: newKey() },
  }),
  updateComment: updating('commentId', comment, 'content'),
  deleteComment: acting('commentId', comment),
  createRelation: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { type: 'blocked_by', relatedStoryId: (await story(world)).id },
  }),
  deleteRelation: acting('relationId', relation),
  createView: async () => ({ fields: { name: newKey() } }),
  updateView: updating('viewId', view, 'name'),
  deleteView: acting('viewId', view),
  createSprint: async ({ team }) => ({ fields: { teamId: team.id, name: newKey(), ...span } }),
  updateSprint: updating('sprintId', sprint, 'name'),
  deleteSprint: acting('sprintId', sprint),
  applySprintPlan: async (world) => {
    const { id: storyId, updatedAt: expectedUpdatedAt } = await story(world);
    return {
      params: { sprintId: (await sprint(world)).id },
      fields: { stories: [{ storyId, expectedUpdatedAt }] },
      // Its stories are counted by the stream.
      changesLater: true,
    };
  },
  updateSprintCadence: async (world) => {
    const { params, made } = await cadence(world);
    return {
      params,
      version: made.updatedAt,
      fields: { enabled: false, lengthWeeks: 1, startsOn: 'monday', timeZone: 'UTC' },
      others: { enabled: true, lengthWeeks: 2, startsOn: 'tuesday', timeZone: 'Europe/Berlin' },
    };
  },
  createObjective: async ({ team }) => ({ fields: { teamId: team.id, name: newKey() } }),
  updateObjective: updating('objectiveId', objective, 'name'),
  deleteObjective: acting('objectiveId', objective),
  createKeyResult: async (world) => ({
    fields: { objectiveId: (await objective(world)).id, name: newKey(), measurementType: 'percentage' },
  }),
  updateKeyResult: updating('keyResultId', keyResult, 'name'),
  deleteKeyResult: acting('keyResultId', keyResult),
  createLabel: async () => ({ fields: { name: newKey() } }),
  updateLabel: updating('labelId', label, 'color', ['#111111', '#222222']),
  archiveLabel: acting('labelId', label),
  unarchiveLabel: acting('labelId', archivedLabel),
  createStatus: async ({ team }) => ({
    fields: { teamId: team.id, name: newKey(), category: 'started' },
  }),
  updateStatus: updating('statusId', status, 'color', ['#111111', '#222222']),
  archiveStatus: acting('statusId', status),
  unarchiveStatus: acting('statusId', archivedStatus),
};
