import { chmodSync, writeFileSync } from 'node:fs';
import { hostname, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { putAuditEvent } from '../../../shared/kernel/api/operation/audit-trail-store.ts';
import { DAY_MS } from '../../../shared/kernel/core/date-span.ts';
import { newId } from '../../../shared/kernel/core/id.ts';
import { commit } from '../../../shared/kernel/db/write.ts';
import { sharedService } from '../../support/service.ts';
import { newWorkspace } from '../../support/workspace.ts';
import { homeOf, runCli, runJson, temporaryFolder } from './cli.ts';

/** A workspace whose trail has an entry of 100 days ago. */
async function setUp() {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  const at = new Date(Date.now() - 100 * DAY_MS);
  const event = {
    id: newId(at),
    type: 'portal.deleted',
    timestamp: at.toISOString(),
    actor: { kind: 'user', id: admin.id, via: 'rest' },
    target: { kind: 'portal', id: newId(at), name: 'A former portal' },
    changes: [],
    origin: null,
    requestId: null,
    credentialId: null,
    count: 1,
  } as const;
  await commit(workspace.database, [putAuditEvent(workspace.id, { ...event, changes: [] })]);
  const env = { PLOTLINE_HOME: homeOf(sharedService()), PLOTLINE_WORKSPACE: workspace.id };
  return { workspace, admin, env };
}

const SCOPES = [
  'stories:read',
  'stories:write',
  'comments:read',
  'comments:write',
  'labels:read',
  'teams:read',
];

const types = (events: { type: string }[]): string[] => events.map(({ type }) => type);

test('audit list shows who did what to what, from what to what, newest first, as many as requested', async () => {
  const { workspace, admin, env } = await setUp();
  const { json } = await admin.client.get(`${workspace.path}/members/${admin.id}`);
  const { updatedAt: expectedUpdatedAt } = json.data;
  const path = `${workspace.path}/members/${admin.id}`;
  expect((await admin.client.patch(path, { name: 'Ada', expectedUpdatedAt })).status).toBe(200);
  const { stdout } = await runCli(['audit', '--type', 'member.updated,portal.*'], env);
  expect(stdout.replaceAll(/ +/g, ' ')).toMatch(
    /^when who what target changes from\n\S+ \S+ Ada \(rest\) member\.updated Ada name A admin → Ada 127\.0\.0\.0\/24 ?\n\S+ \S+ Ada \(rest\) portal\.deleted A former portal - -\n$/,
  );
  const asked = (...options: string[]) => runJson(['audit', ...options], env);
  const both = ['--type', 'member.updated,portal.*'];
  expect(types(await asked(...both, '--oldest'))).toEqual(['portal.deleted', 'member.updated']);
  const before = new Date(Date.now() - DAY_MS).toISOString();
  expect(types(await asked(...both, '--before', before))).toEqual(['portal.deleted']);
  expect(types(await asked(...both, '--since', before))).toEqual(['member.updated']);
  expect(types(await asked(...both, '--target', admin.id))).toEqual(['member.updated']);
  expect(await asked('--actor', workspace.id)).toEqual([]);
  expect(types(await asked(...both, '--actor', 'ada'))).toEqual(['member.updated', 'portal.deleted']);
  expect((await runCli(['audit', '--actor', 'adaa'], env)).stderr).toContain('did you mean Ada');
  const first = await runCli(['audit', ...both, '--limit', '1'], env);
  expect(first.stdout).toContain('There is more; show it with --limit.');
});

test('audit shows names and words where the trail has ids and JSON', async () => {
  const { workspace, admin, env } = await setUp();
  const team = await workspace.team({ private: true });
  const at = new Date();
  const gone = newId(at);
  const change = (field: string, from: unknown, to: unknown) => ({ field, from, to });
  const event = {
    id: newId(at),
    type: 'service_account.updated',
    timestamp: at.toISOString(),
    actor: { kind: 'user', id: gone, via: 'rest' },
    target: { kind: 'service_account', id: admin.id, name: null },
    changes: [
      change('teamIds', [team.id, gone], []),
      change('scopes', ['stories:read'], SCOPES),
      change('limits', null, { requests: 5, isOpen: true, scopes: ['stories:read', 'stories:write'] }),
    ],
    origin: null,
    requestId: null,
    credentialId: null,
    count: 1,
  } as const;
  await commit(workspace.database, [putAuditEvent(workspace.id, event as never)]);
  const { stdout } = await runCli(['audit', '--type', 'service_account.updated'], env);
  expect(stdout).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}|[{}"[\]]/);
  expect(stdout).toContain('one that is gone (rest)');
  expect(stdout).toContain(`teamIds ${team.name}, one that is gone → nothing`);
  expect(stdout).toContain(
    'scopes stories:read → stories:read, stories:write, comments:read and 3 more, limits',
  );
  expect(stdout).toContain('limits requests 5, isOpen yes, scopes stories:read');
});

test("audit list follows the environment's retention, and that of its stack for a deployed one", async () => {
  const { workspace, env } = await setUp();
  const { dynamodbEndpoint, credentials, tableName } = sharedService();
  const asked = (options: string[], more: Record<string, string>) =>
    runJson(['audit', '--type', 'portal.*', ...options], { ...env, ...more });
  expect(types(await asked([], {}))).toEqual(['portal.deleted']);
  expect(await asked([], { AUDIT_RETENTION_DAYS: '90' })).toEqual([]);

  // Stands in for the AWS CLI, which asks CloudFormation.
  const bin = temporaryFolder();
  const answer = (days: string) => ({
    StackResources: [{ ResourceType: 'AWS::DynamoDB::GlobalTable', PhysicalResourceId: tableName }],
    Stacks: [{ Outputs: [{ OutputKey: 'AuditRetentionDays', OutputValue: days }] }],
  });
  const aws = {
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    PATH: [bin, process.env['PATH']].join(delimiter),
  };
  for (const [days, shown] of [
    ['90', []],
    ['120', ['portal.deleted']],
  ] as const) {
    writeFileSync(join(bin, 'aws'), `#!/bin/sh\necho '${JSON.stringify(answer(days))}'\n`);
    chmodSync(join(bin, 'aws'), 0o755);
    const found = await asked(['--stack', 'Plotline-dev-data', '-w', workspace.id], aws);
    expect(types(found)).toEqual(shown);
  }
});

test('an entry names the operator: the user of the machine, or the name that the shell gives', async () => {
  const { workspace, env } = await setUp();
  const add = (name: string, more: Record<string, string>) =>
    runJson(['members', 'add', `${newId(new Date())}@example.com`, '--name', name, '--role', 'guest'], {
      ...env,
      ...more,
    });
  await add('First', {});
  await add('Second', { PLOTLINE_OPERATOR: 'release job' });
  const admin = await workspace.person('admin');
  const { json } = await admin.client.get(`${workspace.path}/audit-events`, { type: 'member.added' });
  const operators = new Map(json.data.map((event: any) => [event.target.name, event.operator]));
  expect(operators.get('First')).toBe(`${userInfo().username}@${hostname()}`);
  expect(operators.get('Second')).toBe('release job');
  const { stdout } = await runCli(['audit', '--type', 'member.added'], env);
  expect(stdout).toContain('release job');
});

test('an act by a request names no operator', async () => {
  const { workspace, admin } = await setUp();
  const answer = await admin.client.post(`${workspace.path}/members`, { name: 'Third', role: 'guest' });
  expect(answer.status, answer.text).toBe(201);
  const { json } = await admin.client.get(`${workspace.path}/audit-events`, { type: 'member.added' });
  expect(json.data[0]).toMatchObject({ target: { name: 'Third' }, operator: null });
});
