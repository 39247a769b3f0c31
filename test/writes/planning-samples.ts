import type { ItemKind } from '../../shared/kernel/db/table.ts';
import { commentKind } from '../../shared/planning/comments/comment-store.ts';
import { relationKind } from '../../shared/planning/relations/relation-store.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { sessionApi } from '../agent-sessions/session-api.ts';
import { announced, attachmentApi, upload } from '../attachments/attachment-api.ts';
import { newNotification } from '../notifications/notification-api.ts';
import { timeApi } from '../time-entries/time-api.ts';
import { switchIntakeOn } from '../triage/triage-api.ts';
import { changeSetApi } from '../change-sets/change-set-api.ts';
import { untilInBin } from '../change-sets/until-in-bin.ts';
import { dayFromNow } from '../recurring-stories/recurring-api.ts';
import { createStoryAs, newKey, type Person } from '../support/workspace.ts';
import { span } from '../support/planning.ts';
import { actionSample, updateSample, type World, type WriteSample } from './sample.ts';

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
const link = async (world: World) => {
  const { id: storyId } = await story(world);
  return { ...(await world.make(`stories/${storyId}/links`, { url: newUrl() })), params: { storyId } };
};
const uploaded = async (world: World) => {
  const one = await story(world);
  const { attachment, form } = await attachmentApi(world.workspace, world.admin.client).create(one);
  await upload(form, 'hello');
  return { ...attachment, params: { storyId: one.id } };
};
const attachment = async (world: World) => {
  const one = await story(world);
  const made = await attachmentApi(world.workspace, world.admin.client).attach(one);
  return { ...made, params: { storyId: one.id } };
};
const deletedStory = async (world: World) => {
  const made = await story(world);
  await world.admin.client.delete(`${world.workspace.path}/stories/${made.id}`);
  await untilInBin(world.workspace, made.id, storyKind, made.id);
  return made;
};
const deletedPart = async (
  world: World,
  kind: ItemKind,
  path: string,
  made: Awaited<ReturnType<typeof comment>>,
) => {
  const { storyId } = made.params;
  await world.admin.client.delete(`${world.workspace.path}/stories/${storyId}/${path}/${made.id}`);
  await untilInBin(world.workspace, storyId, kind, made.id);
  return made;
};
const deletedComment = async (world: World) =>
  deletedPart(world, commentKind, 'comments', await comment(world));
const deletedRelation = async (world: World) =>
  deletedPart(world, relationKind, 'relations', await relation(world));
const claim = async (world: World) =>
  world.make(`stories/${(await story(world)).id}/claim`, { leaseSeconds: 600 });
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
/** A team of its own, which has its new stories wait. */
async function triageTeam({ workspace, admin }: World) {
  const team = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: admin.id });
  await switchIntakeOn(workspace, admin.client, team);
  return { id: team.id };
}
async function addressedTeam(world: World) {
  const team = await triageTeam(world);
  await world.act(`teams/${team.id}/triage-address`);
  return team;
}
async function storyInTriage(world: World) {
  const { workspace, admin } = world;
  const team = await triageTeam(world);
  const body = { teamId: team.id, title: newKey(), triage: true };
  return createStoryAs(admin.client, workspace, body);
}
const notification = async (world: World) => {
  const { id } = await story(world);
  return { id: await newNotification(world.workspace, world.admin, id) };
};
/** Each is another request. */
let readUntil = Date.parse('2026-01-01T00:00:00.000Z');
const readNotification = async (world: World) =>
  world.act(`notifications/${(await notification(world)).id}/read`);
const timeEntry = async (world: World) => {
  const one = await story(world);
  const made = await timeApi(world.workspace, world.admin.client).log(one);
  return { ...made, params: { storyId: one.id } };
};
const objectiveUpdate = async (world: World) => {
  const made = await world.plan.updatesOf(await objective(world)).write();
  return { ...made, params: { objectiveId: made.objectiveId } };
};
const label = ({ make }: World) => make('labels', { name: newKey() });
const archivedLabel = async (world: World) => world.act(`labels/${(await label(world)).id}/archive`);
const customField = ({ make }: World) => make('custom-fields', newField());
const archivedCustomField = async (world: World) =>
  world.act(`custom-fields/${(await customField(world)).id}/archive`);
