import { execFile } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { allScopes } from '../../../shared/kernel/core/scopes.ts';
import { createClient } from '../../support/client.ts';
import { sharedService } from '../../support/service.ts';
import { homeOf, runCli, runJson, temporaryFolder } from './cli.ts';

/** A workspace made by the command line, and a way to run more commands on it. */
async function setUp() {
  const env = { PLOTLINE_HOME: homeOf(sharedService()) };
  const slug = `cli-${randomUUID()}`;
  const workspace = await runJson(['workspaces', 'create', 'Acme Inc', '--slug', slug], env);
  const inWorkspace = { ...env, PLOTLINE_WORKSPACE: slug };
  const run = (...args: string[]) => runCli(args, inWorkspace);
  const json = (...args: string[]) => runJson(args, inWorkspace);
  return { env, slug, workspace, run, json };
}

const me = async (token: string) =>
  (await createClient(sharedService().baseUrl, token).get('/api/v1/me')).json;

test('workspaces are created, found by slug and id, renamed and listed', async () => {
  const { env, slug, workspace, json, run } = await setUp();
  expect(workspace).toMatchObject({ name: 'Acme Inc', slug });
  await json('workspaces', 'update', slug, '--name', 'Acme Ltd');
  expect(await json('workspaces', 'show', workspace.id)).toMatchObject({ name: 'Acme Ltd', slug });
  expect((await json('workspaces', 'list')).map((each: { id: string }) => each.id)).toContain(workspace.id);
  const again = await runCli(['workspaces', 'create', 'Other', '--slug', slug], env);
  expect(again).toMatchObject({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/Another workspace already uses/),
  });
  const mistyped = await run('workspaces', 'show', slug.slice(0, -1));
  expect(mistyped.stderr).toContain(`did you mean ${slug}`);
});

test('limits of a workspace are set and removed', async () => {
  const { env, slug, json, run } = await setUp();
  const limits = (...options: string[]) => json('workspaces', 'limits', slug, ...options);
  expect(await limits('--per-credential', '1200', '--quota', 'teams=3', '--quota', 'members=9')).toEqual({
    credential: 1_200,
    quotas: { teams: 3, members: 9 },
  });
  expect(await limits('--per-credential', 'default', '--quota', 'teams=default')).toEqual({
    quotas: { members: 9 },
  });
  const written = async () => (await json('audit')).map(({ type }: { type: string }) => type);
  const before = await written();
  expect(await limits()).toEqual({ quotas: { members: 9 } });
  await limits('--quota', 'members=9');
  expect(await written()).toEqual(before);
  expect(before.filter((type: string) => type === 'workspace.limits_set')).toHaveLength(2);
  const set = { ...env, RATE_LIMITS: '{"credential":600,"workspace":6000}' };
  const { stdout } = await runCli(['workspaces', 'limits', slug], set);
  expect(stdout).toMatch(/per credential +600 \(of the environment\)/);
  expect(stdout).toMatch(/members +9\n[^]*portals +100 \(the default\)/);
  const none = await run('workspaces', 'limits', slug, '--per-credential', 'many');
  expect(none.stderr).toContain('It must be a whole number from 1 to');
  const unknown = await run('workspaces', 'limits', slug, '--quota', 'team=3');
  expect(unknown.stderr).toContain('did you mean teams');
});

test('members get roles and teams, and lose them', async () => {
  const { json, run } = await setUp();
  await json('teams', 'create', 'Engineering', '--code', 'ENG');
  await json('teams', 'create', 'Operations', '--code', 'OPS', '--private');
  const codes = ({ teams }: { teams: { code: string }[] }) => teams.map(({ code }) => code).sort();
  const address = `${randomUUID()}@example.com`;
  const ada = await json('members', 'create', address, '--name', 'Ada', '--teams', 'eng');
  expect(ada).toMatchObject({ email: address, role: 'member' });
  expect(codes(ada)).toEqual(['ENG']);
  const changed = await json(
    'members',
    'update',
    address,
    '--role',
    'admin',
    '--name',
    'Ada L.',
    '--join',
    'ENG,OPS',
  );
  expect(changed).toMatchObject({ role: 'admin', name: 'Ada L.', id: ada.id });
  expect(codes(changed)).toEqual(['ENG', 'OPS']);
  expect(codes(await json('members', 'update', ada.id, '--leave', 'ENG'))).toEqual(['OPS']);
  expect(await json('teams', 'show', 'ENG')).toMatchObject({ memberCount: 0 });
  expect(await json('members', 'list', '--team', 'OPS')).toMatchObject([{ id: ada.id }]);

  const { token } = await json('tokens', 'create', '--member', address, '--name', 'Mine', '--scopes', 'all');
  expect((await me(token)).data).toMatchObject({ principalId: ada.id, role: 'admin' });
  const unasked = await run('members', 'delete', address);
  expect(unasked).toMatchObject({ code: 1, stderr: expect.stringMatching(/loses access.*add --yes/) });
  const last = await run('members', 'delete', address, '--yes');
  expect(last).toMatchObject({ code: 1, stderr: expect.stringMatching(/the last admin of the workspace/) });
  const eve = await json('members', 'create', 'eve@example.com', '--name', 'Eve', '--role', 'admin');
  expect((await run('members', 'delete', address, '--yes')).code).toBe(0);
  expect((await me(token)).error.code).toBe('invalid_credential');
  expect(await json('members', 'list')).toMatchObject([{ id: eve.id }]);
  expect(await json('teams', 'show', 'OPS')).toMatchObject({ memberCount: 0 });

  const back = await json('members', 'create', address, '--name', 'Ada');
  expect(back).toMatchObject({ id: ada.id, teams: [] });
  expect((await me(token)).error.code).toBe('invalid_credential');
});

