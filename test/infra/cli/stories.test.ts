import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../../shared/planning/story/story.ts';
import type { Team } from '../../../shared/identity/team/team.ts';
import { statusOf } from '../../stories/story-api.ts';
import {
  addressOf,
  createStoryAs,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../../support/workspace.ts';
import { planningApi } from '../../support/planning.ts';
import { sharedService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { homeOf, runCli, runJson } from './cli.ts';

let workspace: TestWorkspace;
let team: Team;
let ada: Person;
let adaEmail: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ code: 'ENG' });
  await workspace.team({ code: 'OPS' });
  ada = await workspace.person('admin', [team]);
  adaEmail = await addressOf(workspace, ada.id);
  await workspace.person('member', [team]);
});

const env = () => ({ PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug });
const run = (...args: string[]) => runCli(args, env());
const json = (...args: string[]) => runJson(args, env());
const create = (title: string, ...args: string[]): Promise<Story> =>
  json('stories', 'create', title, '--team', 'ENG', '--by', ada.id, ...args);
const read = async ({ id }: Story): Promise<Story> =>
  (await ada.client.get(`${workspace.path}/stories/${id}`)).json.data;
const label = (name: string) =>
  workspace.operator.createLabel({ workspaceId: workspace.id, teamId: null, name, color: '#ef4444' });

test('stories are created with names in place of ids, by a member', async () => {
  const plan = planningApi(workspace, ada.client);
  const [sprint, objective, bug] = [await plan.sprint(team), await plan.objective(team), await label('Bug')];
  const parent = await create('Above');
  const story = await create(
    'Log in by mail',
    '--status',
    'in progress',
    '--assignee',
    adaEmail,
    '--sprint',
    'a sprint',
    '--objective',
    'An Objective',
    '--parent',
    parent.reference,
    '--labels',
    'bug',
    '--priority',
    'High',
    '--estimate',
    '3',
    '--due',
    '2026-12-24',
    '--description',
    'With a link.',
  );
  expect(story).toEqual(await read(story));
  expect(story).toMatchObject({
    title: 'Log in by mail',
    teamId: team.id,
    reporterId: ada.id,
    assigneeId: ada.id,
    sprintId: sprint.id,
    objectiveId: objective.id,
    parentId: parent.id,
    labels: [bug.id],
    priority: 'high',
    estimateValue: 3,
    endDate: '2026-12-24T00:00:00.000Z',
    description: 'With a link.',
  });
  const shown = (await run('stories', 'show', story.reference.toLowerCase())).stdout;
  for (const line of [
    /^title +Log in by mail$/m,
    /^status +In Progress$/m,
    /^sprint +A sprint$/m,
    /^labels +Bug$/m,
    /^reporter +A admin$/m,
  ]) {
    expect(shown).toMatch(line);
  }
  expect(await json('stories', 'show', story.id)).toEqual(story);
});

test('the reporter of a story must be named where there are several members', async () => {
  const unsaid = await run('stories', 'create', 'Whose?', '--team', 'ENG');
  expect(unsaid).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/Set the author with --by or PLOTLINE_MEMBER.*@example\.com/),
  });
  const named = { ...env(), PLOTLINE_MEMBER: adaEmail };
  expect(await runJson(['stories', 'create', 'Hers', '--team', 'ENG'], named)).toMatchObject({
    reporterId: ada.id,
  });
});

test('stories are changed, cleared and moved', async () => {
  const [slow, old] = [await label('Slow'), await label('Old')];
  const story = await create('Before', '--labels', 'Slow', '--due', '2026-12-24', '--assignee', adaEmail);
  const changed = await json(
    'stories',
    'update',
    story.reference,
    '--title',
    'After',
    '--add-labels',
    'Old',
    '--remove-labels',
    'slow',
    '--clear',
    'due,assignee',
  );
  expect(changed).toMatchObject({ title: 'After', labels: [old.id], endDate: null, assigneeId: null });
  expect(changed.labels).not.toContain(slow.id);
  const moved = await json('stories', 'move', story.id, 'Done');
  expect(moved.completedAt).toMatch(/^20/);
  expect(await read(story)).toEqual(moved);
  expect((await run('stories', 'move', story.reference, 'Dome')).stderr).toContain('did you mean Done');
  expect((await run('stories', 'update', story.reference, '--clear', 'dew')).stderr).toContain('due');
  expect((await run('stories', 'update', story.reference)).stderr).toContain('Set at least one of: --title');
});

test('an invalid value is refused with the options, not with the fields of the API', async () => {
  const story = await create('Planned', '--due', '2026-12-24');
  const { stderr } = await run('stories', 'update', story.reference, '--start', '2026-12-25');
  expect(stderr).toContain('--due must not be before --start');
});

