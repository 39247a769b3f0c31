import { expect, test } from 'vitest';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

const workspace = await newWorkspace();
const team = await workspace.team({ code: 'ENG' });
const admin = await workspace.person('admin', [team]);
const env = () => ({ PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug });
const json = (...args: string[]) => runJson(args, env());
const created = async (path: string, body: object) => {
  const { status, json: answer, text } = await admin.client.post(`${workspace.path}/${path}`, body);
  expect(status, text).toBe(201);
  return answer.data;
};

test('names are compared as the API compares them: composed or not, in any width, with any blanks', async () => {
  const label = await created('labels', { name: 'Qualität prüfen', teamId: team.id });
  const account = await created('service-accounts', { name: 'Büro Bot', teamIds: [team.id] });
  const zoe = await workspace.operator.addMember({
    workspaceId: workspace.id,
    name: 'Zoë Straßer',
    email: 'zoe@example.com',
    role: 'member',
  });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: zoe.id });
  const written = {
    label: 'Qualita\u0308t\u00a0pru\u0308fen',
    account: 'Bu\u0308ro  BOT',
    member: 'ZOE\u0308 STRASSER',
  };
  const story = await json(
    'stories',
    'create',
    'Named',
    '--team=ENG',
    `--by=${written.member}`,
    `--assignee=${written.member}`,
    `--labels=${written.label}`,
  );
  expect(story).toMatchObject({ labels: [label.id], assigneeId: zoe.id });
  const archived = await json('labels', 'archive', written.label, '--team', 'ENG');
  expect(archived.id).toBe(label.id);
  const keys = await json('service-accounts', 'show', written.account);
  expect(keys.id).toBe(account.id);
});

test('for a name that several teams have, the option of the team is named only by commands that have it', async () => {
  const other = await workspace.team({ code: 'OPS' });
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: other.id, principalId: admin.id });
  const ids = [];
  for (const { id: teamId } of [team, other])
    ids.push((await created('objectives', { name: 'Wachsen', teamId })).id as string);
  const sent = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: admin.token };
  const said = async (...args: string[]) => (await runCli(args, sent)).stderr;
  await expect.poll(() => said('objectives', 'show', 'wachsen')).toContain('Or set the team with --team.');
  const without = await said('history', '--objective', 'wachsen');
  for (const id of ids) expect(without).toContain(id);
  expect(without).not.toContain('--team');
  // The same name twice in one team.
  await created('objectives', { name: 'Wachsen', teamId: team.id });
  const inTeam = () => said('objectives', 'show', 'wachsen', '--team', 'ENG');
  await expect.poll(inTeam).toContain('use an id');
  expect(await inTeam()).not.toContain('--team');
});

test('the words of a filter are not those of the command line', async () => {
  const wrong = await runCli(['stories', 'list', 'zz:1'], env());
  expect(wrong.stderr).toContain('claimedBy: has: commentedBy:');
  const sorted = await runCli(['stories', 'list', 'sort:sideways'], env());
  expect(sorted.stderr).toContain('createdAt');
});
