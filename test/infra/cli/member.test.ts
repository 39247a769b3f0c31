import { createServer, request, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import type { Team } from '../../../shared/identity/team/team.ts';
import { sharedService } from '../../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../../support/workspace.ts';
import { homeOf, runAlone, runCli, runJson } from './cli.ts';

let workspace: TestWorkspace;
let open: Team;
let secret: Team;
let ada: Person;
let eve: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  open = await workspace.team({ code: 'OPEN', name: 'Open' });
  secret = await workspace.team({ code: 'SECR', name: 'Secret', private: true });
  ada = await workspace.person('admin', [open, secret]);
  eve = await workspace.person('member', [open]);
  await createStoryAs(ada.client, workspace, { teamId: open.id, title: 'For all', assigneeId: eve.id });
  await createStoryAs(ada.client, workspace, { teamId: secret.id, title: 'Hidden plan' });
});

/** What a member has: an address and a token; no service is known to run here. */
const as = ({ token }: { token: string }, baseUrl = sharedService().baseUrl) => ({
  PLOTLINE_HOME: '/nowhere',
  PLOTLINE_URL: baseUrl,
  PLOTLINE_TOKEN: token,
});
const asOperator = () => ({ PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug });

/** A service in front of the shared one; `intercept` answers itself by returning true. */
async function inFront(intercept: (...call: Parameters<RequestListener>) => boolean): Promise<string> {
  const server = createServer((incoming, response) => {
    if (intercept(incoming, response)) return;
    const { host, port } = new URL(sharedService().baseUrl);
    const { method, headers, url } = incoming;
    const passed = request({ port, method, path: url, headers: { ...headers, host } }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(passed);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a member gets the same tables as an operator, where they see the same', async () => {
  const commands = [
    ['stories', 'list', '--team', 'OPEN'],
    ['stories', 'list', 'is:open sort:-priority', '--team', 'OPEN', '--limit', '1'],
    ['teams', 'list'],
    ['statuses', 'list', '--team', 'OPEN'],
    ['labels', 'list'],
    ['sprints', 'list'],
    ['members', 'list'],
  ];
  for (const command of commands) {
    const operator = await runCli(command, asOperator());
    const member = await runCli(command, as(ada));
    expect([member.code, member.stderr], command.join(' ')).toEqual([0, '']);
    expect(member.stdout, command.join(' ')).toBe(operator.stdout);
  }
});

test('a member writes as themselves, and on behalf of no one else', async () => {
  const made = await runJson(['stories', 'create', 'By me', '--team', 'OPEN', '-w', workspace.slug], as(eve));
  expect(made).toMatchObject({ title: 'By me', reporterId: eve.id });
  const mine = await runJson(['stories', 'list', 'assignee:me', '--by', eve.id], as(eve));
  expect(mine).toMatchObject([{ title: 'For all' }]);
  const forAda = await runCli(['stories', 'create', 'No', '--team', 'OPEN', '--by', ada.id], as(eve));
  expect([forAda.code, forAda.stderr]).toEqual([1, expect.stringContaining('Only operators act on behalf')]);
  const { code, stderr } = await runCli(['stories', 'move', made.reference, 'Nowhere'], as(eve));
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no status named Nowhere')]);
});

test('a member sees nothing of a private team, by any of these commands', async () => {
  for (const args of [
    ['stories', 'list'],
    ['teams', 'list'],
    ['search', 'Hidden'],
    ['statuses', 'list'],
  ]) {
    const { code, stdout } = await runCli(args, as(eve));
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/SECR|Hidden plan/);
  }
  const shown = await runCli(['stories', 'show', 'SECR-1'], as(eve));
  expect([shown.code, shown.stderr]).toEqual([1, expect.stringContaining('There is no story SECR-1')]);
});

test("what a token may not do is said in the API's words", async () => {
  const narrow = await workspace.tokenFor(eve.id, { scopes: ['labels:read'] });
  const { code, stdout, stderr } = await runCli(['stories', 'list'], as(narrow));
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(/lacks the scope \w+:read/)]);
  const json = await runCli(['stories', 'list', '--json'], as(narrow));
  expect(JSON.parse(json.stderr)).toMatchObject({ error: { code: 'insufficient_scope' } });
  const other = await runCli(['stories', 'list', '-w', 'another'], as(eve));
  expect([other.code, other.stderr]).toEqual([1, expect.stringContaining('There is no workspace another')]);
});

