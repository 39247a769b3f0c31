import { expect, test } from 'vitest';
import { newHookWorkspace } from '../../hooks/hook-api.ts';
import { sharedService } from '../../support/service.ts';
import { homeOf, runCli, runJson } from './cli.ts';
import { startInterceptor } from './interceptor.ts';

test('the hooks command lists hooks, sets their rules by name, and deletes one', async () => {
  const { workspace, team, statuses, hook, api } = await newHookWorkspace();
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.slug };
  expect((await runCli(['hooks', 'list'], env)).stdout).toContain('There are no hooks.');
  const made = await hook({ name: 'Shop' });
  const { stdout } = await runCli(['hooks', 'list'], env);
  expect(stdout).toContain(made.path);
  expect(stdout).not.toContain(made.secret);

  await runJson(['hooks', 'rule', 'shop', '--team', team.code, '--merged', 'done'], env);
  const rule = { openedStatusId: null, mergedStatusId: statuses.completed, closedStatusId: null };
  expect((await api.read(made.id)).rules).toEqual([{ teamId: team.id, ...rule }]);
  const unknown = await runCli(['hooks', 'rule', 'shop', '--team', team.code, '--merged', 'shipped'], env);
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('There is no status')]);

  const unasked = await runCli(['hooks', 'delete', 'shop'], env);
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
  expect(await runJson(['hooks', 'delete', made.id, '--yes'], env)).toEqual({ id: made.id, deleted: true });
  expect((await api.get(made.id)).status).toBe(404);
});

test('a hook is created with the token of an admin, by names, and its secret rotated; both are shown once', async () => {
  const { workspace, team, statuses, api } = await newHookWorkspace();
  const admin = await workspace.person('admin', [team]);
  const account = await workspace.serviceAccount([team]);
  const env = { PLOTLINE_URL: sharedService().baseUrl, PLOTLINE_TOKEN: admin.token };
  const by = ['--provider', 'gitlab', '--account', account.id, '--team', team.code, '--merged', 'done'];
  const { signingSecret, ...made } = await runJson(['hooks', 'create', 'Shop', ...by], env);
  expect(await api.read(made.id)).toEqual(made);
  expect(made).toMatchObject({ name: 'Shop', provider: 'gitlab' });
  expect(made.rules).toMatchObject([{ teamId: team.id, mergedStatusId: statuses.completed }]);
  const { stdout } = await runCli(['hooks', 'rotate-secret', 'shop'], env);
  expect(stdout).toContain(`${sharedService().baseUrl}${made.path}`);
  expect(stdout).not.toContain(signingSecret);
  expect((await api.read(made.id)).secretGeneration).toBe(2);
  const wrong = await runCli(['hooks', 'create', 'Shop', ...by, '--provider', 'gitea'], env);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('provider') });
});

test('a secret that was lost with the connection is said to be lost, with the way to another', async () => {
  const { workspace, team, hook } = await newHookWorkspace();
  const admin = await workspace.person('admin', [team]);
  const { secret: _, ...made } = await hook({ name: 'Shop' });
  const url = await startInterceptor((path, pass, outgoing) => {
    if (!path.endsWith('/rotate-secret')) return pass();
    // What the service answers to the same request again.
    outgoing.writeHead(200, { 'content-type': 'application/json', 'idempotent-replayed': 'true' });
    outgoing.end(JSON.stringify({ data: made }));
  });
  const env = { PLOTLINE_URL: url, PLOTLINE_TOKEN: admin.token };
  const { code, stdout, stderr } = await runCli(['hooks', 'rotate-secret', 'shop'], env);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(`hooks rotate-secret ${made.id}`)]);
});