test('teams and labels are changed, labels archived', async () => {
  const { json, run } = await setUp();
  await json('teams', 'create', 'Engineering', '--code', 'ENG', '--estimates', 'tshirt', '--no-sprints');
  const team = await json('teams', 'update', 'eng', '--name', 'Eng', '--private', '--color', '#112233');
  expect(team).toMatchObject({ name: 'Eng', private: true, color: '#112233', sprintsEnabled: false });
  expect(await json('teams', 'list')).toMatchObject([{ code: 'ENG', estimateScheme: 'tshirt' }]);
  await json('labels', 'create', 'Bug');
  await json('labels', 'create', 'Bug', '--team', 'ENG');
  expect((await run('labels', 'create', 'bug')).stderr).toMatch(/label named bug already/);
  await json('labels', 'update', 'Bug', '--name', 'Defect', '--color', '#445566');
  expect(await json('labels', 'show', 'defect')).toMatchObject({
    name: 'Defect',
    color: '#445566',
    teamId: null,
  });
  expect((await json('labels', 'archive', 'Defect')).archivedAt).toMatch(/^20/);
  expect(await json('labels', 'list', '--archived')).toMatchObject([{ name: 'Defect' }]);
  expect(await json('labels', 'list')).toMatchObject([{ name: 'Bug', teamId: team.id }]);
  await json('labels', 'create', 'Defect');
  expect((await run('labels', 'unarchive', 'Defect')).stderr).toMatch(/label named Defect already/);
  await json('labels', 'update', 'Defect', '--name', 'Fault');
  expect(await json('labels', 'unarchive', 'Defect')).toMatchObject({ archivedAt: null });
});

test('tokens carry scopes, teams and expiry, are shown once, and end when revoked', async () => {
  const { json, run, workspace } = await setUp();
  const team = await json('teams', 'create', 'Engineering', '--code', 'ENG');
  await json('members', 'create', 'ada@example.com', '--name', 'Ada', '--teams', 'ENG');
  const create = ['tokens', 'create', '--member', 'ada@example.com', '--name', 'CI'];

  const { code, stdout, stderr } = await run(
    ...create,
    '--scopes',
    'stories:read',
    '--teams',
    'ENG',
    '--days',
    '3',
  );
  expect([code, stderr]).toEqual([0, '']);
  const token = stdout.trim().split('\n').at(-1)!;
  expect(stdout).toMatch(/shown only once/);
  const { data } = await me(token);
  expect(data).toMatchObject({
    workspaceId: workspace.id,
    scopes: ['stories:read'],
    teamRestriction: [team.id],
  });
  const days = (Date.parse(data.credential.expiresAt) - Date.now()) / (24 * 60 * 60 * 1000);
  expect(Math.round(days)).toBe(3);

  const readOnly = await json(...create, '--read-only');
  expect((await me(readOnly.token)).data.scopes.every((scope: string) => scope.endsWith(':read'))).toBe(true);
  const unsaid = await run(...create);
  expect(unsaid).toMatchObject({ code: 0, stderr: expect.stringContaining('every scope') });
  const said = await run(...create, '--scopes', 'all');
  expect(said).toMatchObject({ code: 0, stderr: expect.not.stringContaining('every scope') });
  const all = await json(...create, '--scopes', 'all');
  expect((await me(all.token)).data.scopes).toEqual(allScopes);

  const listed = await run('tokens', 'list', '--json');
  expect(JSON.parse(listed.stdout)).toHaveLength(5);
  const shown =
    listed.stdout + (await run('tokens', 'list')).stdout + (await run('tokens', 'show', all.id)).stdout;
  expect(shown).not.toMatch(/plt_pat_|"hash"/);

  expect((await run('tokens', 'revoke', data.credential.id)).stderr).toMatch(/stops working.*--yes/);
  expect(await json('tokens', 'revoke', data.credential.id, '--yes')).toMatchObject({ state: 'revoked' });
  expect((await me(token)).error.code).toBe('invalid_credential');

  const refused = async (...args: string[]) => (await run(...create, ...args)).stderr;
  expect(await refused('--scopes', 'stories:raed')).toMatch(/did you mean stories:read/);
  expect(await refused('--days', '366')).toMatch(/from 1 to 365/);
  expect(await refused('--teams', 'EGN')).toMatch(/did you mean ENG/);
});