const storyTemplate = ({ make, team }: World) => make('story-templates', { teamId: team.id, name: newKey() });
const recurringStory = ({ make, team }: World) =>
  make('recurring-stories', {
    teamId: team.id,
    name: newKey(),
    rule: 'FREQ=DAILY',
    startDate: dayFromNow(9),
  });
const status = ({ make, team }: World) =>
  make('statuses', { teamId: team.id, name: newKey(), category: 'started' });
const archivedStatus = async (world: World) => world.act(`statuses/${(await status(world)).id}/archive`);

let leases = 60;

/** The agent of a world, one for all samples, since a key belongs to its caller. */
const agents = new WeakMap<World, Promise<Person>>();
function agentOf(world: World): Promise<Person> {
  const agent = agents.get(world) ?? world.workspace.serviceAccount([world.team]);
  agents.set(world, agent);
  return agent;
}

/** An address that no other link has. */
const newUrl = (): string => `https://example.com/${newKey()}`;

/** A key that no other custom field has. */
const newField = () => {
  const key = `f${newKey().replaceAll('-', '').slice(0, 30)}`;
  return { key, name: `Field ${key}`, type: 'text' };
};

export const planningSamples: Record<string, WriteSample> = {
  createStory: async ({ team }) => ({ fields: { teamId: team.id, title: newKey() } }),
  updateStory: updateSample('storyId', story, 'title'),
  archiveStory: actionSample('storyId', story),
  unarchiveStory: actionSample('storyId', archivedStory),
  revertChangeSet: async (world) => {
    const { admin, workspace } = world;
    const { id, updatedAt: expectedUpdatedAt } = await story(world);
    const changeSetId = newKey();
    const path = `${workspace.path}/stories/${id}`;
    await admin.client.patch(path, { expectedUpdatedAt, title: 'Other' }, { 'change-set': changeSetId });
    await changeSetApi(workspace, admin.client).of(changeSetId, 1);
    return { params: { changeSetId }, fields: {} };
  },
  revertChanges: async (world) => {
    const { workspace, team } = world;
    const actor = await workspace.person('member', [team]);
    const { id, updatedAt: expectedUpdatedAt } = await story(world);
    const path = `${workspace.path}/stories/${id}`;
    const { json } = await actor.client.patch(path, { expectedUpdatedAt, title: 'Other' });
    const since: string = json.data.updatedAt;
    await changeSetApi(workspace, actor.client).untilListed({ actorId: actor.id, since }, 1);
    return { fields: { actorId: actor.id, since } };
  },
  claimNextStories: async (world) => {
    await story(world);
    // Each is another request.
    return { fields: { leaseSeconds: leases++, limit: 1 } };
  },
  claimStory: actionSample('storyId', story, { fields: { leaseSeconds: 60 } }),
  renewStoryClaim: async (world) => {
    const { storyId, fencingNumber } = await claim(world);
    return { params: { storyId }, fields: { fencingNumber, leaseSeconds: 60 } };
  },
  releaseStoryClaim: async (world) => {
    const { storyId, fencingNumber } = await claim(world);
    return { params: { storyId }, fields: { fencingNumber } };
  },
  createAgentActivity: async (world) => {
    const { workspace, team, admin } = world;
    const agent = await agentOf(world);
    const called = await createStoryAs(admin.client, workspace, { teamId: team.id, assigneeId: agent.id });
    const { id } = await sessionApi(workspace, agent.client).on(called);
    const fields = { kind: 'thought', body: newKey() };
    return { params: { agentSessionId: id }, fields, client: agent.client };
  },
  watchStory: actionSample('storyId', story),
  unwatchStory: actionSample('storyId', story),
  markNotificationRead: actionSample('notificationId', notification),
  markNotificationUnread: actionSample('notificationId', readNotification),
  markNotificationsRead: async () => ({ fields: { until: new Date(readUntil++).toISOString() } }),
  deleteStory: actionSample('storyId', story),
  restoreStory: actionSample('storyId', deletedStory),
  createComment: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { content: newKey() },
  }),
  updateComment: updateSample('commentId', comment, 'content'),
  deleteComment: actionSample('commentId', comment),
  restoreComment: actionSample('commentId', deletedComment),
  createRelation: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { type: 'blocked_by', relatedStoryId: (await story(world)).id },
  }),
  deleteRelation: actionSample('relationId', relation),
  createStoryLink: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { url: newUrl() },
  }),
  updateStoryLink: updateSample('linkId', link, 'title'),
  deleteStoryLink: actionSample('linkId', link),
  createAttachment: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { ...announced, name: newKey() },
  }),
  completeAttachment: actionSample('attachmentId', uploaded),
  deleteAttachment: actionSample('attachmentId', attachment),
  triageStory: async (world) => ({
    params: { storyId: (await storyInTriage(world)).id },
    fields: { decision: 'decline' },
  }),
  createTimeEntry: async (world) => ({
    params: { storyId: (await story(world)).id },
    fields: { minutes: 30, note: newKey() },
  }),
  updateTimeEntry: updateSample('timeEntryId', timeEntry, 'note'),
  deleteTimeEntry: actionSample('timeEntryId', timeEntry),
  restoreRelation: actionSample('relationId', deletedRelation),
  createView: async () => ({ fields: { name: newKey() } }),
  updateView: updateSample('viewId', view, 'name'),
  deleteView: actionSample('viewId', view),
  createSprint: async ({ team }) => ({ fields: { teamId: team.id, name: newKey(), ...span } }),
  updateSprint: updateSample('sprintId', sprint, 'name'),
  deleteSprint: actionSample('sprintId', sprint),
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
  createTriageAddress: actionSample('teamId', triageTeam),
  deleteTriageAddress: actionSample('teamId', addressedTeam),
  createObjective: async ({ team }) => ({ fields: { teamId: team.id, name: newKey() } }),
  updateObjective: updateSample('objectiveId', objective, 'name'),
  deleteObjective: actionSample('objectiveId', objective),
  createKeyResult: async (world) => ({
    fields: { objectiveId: (await objective(world)).id, name: newKey(), measurementType: 'percentage' },
  }),
  updateKeyResult: updateSample('keyResultId', keyResult, 'name'),
  deleteKeyResult: actionSample('keyResultId', keyResult),
  createObjectiveUpdate: async (world) => ({
    params: { objectiveId: (await objective(world)).id },
    fields: { health: 'on_track', body: newKey() },
  }),
  updateObjectiveUpdate: updateSample('objectiveUpdateId', objectiveUpdate, 'body'),
  deleteObjectiveUpdate: actionSample('objectiveUpdateId', objectiveUpdate),
  createLabel: async () => ({ fields: { name: newKey() } }),
  updateLabel: updateSample('labelId', label, 'color', ['#111111', '#222222']),
  archiveLabel: actionSample('labelId', label),
  unarchiveLabel: actionSample('labelId', archivedLabel),
  createCustomField: async () => ({ fields: newField() }),
  updateCustomField: updateSample('customFieldId', customField, 'description'),
  archiveCustomField: actionSample('customFieldId', customField),
  unarchiveCustomField: actionSample('customFieldId', archivedCustomField),
  createStoryTemplate: async ({ team }) => ({ fields: { teamId: team.id, name: newKey() } }),
  updateStoryTemplate: updateSample('storyTemplateId', storyTemplate, 'name'),
  deleteStoryTemplate: actionSample('storyTemplateId', storyTemplate),
  createRecurringStory: async ({ team }) => ({
    fields: { teamId: team.id, name: newKey(), rule: 'FREQ=DAILY', startDate: dayFromNow(9) },
  }),
  updateRecurringStory: updateSample('recurringStoryId', recurringStory, 'name'),
  deleteRecurringStory: actionSample('recurringStoryId', recurringStory),
  createStatus: async ({ team }) => ({
    fields: { teamId: team.id, name: newKey(), category: 'started' },
  }),
  updateStatus: updateSample('statusId', status, 'color', ['#111111', '#222222']),
  archiveStatus: actionSample('statusId', status),
  unarchiveStatus: actionSample('statusId', archivedStatus),
};
