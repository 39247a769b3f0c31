import { Match } from 'aws-cdk-lib/assertions';
import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { request, type IncomingMessage } from 'node:http';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import type { OperatorSettings } from '../../cli/core/operations.ts';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { CELL_VARIABLE } from '../../shared/kernel/core/cell.ts';
import { createClient } from '../support/client.ts';
import { feedbackApi } from '../support/feedback.ts';
import { startService, type OwnService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { synthesize } from './synthesize.ts';
import { templatesOf } from './templates.ts';

/** Two deployments, each with a table of its own, behind the distribution of the first. */
const EDGE_KEY_ARN = 'arn:aws:secretsmanager:us-east-1:123456789012:secret:plotline-front-edge-key-AbCdEf';
const certificateArn = 'arn:aws:acm:us-east-1:123456789012:certificate/0';
const NUMBER = 300;
/** https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/cloudfront-limits.html */
const FUNCTION_MAX_BYTES = 10_240;
const HOST = 'plan-b.plotline.test';

interface Side {
  service: OwnService;
  workspace: TestWorkspace;
  team: Team;
  admin: Person;
}
let first: Side;
let second: Side;
/** The address that both answer at. */
let address: string;

beforeAll(async () => {
  const homes = { front: folder(), behind: folder() };
  writeSecrets(homes.behind, { [EDGE_KEY_ARN]: { value: 'unknown', versionId: '0', created: 0 } });
  const behind = await startService({
    home: homes.behind,
    assembly: assemblyOf({ edge: undefined, cell: { number: NUMBER, edgeKeyArn: EDGE_KEY_ARN } }),
    variables: { BASE_URL: `http://${HOST}` },
  });
  const cells = [{ number: NUMBER, gateway: new URL(behind.baseUrl).host, hosts: [HOST] }];
  const front = await startService({
    home: homes.front,
    assembly: assemblyOf({ cells, edge: 'front', domain: { name: '127.0.0.1', certificateArn } }),
  });
  address = front.edge!.baseUrl;
  const [, key] = Object.entries(readSecrets(homes.front)).find(([name]) => name.includes('EdgeKey'))!;
  await new SecretsManagerClient({
    endpoint: behind.secretsEndpoint,
    region: 'local',
    credentials: behind.credentials,
  }).send(new PutSecretValueCommand({ SecretId: EDGE_KEY_ARN, SecretString: key.value }));
  first = await fill(front);
  second = await fill(behind, { [CELL_VARIABLE]: String(NUMBER) });
});
afterAll(() => Promise.all([first, second].map(({ service }) => service.stop())));

const folder = (): string => mkdtempSync(join(inject('dataFolder'), 'cell-'));

type Secrets = Record<string, { value: string; versionId: string; created: number }>;
const readSecrets = (home: string) => JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Secrets;
const writeSecrets = (home: string, secrets: Secrets): void =>
  writeFileSync(join(home, 'secrets.json'), JSON.stringify(secrets));

/** The synthesized templates of a deployment. */
function assemblyOf(changes: Partial<EnvironmentConfig>): string {
  const outdir = folder();
  synthesize('local', changes, outdir).app.synth();
  return outdir;
}

async function fill(service: OwnService, settings: OperatorSettings = {}): Promise<Side> {
  const workspace = await newWorkspace({ ...service, baseUrl: address }, settings);
  const team = await workspace.team();
  return { service, workspace, team, admin: await workspace.person('admin', [team]) };
}

const ask = (path: string, token: string) =>
  fetch(`${address}${path}`, { headers: { authorization: `Bearer ${token}` } });

/** Asks as a browser does for an address under a host name. */
async function askPage(path: string, headers: Record<string, string> = {}) {
  const { hostname, port } = new URL(address);
  const answer = await new Promise<IncomingMessage>((done, fail) => {
    const options = { host: hostname, port, path, headers: { accept: 'text/html', ...headers } };
    request(options, done).on('error', fail).end();
  });
  return { status: answer.statusCode, text: await text(answer) };
}

test('each cell answers for its own workspaces at the one address, by the workspace that the path names', async () => {
  expect(second.workspace.id.slice(14, 18)).toBe('812c');
  for (const side of [first, second]) {
    const client = createClient(address, side.admin.token);
    const { id } = await createStoryAs(client, side.workspace, { teamId: side.team.id });
    expect((await ask(`${side.workspace.path}/stories/${id}`, side.admin.token)).status).toBe(200);
    const other = side === first ? second : first;
    expect((await ask(`${other.workspace.path}/stories/${id}`, side.admin.token)).status).toBe(401);
  }
});

test('what names no workspace is answered by the cell of the token', async () => {
  for (const { admin, workspace } of [first, second]) {
    const answer = await ask('/api/v1/me', admin.token);
    expect(await answer.json()).toMatchObject({ data: { workspaceId: workspace.id } });
  }
});

test('a cell answers at its own host, also what it serves without a token; the others know nothing of it', async () => {
  const slug = `cells-${Date.now().toString(36)}`;
  const { workspace, admin } = second;
  await feedbackApi(workspace, admin.client).portal({ slug, name: 'Behind' });
  const path = `/portals/${slug}/feedback`;
  const page = (host?: string) => askPage(path, host === undefined ? {} : { host });
  expect(await page(HOST)).toMatchObject({ status: 200, text: expect.stringContaining('Behind') as string });
  expect(await page()).toMatchObject({ status: 404 });
});

test('no token decides which cell a page is from that is kept for everyone', async () => {
  const slug = `kept-${Date.now().toString(36)}`;
  for (const [side, name] of [
    [first, 'In front'],
    [second, 'Behind'],
  ] as const)
    await feedbackApi(side.workspace, side.admin.client).portal({ slug, name });
  const path = `/portals/${slug}/feedback`;
  const authorization = `Bearer ${second.admin.token}`;
  for (const headers of [{ authorization }, {}])
    expect(await askPage(path, headers)).toMatchObject({
      text: expect.stringContaining('In front') as string,
    });
  expect(await askPage(path, { host: HOST })).toMatchObject({
    text: expect.stringContaining('Behind') as string,
  });
});

test.each([
  ['no token', ''],
  ['a token of no cell there is', 'Bearer plt_pat_AZkGLvCeh-iPAAAAAAAAAAAAAAAAAAAA'],
  ['a short token', 'Bearer plt_svc_AZkG'],
  ['another scheme', 'Basic YTpi'],
])('with %s, the first cell answers', async (_, authorization) => {
  const answer = await fetch(`${address}/api/v1/me`, { headers: authorization ? { authorization } : {} });
  expect(answer.status).toBe(401);
  expect(answer.headers.get('x-request-id')).toBeTruthy();
});

test('a cell refuses who goes round the distribution in front of it', async () => {
  const client = createClient(second.service.baseUrl, second.admin.token);
  expect((await client.get('/api/v1/me')).status).toBe(404);
});

const settings = {
  kind: 'production',
  account: '123456789012',
  alarmEmail: 'ops@example.com',
  domain: { name: 'plan.example.com', certificateArn },
};
const one = { number: 1, gateway: 'a1.execute-api.eu-west-1.amazonaws.com', hosts: ['b.example.com'] };
const apiOf = (changes: object) =>
  templatesOf(parseEnvironment('prod', { ...settings, ...changes })).find(({ name }) =>
    name.endsWith('-api'),
  )!.template;

test('the distribution has the names of its cells, and its function fits CloudFront with as many as are allowed', () => {
  const cells = Array.from({ length: 20 }, (_, number) => ({
    number: number + 1,
    gateway: `abcdefghij${number}.execute-api.ap-southeast-2.amazonaws.com`,
    hosts: [`plan-of-cell-${number}.example.com`],
  }));
  const api = apiOf({ cells });
  const [distribution] = Object.values(api.findResources('AWS::CloudFront::Distribution'));
  expect(distribution!.Properties.DistributionConfig.Aliases).toEqual([
    'plan.example.com',
    ...cells.flatMap(({ hosts }) => hosts),
  ]);
  const [code] = Object.values(api.findResources('AWS::CloudFront::Function'));
  expect(Buffer.byteLength(String(code!.Properties.FunctionCode))).toBeLessThan(FUNCTION_MAX_BYTES);
});

test('a cell has no distribution and no name at its gateway, and reads the key of the one in front', () => {
  const api = apiOf({ cell: { number: 1, edgeKeyArn: EDGE_KEY_ARN } });
  for (const type of ['AWS::CloudFront::Distribution', 'AWS::ApiGatewayV2::DomainName', 'AWS::Events::Rule'])
    expect(
      Object.keys(api.findResources(type)).filter((id) => !id.startsWith('Canary')),
      type,
    ).toEqual([]);
  api.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: Match.objectLike({ CELL: '1', EDGE_KEY_ARN, EDGE_REQUIRED: 'on' }) },
  });
  api.hasOutput('GatewayHost', {});
});

