import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';
import { planningApi, span } from '../support/planning.ts';
import { connectedClient } from './mcp-client.ts';

const workspace = await newWorkspace();
const team = await workspace.team();
const admin = await workspace.person('admin', [team]);
const member = await workspace.person('member', [team]);
const [byAdmin, byMember] = [await connectedClient(admin), await connectedClient(member)];

const key = () => ({ idempotencyKey: randomUUID() });
const setUp = async (args: object, client = byMember) => (await client.use('manage_setup', args)).data;
const get = async (path: string) => (await admin.client.get(`${workspace.path}/${path}`)).json.data;
const nameOf = async (id: string) => (await workspace.operator.getMember(workspace.id, id))!.name;

describe('the tool manage_setup', () => {
  test('creates, renames, archives and unarchives a label, by its name', async () => {
    const name = `L ${randomUUID()}`;
    const { id, updatedAt } = await setUp({
      kind: 'label',
      action: 'create',
      name,
      teamId: team.code,
      ...key(),
    });
    expect(await get(`labels/${id}`)).toMatchObject({ name, teamId: team.id });
    const renamed = `M ${randomUUID()}`;
    await setUp({ kind: 'label', action: 'update', id: name, expectedUpdatedAt: updatedAt, name: renamed });
    expect((await get(`labels/${id}`)).name).toBe(renamed);
    await setUp({ kind: 'label', action: 'archive', id: renamed });
    expect((await get(`labels/${id}`)).archivedAt).not.toBeNull();
    await setUp({ kind: 'label', action: 'unarchive', id: renamed });
    expect((await get(`labels/${id}`)).archivedAt).toBeNull();
  });

  test('creates, changes and archives a status of a team', async () => {
    const status = { kind: 'status', teamId: team.name };
    const { id, updatedAt } = await setUp({
      ...status,
      action: 'create',
      name: 'Review',
      category: 'started',
      order: 3,
      ...key(),
    });
    await setUp({
      ...status,
      action: 'update',
      id: 'Review',
      expectedUpdatedAt: updatedAt,
      color: '#123456',
    });
    expect(await get(`statuses/${id}`)).toMatchObject({ name: 'Review', color: '#123456', teamId: team.id });
    await setUp({ ...status, action: 'archive', id: 'review' });
    expect((await get(`statuses/${id}`)).archivedAt).not.toBeNull();
  });

  test('creates, changes and deletes a team, and adds and removes its members', async () => {
    const name = `Team ${randomUUID().slice(0, 8)}`;
    const code = `Q${randomUUID().replaceAll(/\D/g, '').slice(0, 5)}`;
    const made = await setUp({ kind: 'team', action: 'create', name, code, ...key() }, byAdmin);
    const who = await nameOf(member.id);
    await setUp({ kind: 'team_member', action: 'add', teamId: name, memberId: who }, byAdmin);
    const { updatedAt } = await get(`teams/${made.id}`);
    await setUp(
      { kind: 'team', action: 'update', id: code, expectedUpdatedAt: updatedAt, color: '#00ff00' },
      byAdmin,
    );
    expect(await get(`teams/${made.id}`)).toMatchObject({ color: '#00ff00', memberCount: 2 });
    await setUp({ kind: 'team_member', action: 'remove', teamId: code, memberId: member.id }, byAdmin);
    const gone = { kind: 'team', action: 'delete', id: name };
    const unseen = await byAdmin.refused('manage_setup', gone);
    expect(unseen.fields).toMatchObject([{ path: 'expectedUpdatedAt', code: 'required' }]);
    const expectedUpdatedAt = (await get(`teams/${made.id}`)).updatedAt;
    expect(await setUp({ ...gone, expectedUpdatedAt }, byAdmin)).toMatchObject({
      id: made.id,
      deleted: true,
    });
  });

  test('saves, changes and deletes a view', async () => {
    const view = await setUp({
      kind: 'view',
      action: 'create',
      name: 'Mine',
      filter: 'assignee:me',
      ...key(),
    });
    const { updatedAt } = await setUp({
      kind: 'view',
      action: 'update',
      id: 'mine',
      expectedUpdatedAt: view.updatedAt,
      filter: 'is:open',
    });
    expect((await byMember.use('list_stories', { view: '?' })).data).toMatchObject([{ filter: 'is:open' }]);
    await setUp({ kind: 'view', action: 'delete', id: view.id, expectedUpdatedAt: updatedAt });
    expect((await byMember.use('list_stories', { view: '?' })).data).toEqual([]);
  });

  test('a team without a cadence is answered with what makes one', async () => {
    const cadence = { kind: 'sprint_cadence', action: 'get', teamId: team.code };
    const { code, hint } = await byMember.refused('manage_setup', cadence);
    expect(code).toBe('not_found');
    expect(hint).toContain('"kind":"sprint_cadence","action":"update"');
  });

  test('sets how a team makes its sprints, and adds days off', async () => {
    const settings = { enabled: true, lengthWeeks: 2, startsOn: 'monday', timeZone: 'Europe/Berlin' };
    const { updatedAt } = await setUp({
      kind: 'sprint_cadence',
      action: 'update',
      teamId: team.code,
      settings,
    });
    const cadence = { kind: 'sprint_cadence', teamId: team.code };
    expect(await setUp({ ...cadence, action: 'get' })).toMatchObject({ ...settings, updatedAt });
    const off = { ...cadence, action: 'update', expectedUpdatedAt: updatedAt };
    await setUp({ ...off, settings: { ...settings, enabled: false } });
    const days = { kind: 'time_off', memberId: 'me', startDate: '2030-01-07', endDate: '2030-01-11' };
    const { id } = await setUp({ ...days, action: 'create', name: 'Skiing', ...key() });
    expect(await get(`members/${member.id}/time-off`)).toMatchObject([{ id, startDate: '2030-01-07' }]);
    await setUp({ kind: 'time_off', action: 'delete', memberId: 'me', id });
    expect(await get(`members/${member.id}/time-off`)).toEqual([]);
  });

  test('needs the rights of the operation for each act', async () => {
    const team = { kind: 'team', action: 'create', name: 'Mine', code: 'MINE', ...key() };
    expect((await byMember.refused('manage_setup', team)).code).toBe('insufficient_role');
    const objectives = {
      kind: 'status',
      action: 'create',
      appliesTo: 'objective',
      name: 'X',
      category: 'started',
    };
    expect((await byMember.refused('manage_setup', { ...objectives, ...key() })).code).toBe(
      'insufficient_role',
    );
  });

  test('says which kinds and actions exist, and what a creation lacks', async () => {
    const kind = await byMember.refused('manage_setup', { kind: 'epic', action: 'create' });
    expect(kind.message).toMatch(/^kind .*team_member/);
    const action = await byMember.refused('manage_setup', { kind: 'label', action: 'delete' });
    expect(action.message).toMatch(/^action .*archive/);
    const bare = await byMember.refused('manage_setup', { kind: 'label', action: 'create', name: 'x' });
    expect(bare.fields).toMatchObject([{ path: 'idempotencyKey', code: 'required' }]);
  });
});

