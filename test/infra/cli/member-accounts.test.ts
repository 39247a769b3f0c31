import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { createBrowser } from '../../support/browser.ts';
import { sharedService } from '../../support/service.ts';
import { addressOf, newWorkspace, type TestWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson } from './cli.ts';

const service = sharedService();
let workspace: TestWorkspace;
let email: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  const { id } = await workspace.person('member');
  email = await addressOf(workspace, id);
});

const environment = () => ({ PLOTLINE_HOME: homeOf(service), PLOTLINE_WORKSPACE: workspace.slug });

async function signInWith(password: string): Promise<number> {
  const browser = createBrowser(service.baseUrl);
  return (await browser.submit(await browser.open('/sign-in?next=/account'), '/sign-in', { email, password }))
    .status;
}

test('invite returns a link by which a member sets their password, once', async () => {
  const { url, ...invited } = await runJson(['members', 'invite', email], environment());
  expect(invited).toEqual({ email, expiresAt: expect.any(String) });
  expect(Date.parse(invited.expiresAt) - Date.now()).toBeGreaterThan(6.9 * 24 * 60 * 60_000);
  expect(url).toMatch(new RegExp(`^${service.baseUrl}/invitations/[\\w-]{64}$`));
  const browser = createBrowser(service.baseUrl);
  const password = 'some words of theirs';
  const page = await browser.open(url);
  const done = await browser.submit(page, new URL(url).pathname, { password, again: password });
  expect([done.status, new URL(done.url).pathname]).toEqual([200, `/my-work/${workspace.id}`]);
  expect((await browser.open(url)).status).toBe(410);
  expect(await signInWith(password)).toBe(200);
});

test('a member without an address gets one before the link', async () => {
  const { client } = await workspace.person('admin');
  const { json } = await client.post(`${workspace.path}/members`, { name: 'Octo Cat' });
  const env = environment();
  const refused = await runCli(['members', 'invite', 'octo cat'], env);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    'Octo Cat has no email address yet; set one with plotline members update --email.\n',
  ]);
  const address = `${json.data.id}@example.com`;
  await runJson(['members', 'update', json.data.id, '--email', address], env);
  expect(await runJson(['members', 'invite', 'octo cat'], env)).toMatchObject({ email: address });
});

test('a deployed service has to be named for the link', async () => {
  const env = environment();
  const address = ['--table', service.tableName];
  const aws = {
    AWS_ENDPOINT_URL_DYNAMODB: service.dynamodbEndpoint,
    AWS_REGION: 'local',
    AWS_ACCESS_KEY_ID: service.credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: service.credentials.secretAccessKey,
  };
  const refused = await runCli(['members', 'invite', email, ...address], { ...env, ...aws });
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('--base-url')]);
  const named = ['--base-url', 'https://plan.example.com/'];
  const { url } = await runJson(['members', 'invite', email, ...address, ...named], { ...env, ...aws });
  expect(url).toMatch(/^https:\/\/plan\.example\.com\/invitations\/[\w-]{64}$/);
});

test('set-password takes a password from a pipe, or makes one up and shows it once', async () => {
  const plotline = resolve(import.meta.dirname, '../../../cli/plotline.mjs');
  const pipe = (line: string) =>
    new Promise<number>((done) => {
      const child = execFile(
        process.execPath,
        [plotline, 'members', 'set-password', email],
        { env: { PATH: process.env['PATH'], ...environment() } },
        (error) => done(error ? Number(error.code) : 0),
      );
      child.stdin!.end(line);
    });
  expect(await pipe('a password from a pipe\n')).toBe(0);
  expect(await signInWith('a password from a pipe')).toBe(200);
  expect(await pipe('short\n')).toBe(1);
  expect(await signInWith('a password from a pipe')).toBe(200);

  const { password } = await runJson(['members', 'set-password', email, '--generate'], environment());
  expect(await signInWith(password)).toBe(200);
  const people = await runCli(['members', 'set-password', email, '--generate'], environment());
  expect(people.stdout).toMatch(/password +[\w-]{20}\n/);
});