test('what only operators do says so, and asks no table', async () => {
  for (const args of [
    ['workspaces', 'create', 'New', '--slug', 'new-one'],
    ['rebuild'],
    ['recount'],
    ['mail', 'retry'],
    ['workspaces', 'limits', workspace.slug],
    ['tokens', 'show', '0f8fad5b-d9cb-469f-a165-70867728950e'],
  ]) {
    const { code, stderr } = await runCli(args, as(ada));
    expect([code, stderr], args.join(' ')).toEqual([
      1,
      expect.stringContaining('This is for operators: name the deployment with --stack or --table'),
    ]);
  }
  const both = await runCli(['stories', 'list', '--local', '--url', sharedService().baseUrl], as(ada));
  expect([both.code, both.stderr]).toEqual([1, expect.stringContaining('are for members')]);
  const local = await runCli(['teams', 'list', '--local'], { ...as(eve), ...asOperator() });
  expect(local.stdout).toContain('SECR');
});

test('only the API is called: every connection of the process goes to its address', async () => {
  const calls: string[] = [];
  const url = await inFront(({ url: path }) => !calls.push(path!));
  // A proxy that does not exist stands between the process and any endpoint of AWS.
  const away = { AWS_ENDPOINT_URL: 'http://127.0.0.1:1', AWS_EC2_METADATA_DISABLED: 'true' };
  const { code, stderr } = await runAlone(['stories', 'list'], { ...as(eve, url), ...away });
  expect([code, stderr]).toEqual([0, '']);
  expect(calls.length).toBeGreaterThan(0);
  expect(calls.filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
});

test('a service that is busy is asked again after the time it says, and a creation is made once', async () => {
  const keys: unknown[] = [];
  const url = await inFront((incoming, response) => {
    if (incoming.method !== 'POST') return false;
    keys.push(incoming.headers['idempotency-key']);
    if (keys.length === 1) {
      const error = { code: 'rate_limited', message: 'Too many requests.', hint: 'Wait.' };
      response.writeHead(429, { 'retry-after': '1' }).end(JSON.stringify({ data: null, error }));
      return true;
    }
    if (keys.length > 2) return false;
    incoming.socket.destroy();
    return true;
  });
  const { code, stdout, stderr } = await runCli(
    ['stories', 'create', 'Once', '--team', 'OPEN', '--json'],
    as(eve, url),
  );
  expect(code, stderr).toBe(0);
  expect(stderr).toContain('Waiting: too many requests (429); next try in 1 s.');
  expect(JSON.parse(stdout)).toMatchObject({ title: 'Once' });
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
});

test('an address that is not of Plotline is said to be none', async () => {
  const url = await inFront((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<p>Welcome</p>');
    return true;
  });
  const { code, stderr } = await runCli(['teams', 'list'], as(eve, url));
  expect([code, stderr]).toEqual([1, expect.stringContaining('check its address')]);
});

test('what a token only proposes is said to be proposed', async () => {
  const proposing = await workspace.tokenFor(eve.id, { writes: 'proposed' });
  const { code, stderr } = await runCli(['stories', 'create', 'Maybe', '--team', 'OPEN'], as(proposing));
  expect([code, stderr]).toEqual([
    0,
    expect.stringMatching(/Only proposed.*plotline proposals show [\da-f-]{36}/),
  ]);
});

test('a member sees who is in which of their teams, and an admin has people join and leave', async () => {
  const { id } = await workspace.person('member', [open]);
  const shownAs = async (person: Person) => (await runJson(['members', 'show', id], as(person))) as Shown;
  const codes = ({ teams }: Shown) => teams.map(({ code }) => code);
  expect(await shownAs(eve)).toMatchObject({ id });
  expect(codes(await shownAs(eve))).toEqual(['OPEN']);
  const update = ['members', 'update', id, '--join', 'SECR', '--leave', 'OPEN', '--name', 'Grace'];
  expect(await runCli(update, as(ada))).toMatchObject({ code: 0 });
  expect(await shownAs(ada)).toMatchObject({ name: 'Grace', teams: [{ code: 'SECR' }] });
  expect(codes(await shownAs(eve))).toEqual([]);
});

interface Shown {
  teams: { code: string }[];
}