describe('the list of stories', () => {
  let listed: Story[];
  beforeAll(async () => {
    const other = await workspace.team({ code: 'LST' });
    const owner = await workspace.person('member', [other]);
    listed = [];
    for (const title of ['One', 'Two', 'Three']) {
      listed.push(await createStoryAs(owner.client, workspace, { teamId: other.id, title }));
    }
    const change = async ({ id, updatedAt: expectedUpdatedAt }: Story, fields: object) =>
      await owner.client.patch(`${workspace.path}/stories/${id}`, { expectedUpdatedAt, ...fields });
    await change(listed[1]!, { statusId: await statusOf(workspace, owner.client, other, 'started') });
    await change(listed[2]!, { assigneeId: owner.id });
    await owner.client.post(`${workspace.path}/stories/${listed[0]!.id}/archive`);
  });
  const titles = async (...args: string[]) =>
    (await json('stories', 'list', '--team', 'lst', ...args)).map(({ title }: Story) => title);

  test('has the filters of the API', async () => {
    expect(await titles()).toEqual(['Three', 'Two']);
    expect(await titles('--archived')).toEqual(['One']);
    expect(await titles('--status', 'in progress')).toEqual(['Two']);
    expect(await titles('--assignee', adaEmail)).toEqual([]);
    expect(await titles('--assignee', 'none')).toEqual(['Two']);
    expect(await titles('--updated-since', '2100-01-01')).toEqual([]);
    expect(await titles('--limit', '1')).toEqual(['Three']);
  });

  test('is a table for people, and says when there is more', async () => {
    const { stdout } = await run('stories', 'list', '--team', 'LST', '--limit', '1');
    expect(stdout).toMatch(
      /^story +title +status +assignee +priority +due +claimed\nLST-3 +Three +\S.* +A member +- +- +-\n/,
    );
    expect(stdout).toContain('There are more stories; show them with --limit.');
  });

  test('requires the team where a name is that of several statuses', async () => {
    const { stderr } = await run('stories', 'list', '--status', 'done');
    expect(stderr).toMatch(/Several are named done.*--team/);
  });
});

test('a misspelt name is answered with what was probably meant', async () => {
  expect((await run('storys')).stderr).toMatch(/unknown command 'storys'\n\(Did you mean stories\?\)/);
  expect((await run('stories', 'show', 'ENG-999')).stderr).toBe('There is no story ENG-999.\n');
  expect((await run('stories', 'show', 'eng17')).stderr).toContain(
    'is neither a story reference, such as ENG-12',
  );
});

test('stories are found by a filter and searched', async () => {
  const story = await create('Look for the pangolin', '--assignee', adaEmail, '--priority', 'urgent');
  const me = { ...env(), PLOTLINE_MEMBER: adaEmail };
  const list = (...args: string[]) => runJson(['stories', 'list', ...args], me) as Promise<Story[]>;
  await until(async () =>
    (await list('assignee:me priority:urgent pangolin')).some(({ id }) => id === story.id),
  );
  expect(await list('assignee:me -pangolin priority:urgent pangolin')).toEqual([]);
  expect((await list('-priority:high pangolin')).map(({ id }) => id)).toEqual([story.id]);
  expect(await list('-priority:urgent pangolin')).toEqual([]);
  const hits = await json('search', 'pangolins');
  expect(hits).toMatchObject([{ type: 'story', id: story.id, reference: story.reference }]);
  const wrong = await run('stories', 'list', 'is:green');
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('unblocked')]);
});

test('custom fields are made, set, found and cleared by their keys', async () => {
  await json('custom-fields', 'create', 'Severity', '--type', 'select', '--options', 'Low,High');
  await json('custom-fields', 'create', 'Weight', '--type', 'number', '--team', 'ENG');
  const story = await create('With fields', '--field', 'severity=High', '--field', 'weight=2.5');
  expect(story.customFields).toEqual({ severity: 'High', weight: 2.5 });
  await until(async () => (await json('stories', 'list', 'cf.severity:high cf.weight:>2')).length === 1);
  const changed: Story = await json(
    'stories',
    'update',
    story.reference,
    '--field',
    'weight=',
    '--field',
    'severity=Low',
  );
  expect(changed.customFields).toEqual({ severity: 'Low' });
  const odd = await run('stories', 'update', story.reference, '--field', 'severitty=Low');
  expect(odd.stderr).toContain('did you mean severity');
  expect((await run('custom-fields', 'archive', 'weight')).stdout).toContain(
    'Archived the custom field weight.',
  );
});

test('a story is deleted once that is confirmed, and restored by its id', async () => {
  const story = await create('Throw away');
  const refused = await run('stories', 'delete', story.reference);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
  const { stdout } = await run('stories', 'delete', story.reference, '--yes');
  expect(stdout).toContain(`plotline stories restore ${story.id}`);
  expect((await run('stories', 'show', story.reference)).code).toBe(1);
  expect(await json('stories', 'restore', story.id)).toMatchObject({ id: story.id, title: 'Throw away' });
});
