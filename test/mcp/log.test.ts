import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectUser } from '../support/connect.ts';
import { startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { mcpClient } from './mcp-client.ts';

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

test('each message leaves one line with its sender, the message and how it ended, and nothing of its contents', async () => {
  const workspace = await newWorkspace(service);
  const team = await workspace.team({ name: 'A secret team' });
  const person = await workspace.person('member', [team]);
  const { token } = await connectUser(person, { service });
  const client = mcpClient(token, service);
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
  await client.send('tools/list', {}, { traceparent: `00-${traceId}-00f067aa0ba902b7-01` });
  await client.use('list_teams', { workspaceId: workspace.id });
  await client.refused('get_story', { workspaceId: workspace.id, story: 'SECRET-1' });
  await client.post('{"secret":', { traceparent: '00-a-secret-01' });
  await mcpClient('a-secret-token', service).send('ping');

  const log = readFileSync(join(home, 'logs/McpFunction.log'), 'utf8');
  const lines = log
    .split('\n')
    .flatMap((line) => (line.includes('sendMCPMessage') ? [JSON.parse(line)] : []));
  // As Logs Insights finds fields: `message.status`, and `level` and `requestId` of Lambda's own.
  for (const line of lines) {
    expect(line).toMatchObject({ level: 'INFO', message: { message: 'request' } });
    expect(line.requestId).toMatch(/^[0-9a-f-]{36}$/);
  }
  const known = { message: 'request', userId: person.userId, clientId: 'local' };
  const messages = lines.map(({ message }) => message);
  expect(messages).toMatchObject([
    { ...known, status: 200, traceId },
    { ...known, status: 200, tool: 'list_teams' },
    { ...known, status: 200, tool: 'get_story', error: 'not_found' },
    { ...known, status: 400 },
    { message: 'request', status: 401 },
  ]);
  for (const { requestId } of messages) expect(requestId).toMatch(/\S/);
  expect(log).not.toMatch(/secret/i);
  expect(log).not.toContain(token);
});
