import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { openProbeWorkspace } from '../../infra/probe/probe-workspace.ts';
import { questions, type Probed } from '../../infra/probe/questions.ts';
import { databaseOf, sharedService } from '../support/service.ts';

async function probed(): Promise<Probed> {
  const database = databaseOf(sharedService());
  return {
    baseUrl: sharedService().baseUrl,
    database,
    workspace: await openProbeWorkspace(database),
    isLocal: true,
  };
}

const verdicts = (one: Probed, asked = questions) => Promise.all(asked.map((ask) => ask(one)));

test('the local service passes, or the probe says what it cannot ask; a second run takes the same workspace', async () => {
  const first = await probed();
  const found = await verdicts(first);
  expect(found.filter(({ holds }) => holds === false)).toEqual([]);
  expect(found.filter(({ holds }) => holds === undefined).map(({ question }) => question)).toEqual([
    'Does the edge leave errors uncached?',
  ]);
  expect((await probed()).workspace.workspaceId).toBe(first.workspace.workspaceId);
});

test('a service whose challenge is renamed, whose errors are cached and whose clock is wrong does not pass', async () => {
  const server = createServer((request, answer) => {
    answer.setHeader('date', new Date(0).toUTCString());
    answer.writeHead(request.url === '/mcp' ? 401 : 404, {
      'x-amzn-remapped-www-authenticate': 'Bearer',
      'x-cache': 'Error from cloudfront',
      age: '2',
    });
    answer.end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const found = await verdicts({ ...(await probed()), baseUrl }, questions.slice(0, 3));
  server.close();
  expect(found.map(({ holds }) => holds)).toEqual([false, false, false]);
});
