import { expect, onTestFinished, test } from 'vitest';
import { startService, workerService, type ServiceAddress } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { fileWith, homeOf, startCli, temporaryFolder } from './cli.ts';
import { countGaps, readImported } from './imported.ts';

const ROWS = 100;
const CONCURRENCY = 8;

async function setUp(service: ServiceAddress) {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const rows = Array.from({ length: ROWS }, (_, id) => ({ id, title: `Row ${id}`, team: team.code }));
  const args = [
    'import',
    '--yes',
    fileWith('rows.json', JSON.stringify(rows)),
    '--concurrency',
    String(CONCURRENCY),
  ];
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_TOKEN: admin.token };
  return {
    start: () => startCli([...args, '--json'], env),
    imported: async () => (await readImported(admin.client, workspace.path)).stories,
  };
}

const allTitles = Array.from({ length: ROWS }, (_, id) => `Row ${id}`).sort();

test('an import waits while the service is busy, and makes nothing twice where answers were lost', async () => {
  const { service, proxy } = await workerService();
  const { start, imported } = await setUp(service);
  let broken = 0;
  let busy = true;
  proxy.reset();
  proxy.fault = (operation, number) => {
    const lost = operation === 'TransactWriteItems' && number % 7 === 0;
    const fault = busy && number > 150 ? 'throttle' : lost ? 'lose-answer' : undefined;
    if (fault) broken++;
    return fault;
  };
  const { ended, says } = start();
  await says(/Waiting: unavailable \(503\); next try in \d+ s/);
  busy = false;
  const { code, stdout, stderr } = await ended;
  proxy.fault = undefined;
  expect(code, stderr).toBe(0);
  const { created, present } = JSON.parse(stdout) as { created: number; present: number };
  expect(created + present).toBe(ROWS);
  const stories = await imported();
  expect(stories.map(({ title }) => title).sort()).toEqual(allTitles);
  expect(broken).toBeGreaterThan(0);
  expect(countGaps(stories)).toBeLessThanOrEqual(broken);
});

test('an import waits for the service to restart', async () => {
  const home = temporaryFolder();
  const before = await startService({ home, inMemory: false });
  const { start, imported } = await setUp(before);
  const { ended, says } = start();
  await says(new RegExp(`^${ROWS / 10} of ${ROWS}`, 'm'));
  await before.stop();
  await says(/Waiting: no connection/);
  const after = await startService({ home, inMemory: false, port: Number(new URL(before.baseUrl).port) });
  onTestFinished(() => after.stop());
  const { code, stderr } = await ended;
  expect(code, stderr).toBe(0);
  const stories = await imported();
  expect(stories.map(({ title }) => title).sort()).toEqual(allTitles);
  expect(countGaps(stories)).toBeLessThanOrEqual(CONCURRENCY);
});

test('an import says at once that nothing answers', async () => {
  const service = await startService();
  const { start } = await setUp(service);
  await service.stop();
  const { child, ended, says } = start();
  await says(/Waiting: no connection \(ECONNREFUSED\)/);
  child.kill('SIGINT');
  expect((await ended).code).toBe(130);
});

test('an import that is interrupted after its stories are made says how to undo it, and goes on when it runs again', async () => {
  const { service, proxy } = await workerService();
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  const said = (text: string) => `01/Sep/26 10:00 AM;Ada;${text}`;
  const csv = `Issue key,Summary,Comment,Comment\nA-1,Talk,${said('Later')},${said('Никогда')}\n`;
  const from = ['--from', 'jira', '--source-url', 'https://acme.atlassian.net/browse/{id}'];
  const args = ['import', '--yes', fileWith('jira.csv', csv), ...from, '--map', `team="${team.code}"`];
  const env = { PLOTLINE_HOME: homeOf(service), PLOTLINE_TOKEN: admin.token };
  proxy.reset();
  proxy.fault = (_, __, body) => (JSON.stringify(body).includes('Никогда') ? 'throttle' : undefined);
  const { child, ended, says } = startCli(args, env);
  await says(/Waiting: unavailable/);
  child.kill('SIGINT');
  const { code, stderr } = await ended;
  proxy.fault = undefined;
  expect(code).toBe(130);
  const [, changeSetId] = /or undo it with: plotline undo ([\da-f-]{36})/.exec(stderr) ?? [];
  expect(changeSetId, stderr).toBeDefined();
  const { code: again } = await startCli([...args, '--json'], env).ended;
  expect(again).toBe(0);
  const [story, ...others] = (await readImported(admin.client, workspace.path)).stories;
  expect(others).toEqual([]);
  const { json } = await admin.client.get(`${workspace.path}/stories/${story!.id}/comments`);
  const contents = json.data.map(({ content }: { content: string }) => content).sort();
  expect(contents).toEqual([expect.stringContaining('Later'), expect.stringContaining('Никогда')]);
});