describe('a tool that saves', () => {
  const plan = planningApi(workspace, member.client);

  test('edits and deletes a comment at the version that was seen', async () => {
    const story = await createStoryAs(member.client, workspace, { teamId: team.id });
    const save = (args: object) => byMember.use('save_comment', { story: story.reference, ...args });
    const made = (await save({ content: 'Helo', ...key() })).data;
    const edited = (await save({ commentId: made.id, expectedUpdatedAt: made.updatedAt, content: 'Hello' }))
      .data;
    expect((await get(`stories/${story.id}/comments/${made.id}`)).content).toBe('Hello');
    const late = { story: story.id, commentId: made.id, expectedUpdatedAt: made.updatedAt, delete: true };
    expect((await byMember.refused('save_comment', late)).code).toBe('version_conflict');
    await save({ commentId: made.id, expectedUpdatedAt: edited.updatedAt, delete: true });
    expect((await byMember.use('list_comments', { story: story.id })).data).toEqual([]);
  });

  test('changes and deletes a sprint, an objective and a key result, by name', async () => {
    const objective = await plan.objective(team);
    const keyResult = await plan.keyResult(objective);
    const sprint = await plan.sprint(team, { name: `Sprint ${randomUUID()}` });
    const cases = [
      ['save_sprint', 'sprintId', sprint, { goal: 'Ship' }],
      ['save_key_result', 'keyResultId', keyResult, { currentValue: 7 }],
      ['save_objective', 'objectiveId', objective, { health: 'At risk' }],
    ] as const;
    for (const [tool, id, { name, updatedAt: expectedUpdatedAt }, change] of cases) {
      const { updatedAt } = (await byMember.use(tool, { [id]: name, expectedUpdatedAt, ...change })).data;
      const bare = await byMember.refused(tool, {
        [id]: name,
        delete: true,
        ...(id === 'sprintId' ? { expectedUpdatedAt } : {}),
      });
      expect(['invalid_request', 'version_conflict']).toContain(bare.code);
      const gone = await byMember.use(tool, { [id]: name, expectedUpdatedAt: updatedAt, delete: true });
      expect(gone.data.deleted).toBe(true);
    }
    expect((await member.client.get(`${workspace.path}/objectives/${objective.id}`)).status).toBe(404);
  });

  test('creates nothing when it should change what it does not name', async () => {
    const error = await byMember.refused('save_objective', {
      teamId: team.id,
      name: 'Win',
      expectedUpdatedAt: span.startDate,
      ...key(),
    });
    expect(error.fields.map(({ path }: { path: string }) => path)).toContain('objectiveId');
  });
});

