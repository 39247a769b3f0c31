import { expect, test } from 'vitest';
import { feedbackApi } from '../../support/feedback.ts';
import { span } from '../../support/planning.ts';
import { newWorkspace } from '../../support/workspace.ts';

/** What an operator does goes by the rules of the API, since it is the API's own operations. */

async function setUp() {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const deleted = await workspace.team();
  await workspace.operator.joinTeam({
    workspaceId: workspace.id,
    teamId: deleted.id,
    principalId: admin.id,
  });
  const { status } = await admin.client.delete(`${workspace.path}/teams/${deleted.id}`);
  expect(status).toBe(200);
  return { workspace, team, admin, deleted };
}

test('a deleted team gets no labels', async () => {
  const { workspace, team, deleted } = await setUp();
  const label = (teamId: string) =>
    workspace.operator.createLabel({ workspaceId: workspace.id, teamId, name: 'Bug', color: '#ef4444' });
  expect(await label(team.id)).toMatchObject({ teamId: team.id, name: 'Bug' });
  await expect(label(deleted.id)).rejects.toThrow();
});

test('a deleted team gets no sprints', async () => {
  const { workspace, team, deleted } = await setUp();
  const fields = { name: 'A sprint', ...span };
  expect(await workspace.operator.createSprint(team, fields)).toMatchObject({ teamId: team.id });
  await expect(workspace.operator.createSprint(deleted, fields)).rejects.toThrow();
});

test('a deleted portal gets no updates', async () => {
  const { workspace, admin } = await setUp();
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const gone = await feedback.portal();
  expect((await admin.client.delete(feedback.pathOf(gone))).status).toBe(200);
  const fields = { title: 'It is here' };
  const { operator } = workspace;
  expect(await operator.createFeedbackUpdate(portal, fields)).toMatchObject({ portalId: portal.id });
  await expect(operator.createFeedbackUpdate(gone, fields)).rejects.toThrow();
});

test('the last admin stays an admin and a member', async () => {
  const { workspace, admin } = await setUp();
  const { operator, id: workspaceId } = workspace;
  const member = (await operator.getMember(workspaceId, admin.id))!;
  await expect(operator.updateMember(member, { role: 'member' })).rejects.toThrow(/admin/);
  await expect(operator.removeMember(member)).rejects.toThrow(/admin/);
  await workspace.person('admin');
  expect(await operator.updateMember(member, { role: 'member' })).toMatchObject({ role: 'member' });
});
