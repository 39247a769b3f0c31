import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../../shared/identity/team/team.ts';
import { createClient } from '../../support/client.ts';
import { sharedService } from '../../support/service.ts';
import { until } from '../../support/until.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { fileWith, runAlone, runCli, runJson, startCli, temporaryFolder } from './cli.ts';

let workspace: TestWorkspace;
let team: Team;
let ada: Person;
let eve: Person;
const { baseUrl } = sharedService();

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team({ code: 'ENG' });
  ada = await workspace.person('admin', [team]);
  eve = await workspace.person('member', [team]);
});

/** The environment of somebody who has nothing but a folder for settings. */
const someone = () => ({ PLOTLINE_HOME: '/nowhere', XDG_CONFIG_HOME: temporaryFolder() });
const as = ({ token }: { token: string }) => ({
  PLOTLINE_HOME: '/nowhere',
  PLOTLINE_URL: baseUrl,
  PLOTLINE_TOKEN: token,
});
const fileIn = ({ XDG_CONFIG_HOME }: { XDG_CONFIG_HOME: string }) =>
  join(XDG_CONFIG_HOME, 'plotline/logins.json');

test('a stored token, which only its owner can read, is used by the commands until they sign out', async () => {
  const env = someone();
  const login = await runAlone(['login', '--url', `${baseUrl}/`], env, `${eve.token}\n`);
  expect([login.code, login.stderr]).toEqual([0, '']);
  expect(login.stdout).toContain(`Signed in to ${baseUrl} as A member, in ${workspace.slug}.`);
  expect(login.stdout + login.stderr).not.toContain(eve.token);
  expect(statSync(fileIn(env)).mode & 0o777).toBe(0o600);
  expect((await runJson(['teams', 'list'], env)).map(({ code }: Team) => code)).toEqual(['ENG']);
  const who = await runJson(['whoami'], env);
  expect(who).toMatchObject({ url: baseUrl, workspace: workspace.slug, principalId: eve.id, role: 'member' });
  expect((await runCli(['whoami'], env)).stdout).toMatch(/scopes +.*stories:read/);
  expect((await runCli(['logout'], env)).code).toBe(0);
  expect(readFileSync(fileIn(env), 'utf8')).not.toContain(eve.token);
  const out = await runCli(['whoami'], { ...env, PLOTLINE_URL: baseUrl });
  expect([out.code, out.stderr]).toEqual([1, expect.stringContaining('plotline login')]);
});