describe('manage_setup over text', () => {
  const textOf = async (args: object, client = byAdmin) => (await client.answered('manage_setup', args)).text;

  test('says what an action needs and takes where something is missing', async () => {
    const status = await byMember.refused('manage_setup', { kind: 'status', action: 'create', ...key() });
    expect(status.hint).toMatch(/^status create needs name, category/);
    expect(status.hint).toContain('takes');
    const unsaid = { kind: 'status', action: 'create', name: 'QA', teamId: team.code, ...key() };
    expect((await byMember.refused('manage_setup', unsaid)).hint).toContain('category');
    const hook = await byAdmin.refused('manage_setup', { kind: 'hook', action: 'create', ...key() });
    expect(hook.hint).toContain('provider');
    expect(hook.hint).toContain('settings');
    const [{ inputSchema }] = (await byAdmin.listTools()).filter(({ name }) => name === 'manage_setup');
    expect(inputSchema.properties.kind.description).toContain('time_off: memberId, startDate, endDate');
  });

  test('a team whose name has no letters for a code gets one, and without a name only that is missing', async () => {
    const made = { kind: 'team', action: 'create' };
    for (const name of [`設計部 ${randomUUID().replaceAll(/[a-z0-9-]/g, '')}`, 'Ω', 'é']) {
      const { code } = await setUp({ ...made, name, ...key() }, byAdmin);
      expect(code).toMatch(/^E?TEAM\d?$/);
    }
    const unnamed = await byAdmin.refused('manage_setup', { ...made, ...key() });
    expect(unnamed.fields.map(({ path }: { path: string }) => path)).toEqual(['name']);
    expect(unnamed.message).not.toContain('code');
  });

  test('time off is deleted by its name, and what has none such is told', async () => {
    const days = { startDate: '2031-06-02', endDate: '2031-06-06' };
    const off = { kind: 'time_off', memberId: 'me' };
    const name = `Trip ${randomUUID()}`;
    const made = await setUp({ ...off, action: 'create', name, ...days, ...key() });
    const { fields, message } = await byMember.refused('manage_setup', {
      ...off,
      action: 'delete',
      id: 'Tripp',
    });
    expect(fields).toMatchObject([{ path: 'id' }]);
    expect(message).toContain('is no time off of this member');
    const { text } = await byMember.answered('manage_setup', {
      ...off,
      action: 'delete',
      id: name.toUpperCase(),
      expectedUpdatedAt: made.updatedAt,
    });
    expect(text).toContain('time_off deleted.');
  });

  test('says what was done of what has no field for it', async () => {
    const { id } = await createStoryAs(member.client, workspace, { teamId: team.id });
    const watching = (action: string) => byMember.answered('manage_setup', { kind: 'watching', action, id });
    expect((await watching('add')).text).toContain('watching added.');
    expect((await watching('remove')).text).toContain('watching removed.');
  });

  test('derives the code of a team from its name, another one if it is taken, and the same on a retry', async () => {
    const name = `Qz Xj Vw ${randomUUID().slice(0, 6)}`;
    const args = { kind: 'team', action: 'create', name, ...key() };
    const first = await setUp(args, byAdmin);
    expect(first.code).toMatch(/^QXV/);
    expect((await setUp(args, byAdmin)).id).toBe(first.id);
    const other = { kind: 'team', action: 'create', name: `Qz Xj Vw ${randomUUID().slice(0, 6)}`, ...key() };
    const second = await setUp(other, byAdmin);
    expect(second.code).toMatch(/^QXV/);
    expect(second.code).not.toBe(first.code);
  });

  test('says whose a label is', async () => {
    const label = { kind: 'label', action: 'create' };
    expect(await textOf({ ...label, name: `W ${randomUUID()}`, ...key() })).toContain('scope workspace');
    const ofTeam = await textOf({ ...label, name: `T ${randomUUID()}`, teamId: team.code, ...key() });
    expect(ofTeam).toContain(`team ${JSON.stringify(team.name)}`);
    expect(ofTeam).not.toContain('scope workspace');
  });

  test('adds several members, and says of each what became of it', async () => {
    const there = await workspace.team();
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: there.id, principalId: admin.id });
    const [a, b] = [await workspace.person('member'), await workspace.person('member')];
    const memberIds = [a.id, b.id, randomUUID()];
    const text = await textOf({ kind: 'team_member', action: 'add', teamId: there.code, memberIds });
    expect(text).toContain('2 of 3 done.');
    const own = { kind: 'team_member', action: 'add', teamId: team.code, memberIds: [b.id] };
    expect((await byMember.refused('manage_setup', own)).code).toBe('insufficient_role');
    const unknown = { kind: 'team_member', action: 'add', teamId: there.code, memberIds: [a.id, 'Nobody'] };
    const refused = await byAdmin.refused('manage_setup', unknown);
    expect(refused.fields).toMatchObject([{ path: 'memberIds.1' }]);
    expect(refused.message).toContain('is no member that you can see');
    const members = (await admin.client.get(`${workspace.path}/members`, { teamId: there.id })).json.data;
    expect(members.map(({ id }: { id: string }) => id)).toEqual(expect.arrayContaining([a.id, b.id]));
  });
});