test('service accounts get keys and teams, and end with their keys', async () => {
  const { json, run } = await setUp();
  const eng = await json('teams', 'create', 'Engineering', '--code', 'ENG');
  const ops = await json('teams', 'create', 'Operations', '--code', 'OPS');
  const bot = await json('service-accounts', 'create', 'Bot', '--teams', 'ENG');
  const { token } = await json(
    'tokens',
    'create',
    '--service-account',
    'bot',
    '--name',
    'Key',
    '--scopes',
    'stories:read',
  );
  expect(token).toMatch(/^plt_svc_/);
  expect((await me(token)).data).toMatchObject({ principalType: 'service_account', teamIds: [eng.id] });
  await json('service-accounts', 'update', 'Bot', '--name', 'Robot', '--join', 'OPS', '--leave', 'ENG');
  expect(await json('service-accounts', 'show', bot.id)).toMatchObject({
    name: 'Robot',
    teams: [{ code: 'OPS' }],
  });
  expect((await me(token)).data.teamIds).toEqual([ops.id]);
  expect((await run('service-accounts', 'delete', 'Robot', '--yes')).code).toBe(0);
  expect((await me(token)).error.code).toBe('invalid_credential');
  expect(await json('service-accounts', 'list')).toEqual([]);
});

test('tables are for people: they have no color without a terminal, and no JSON', async () => {
  const { run, json } = await setUp();
  expect((await run('members', 'list')).stdout).toBe('There are no members yet.\n');
  await json('teams', 'create', 'Engineering', '--code', 'ENG');
  const { stdout } = await run('teams', 'list');
  expect(stdout).toMatch(/^code +name +private +members +id\nENG +Engineering +no +0 +[0-9a-f-]{36}\n$/);
});

test('a deployed table is reached by its own name, or through its stack', async () => {
  const { dynamodbEndpoint, credentials, tableName } = sharedService();
  const { slug } = await setUp();
  const aws = {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
  };
  expect(await runJson(['workspaces', 'show', slug, '--table', tableName], aws)).toMatchObject({ slug });
  const missing = await runCli(['workspaces', 'list', '--table', 'Nowhere'], aws);
  expect(missing.stderr).toMatch(/no table Nowhere in this account and region/);

  // Stands in for the AWS CLI, which asks CloudFormation.
  const bin = temporaryFolder();
  const answer = {
    StackResources: [{ ResourceType: 'AWS::DynamoDB::GlobalTable', PhysicalResourceId: tableName }],
    Stacks: [{}],
  };
  writeFileSync(
    join(bin, 'aws'),
    `#!/bin/sh\n[ "$4" = Plotline-dev-data ] && echo '${JSON.stringify(answer)}'\n`,
  );
  chmodSync(join(bin, 'aws'), 0o755);
  const withAws = { ...aws, PATH: [bin, process.env['PATH']].join(delimiter) };
  const show = ['workspaces', 'show', slug];
  expect(await runJson([...show, '--stack', 'Plotline-dev-data'], withAws)).toMatchObject({ slug });
  const without = await runCli([...show, '--stack', 'Plotline-dev-data'], { ...aws, PATH: '/nowhere' });
  expect(without.stderr).toMatch(/requires the aws command.*--table/);
});

test('the installed command is a script that finds its own Node.js', async () => {
  const bin = resolve(import.meta.dirname, '../../../cli/plotline.mjs');
  const { code, stdout } = await new Promise<{ code: number | null; stdout: string }>((done) => {
    const child = execFile(bin, ['--help'], (_, output) => done({ code: child.exitCode, stdout: output }));
  });
  expect(code).toBe(0);
  for (const noun of [
    'workspaces',
    'members',
    'teams',
    'labels',
    'tokens',
    'service-accounts',
    'import',
    'recount',
    'sprints',
    'objectives',
  ]) {
    expect(stdout).toMatch(new RegExp(`^  ${noun}[| ]`, 'm'));
  }
});

test('a command without a service says what to do', async () => {
  const { code, stderr } = await runCli(['workspaces', 'list'], { PLOTLINE_HOME: temporaryFolder() });
  expect(code).toBe(1);
  expect(stderr).toMatch(/No local service is running in .*npm start.*PLOTLINE_HOME.*--stack or --table/);
});