test('several logins are kept by name, and a token goes to no other address than its own', async () => {
  const env = someone();
  const of = async (profile: string, { token }: Person) =>
    (await runAlone(['login', '--url', baseUrl, '--profile', profile], env, token)).code;
  expect([await of('work', eve), await of('admin', ada)]).toEqual([0, 0]);
  const who = async (...args: string[]) => (await runJson(['whoami', ...args], env)).principalId;
  expect([await who('--profile', 'work'), await who('--profile', 'admin')]).toEqual([eve.id, ada.id]);
  expect((await runJson(['whoami'], { ...env, PLOTLINE_PROFILE: 'work' })).principalId).toBe(eve.id);
  const teams = await runJson(['teams', 'list'], { ...env, PLOTLINE_PROFILE: 'admin' });
  expect(teams).toHaveLength(1);
  const refusals = {
    'Choose one of the logins work, admin': [],
    'There is no login home': ['--profile', 'home'],
    'The login work is for': ['--profile', 'work', '--url', 'https://other.example'],
    'There is no token': ['--url', 'https://other.example'],
  };
  for (const [sentence, args] of Object.entries(refusals)) {
    const { code, stderr } = await runCli(['teams', 'list', ...args], env);
    expect([code, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  }
  writeFileSync(fileIn(env), '{');
  expect((await runCli(['teams', 'list'], env)).stderr).toContain('cannot be read; remove it');
});

test('what is no token, or would be sent unencrypted, is refused and not stored', async () => {
  const env = someone();
  const wrong = `${eve.token.slice(0, -4)}AAAA`;
  const foreign = (await workspace.tokenFor(eve.id, { lifetime: -1 })).token;
  const refused = async (sentence: string, input: string, ...args: string[]) => {
    const { code, stdout, stderr } = await runAlone(['login', ...args], env, input);
    expect([code === 0, stdout, stderr]).toEqual([false, '', expect.stringContaining(sentence)]);
    expect(stderr).not.toContain(eve.token.slice(8));
  };
  await refused('does not contain a complete token', wrong, '--url', baseUrl);
  await refused('expired', foreign, '--url', baseUrl);
  await refused('must start with https://', eve.token, '--url', 'http://plotline.example');
  await refused('There is no terminal', '', '--url', baseUrl);
  await refused('stays in the shell history', '', '--url', baseUrl, eve.token);
  await refused('stays in the shell history', '', '--url', baseUrl, `--token=${eve.token}`);
  expect(() => readFileSync(fileIn(env))).toThrow('ENOENT');
});

test('api calls an operation and prints its answer, or ends with what the API says', async () => {
  const api = (...args: string[]) => runCli(['api', ...args], as(ada));
  expect(JSON.parse((await api('GET', '/api/v1/me')).stdout).data.principalId).toBe(ada.id);
  const fields = ['-f', `teamId=${team.id}`, '-f', 'title=By api', '-f', 'estimateValue=3'];
  const made = await api('post', '/stories', ...fields);
  expect(JSON.parse(made.stdout)).toMatchObject({ data: { title: 'By api', estimateValue: 3 } });
  const file = fileWith('body.json', JSON.stringify({ name: 'From a file', color: '#123456' }));
  expect(JSON.parse((await api('POST', '/labels', '--input', file)).stdout).data.name).toBe('From a file');
  const listed = JSON.parse((await api('GET', '/stories', '-f', 'limit=1')).stdout);
  expect(listed).toMatchObject({ data: [{ title: 'By api' }], meta: { hasMore: false } });
  const wrong = await api('POST', '/stories', '-f', 'title=x');
  expect([wrong.code, wrong.stdout, wrong.stderr]).toEqual([1, '', expect.stringContaining('teamId')]);
  expect((await api('GET', '/stories', '-f', 'x')).code).toBe(2);
  expect((await api('GET', '/nothing')).code).toBe(1);
});

test('watch prints each change as it happens, and ends at Ctrl-C', async () => {
  const lines = startCli(['watch', '--json', '--type', 'story.created'], as(ada));
  const table = startCli(['watch', '--team', 'ENG'], as(ada));
  const printed = { lines: '', table: '' };
  lines.child.stdout.on('data', (chunk) => (printed.lines += String(chunk)));
  table.child.stdout.on('data', (chunk) => (printed.table += String(chunk)));
  let made = 0;
  await until(async () => {
    await createStoryAs(ada.client, workspace, { teamId: team.id, title: `Seen ${made++}` });
    return /Seen/.test(printed.lines) && /Seen/.test(printed.table);
  });
  lines.child.kill('SIGINT');
  table.child.kill('SIGINT');
  const [ofLines, ofTable] = await Promise.all([lines.ended, table.ended]);
  for (const { code, stderr } of [ofLines, ofTable]) expect([code, stderr]).toEqual([0, '']);
  const [first] = ofLines.stdout.split('\n');
  expect(JSON.parse(first!)).toMatchObject({ type: 'story.created', data: { teamId: team.id } });
  expect(ofTable.stdout).toMatch(/^20\S+ \S+ {2}story\.created {2}ENG-\d+ Seen \d+ {2}A admin$/m);
});

test('proposals are shown with what they change, accepted in part, rejected and withdrawn', async () => {
  const { token } = await workspace.tokenFor(eve.id, { writes: 'proposed' });
  const client = createClient(baseUrl, token);
  const story = await createStoryAs(ada.client, workspace, { teamId: team.id, title: 'As it is' });
  const set = randomUUID();
  const propose = async (change: object, version: string, changeSet = set) => {
    const body = { expectedUpdatedAt: version, ...change };
    const headers = { 'change-set': changeSet };
    const { json: answer } = await client.patch(`${workspace.path}/stories/${story.id}`, body, headers);
    return { id: answer.proposal.id as string, updatedAt: answer.data.updatedAt as string };
  };
  const { id, updatedAt } = await propose({ title: 'As it could be' }, story.updatedAt);
  await propose({ assigneeId: eve.id }, updatedAt);
  const [listed] = await runJson(['proposals', 'list', '--team', 'ENG'], as(ada));
  expect(listed).toMatchObject({ id, changeCount: 2 });
  const shown = await runCli(['proposals', 'show', id], as(ada));
  expect(shown.stdout).toMatch(/1 +change story ENG-\d+ .* +title +As it is +As it could be +open/);
  expect(shown.stdout).toMatch(/2 +change story .* +assigneeId +- +A member/);
  const dry = await runCli(['proposals', 'accept', id, '--only', '1', '--dry-run'], as(ada));
  expect([dry.code, dry.stdout]).toEqual([0, expect.stringContaining('would be made')]);
  const own = await runCli(['proposals', 'accept', id], as(eve));
  expect([own.code, own.stderr]).toEqual([1, expect.stringContaining('Ask someone else')]);
  const none = await runCli(['proposals', 'accept', id, '--only', '9'], as(ada));
  expect([none.code, none.stderr]).toEqual([2, expect.stringContaining('it has 1 to 2')]);
  const accepted = await runCli(['proposals', 'accept', id, '--only', '1'], as(ada));
  expect([accepted.code, accepted.stdout]).toEqual([
    0,
    expect.stringMatching(/made\n.*plotline undo [\da-f-]{36}/),
  ]);
  const { json } = await ada.client.get(`${workspace.path}/stories/${story.id}`);
  expect(json.data).toMatchObject({ title: 'As it could be', assigneeId: null });

  const version = json.data.updatedAt as string;
  const { id: rejected } = await propose({ priority: 'high' }, version, randomUUID());
  const { id: withdrawn } = await propose({ priority: 'low' }, version, randomUUID());
  expect((await runCli(['proposals', 'reject', rejected, '--reason', 'No'], as(ada))).code).toBe(0);
  expect((await runCli(['proposals', 'withdraw', withdrawn], as({ token }))).code).toBe(0);
  expect(await runJson(['proposals', 'show', rejected], as(ada))).toMatchObject({
    status: 'rejected',
    reason: 'No',
  });
  expect((await runCli(['proposals', 'list'], as(ada))).stdout).toContain('There are no proposals.');
});