test.each<[string, object, RegExp]>([
  ['cells without CloudFront', { cells: [one], edge: 'none' }, /cells in .* need CloudFront and a domain/],
  ['a number twice', { cells: [one, { ...one, hosts: ['c.example.com'] }] }, /^1 is there twice in/],
  ['a host twice', { cells: [one, { ...one, number: 2 }] }, /^b\.example\.com is there twice in/],
  [
    "the service's own host",
    { cells: [{ ...one, hosts: ['plan.example.com'] }] },
    /^plan\.example\.com is there/,
  ],
  ['a number of more than twelve bits', { cells: [{ ...one, number: 4_096 }] }, /cells\.0\.number/],
  [
    'the key of another account',
    { cell: { number: 1, edgeKeyArn: EDGE_KEY_ARN }, account: '999999999999' },
    /is of the account \d{12}: a cell must be in the account of its distribution/,
  ],
  [
    'the key of another region',
    { cell: { number: 1, edgeKeyArn: EDGE_KEY_ARN }, region: 'us-west-2' },
    /replicate the secret to us-west-2/,
  ],
  ['part of a secret’s ARN', { cell: { number: 1, edgeKeyArn: 'arn:aws:secretsmanager' } }, /the whole ARN/],
])('settings are refused with %s', (_, changes, message) => {
  expect(() => parseEnvironment('prod', { ...settings, ...changes })).toThrow(message);
});
