import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { feedApi, readFile } from './feed-api.ts';

let home: string;
let service: OwnService;

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'plotline-log-'));
  service = await startService({ home });
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

test('a request for a calendar leaves a line with its owner, and no log has an address, right or wrong', async () => {
  const workspace = await newWorkspace(service);
  const person = await workspace.person('member');
  const { url } = await feedApi(workspace, person.client).create({ kind: 'my_schedule' });
  const wrong = url.replace(/.{12}\.ics$/, 'AAAAAAAAAAAA.ics');
  const answers = [
    await readFile({ url }),
    await readFile({ url: wrong }),
    await readFile({ url: `${url}x` }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 404, 404]);

  const logs = globSync('logs/*.log', { cwd: home }).map((file) => readFileSync(join(home, file), 'utf8'));
  const lines = logs
    .flatMap((log) => log.split('\n'))
    .filter((line) => line.includes('"showCalendar"'))
    .map((line) => (JSON.parse(line) as { message: object }).message);
  expect(lines).toMatchObject([
    { status: 200, workspaceId: workspace.id, principalId: person.id },
    { status: 404, error: 'not_found' },
    { status: 404, error: 'not_found' },
  ]);
  for (const address of [url, wrong]) {
    const secret = /calendars\/([\w-]+)/.exec(address)![1]!;
    expect(
      logs.filter((log) => log.includes(secret.slice(0, 64)) || log.includes(secret.slice(-30))),
    ).toEqual([]);
  }
});
