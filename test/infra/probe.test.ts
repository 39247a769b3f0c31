import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, request as sendRequest, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { askAws } from '../../infra/probe/aws-questions.ts';
import { openProbeWorkspace } from '../../infra/probe/probe-workspace.ts';
import { questions, type ProbeTarget } from '../../infra/probe/questions.ts';
import { loopRequests } from '../../infra/probe/request-loop.ts';
import { checkWebhooks } from '../../infra/probe/webhook-round-trip.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { databaseOf, sharedService } from '../support/service.ts';
import { environmentConfig } from '../../infra/config.ts';
import { templatesOf } from './templates.ts';

const servers: Server[] = [];
afterAll(() => servers.forEach((server) => server.close()));

async function probed(): Promise<ProbeTarget> {
  const database = databaseOf(sharedService());
  return {
    baseUrl: sharedService().baseUrl,
    database,
    workspace: await openProbeWorkspace(database),
    isLocal: true,
    lagMaxMs: 10_000,
  };
}

const verdicts = (one: ProbeTarget, asked = questions) => Promise.all(asked.map((ask) => ask(one)));

test('the local service passes, or the probe says what it cannot ask; a second run uses the same workspace', async () => {
  const first = await probed();
  const found = await verdicts(first);
  expect(found.filter(({ holds }) => holds === false)).toEqual([]);
  expect(found.filter(({ holds }) => holds === undefined).map(({ question }) => question)).toEqual([
    'Does the edge leave errors uncached?',
  ]);
  expect((await probed()).workspace.workspaceId).toBe(first.workspace.workspaceId);
});

test('an event that no receiver takes, or that is never sent, is no round trip', async () => {
  const here = await probed();
  const refused = await checkWebhooks(here);
  expect(refused.problem).toMatch(/^no endpoint can be made for http:\/\/127\.0\.0\.1.*: 400 /);
  const silent = await serve((_, answer) => answer.writeHead(201).end('{"data":{"id":"0"}}'));
  const unsent = await checkWebhooks({ ...here, baseUrl: silent }, 'https://inbox.plotline.test/', 300);
  expect(unsent.problem).toBe('no delivery was attempted within 300 ms');
});

test('a loop of requests tells what clients saw of a pause: failures by path, and the longest time without a success', async () => {
  let isDown = false;
  const baseUrl = await serve(({ url }, answer) => {
    if (!isDown) answer.writeHead(401).end('{"error":{}}');
    else if (url === '/mcp') answer.destroy();
    else answer.writeHead(403).end('{"message":"Forbidden"}');
  });
  setTimeout(() => (isDown = true), 400);
  setTimeout(() => (isDown = false), 1_200);
  const report = await loopRequests(baseUrl, { seconds: 2, everyMs: 20 });
  expect(report.longestGapMs).toBeGreaterThan(700);
  expect(report.longestGapMs).toBeLessThan(1_400);
  expect(Object.keys(report.byStatus).sort()).toEqual(['401', '403', 'none']);
  const counted = Object.values(report.byStatus).reduce((sum, count) => sum + count, 0);
  expect(counted).toBe(report.requests);
  const failed = Object.values(report.failures).reduce((sum, { count }) => sum + count, 0);
  expect(failed).toBe(counted - report.byStatus['401']!);
  expect(report.failures['/mcp']!.last).toContain('does not answer');
});

/** Serves answers in place of a deployed service; returns its address. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a service whose challenge is renamed, whose errors are cached and whose clock is wrong does not pass', async () => {
  const baseUrl = await serve((request, answer) => {
    answer.setHeader('date', new Date(0).toUTCString());
    answer.writeHead(request.url === '/mcp' ? 401 : 404, {
      'x-amzn-remapped-www-authenticate': 'Bearer',
      'x-cache': 'Error from cloudfront',
      age: '2',
    });
    answer.end('{}');
  });
  const found = await verdicts({ ...(await probed()), baseUrl }, questions.slice(0, 3));
  expect(found.map(({ holds }) => holds)).toEqual([false, false, false]);
});

test('a service whose search and changes show nothing does not pass', async () => {
  const baseUrl = await serve((_, answer) => answer.end('{"data":[]}'));
  const [, , , search, , stream] = questions;
  const found = await verdicts({ ...(await probed()), baseUrl, lagMaxMs: 300 }, [search!, stream!]);
  expect(found.map(({ holds, found: said }) => [holds, said])).toEqual([
    [false, 'the search finds nothing'],
    [false, 'more than 300 ms'],
  ]);
});

test.each([
  [{ CapacityUnits: 5 }, true, '5 write units: a create costs 9'],
  [{ CapacityUnits: 8 }, true, '8 write units: a create costs 13'],
  [{}, false, 'undefined write units: a create costs something else'],
])('the probe finds a table that charges %j for a transactional put', async (used, holds, said) => {
  const endpoint = await serve((_, answer) => answer.end(JSON.stringify({ ConsumedCapacity: [used] })));
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const database = createDatabase('table', { endpoint, region: 'local', credentials });
  const [found] = await verdicts({ ...(await probed()), isLocal: false, database }, [questions[4]!]);
  expect([found!.holds, found!.found]).toEqual([holds, said]);
});

describe('a deployed environment', () => {
  /** Answers of the aws command, by its call. */
  const healthy = (baseUrl: string) => ({
    'describe-stacks': JSON.stringify({
      Stacks: [{ Outputs: [{ OutputKey: 'BaseUrl', OutputValue: baseUrl }] }],
    }),
    'role of stacks': 'arn:aws:iam::1:role/cdk-hnb659fds-cfn-exec-role-1-eu-central-1',
    'describe-stack-resources': JSON.stringify({
      StackResources: [
        { ResourceType: 'AWS::DynamoDB::GlobalTable', PhysicalResourceId: sharedService().tableName },
      ],
    }),
    'list-stack-resources': 'stories-logs',
    'start-query': 'a-query',
    'get-query-results': 'Complete\t12',
    'describe-alarms': 'Plotline-staging-webhooks-Alarm\tarn:aws:sns:eu-central-1:1:topic',
    'list-subscriptions-by-topic': 'ops@example.com\tarn:aws:sns:eu-central-1:1:topic:2',
    'set-alarm-state': '',
    'get-function-recursion-config': 'Allow',
    'get-account-settings': '1000',
    'assume-role': 'AKIDLIMITED\tsecret\ttoken',
    ...queries(true, false),
  });

  /** Whether AWS lets a role with a condition on keys query an index, by the keys. */
  const queries = (matching: boolean, other: boolean) => ({
    'query W#': matching ? '0' : 'denied',
    'query T#': other ? '0' : 'denied',
  });

  /** The service of this machine behind an edge. */
  const edge = () =>
    serve((request, answer) => {
      const { method = 'GET', headers, url = '/' } = request;
      const forward = sendRequest(`${sharedService().baseUrl}${url}`, { method, headers }, (incoming) => {
        answer.writeHead(incoming.statusCode!, { ...incoming.headers, 'x-cache': 'Miss from cloudfront' });
        incoming.pipe(answer);
      });
      request.pipe(forward);
    });

  let folder: string;
  beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'plotline-probe-'))));
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true, force: true });
  });

  type Answers = ReturnType<typeof healthy>;
  const unhealthy: Partial<Answers> = {
    'get-query-results': 'Complete\tNone',
    'list-subscriptions-by-topic': 'ops@example.com\tPendingConfirmation',
  };

  /** Stands in for the aws command. */
  function answerAws(answers: Partial<Answers>): void {
    const words = "const [, , , name, ...more] = process.argv; const said = more.join(' ');";
    // Keys are refused to the credentials of CDK's role for look-ups only, which a policy limits.
    const key = `const key = process.env.AWS_ACCESS_KEY_ID === 'AKIDLIMITED' && /"S":"([A-Z]+#)/.exec(said)?.[1];`;
    const asked =
      "const asked = said.includes('RoleARN') ? 'role of stacks' : key ? name + ' ' + key : said.includes('cdk-') && !said.includes('-lookup-role-') ? '' : name;";
    const call = [words, key, asked, `const answer = ${JSON.stringify(answers)}[asked];`].join('\n');
    const refusal = `if (answer === 'denied') { console.error('AccessDenied'); process.exit(254); }`;
    // A query finds no log group that the stack does not have.
    const groups = templatesOf(environmentConfig('staging')).flatMap(({ template }) =>
      ['AWS::Logs::LogGroup', 'AWS::Lambda::Function'].flatMap((type) =>
        Object.keys(template.findResources(type)),
      ),
    );
    const query = `const [, prefix] = /starts_with\\(LogicalResourceId,'(\\w+)'\\)/.exec(process.argv.join(' ')) ?? [];`;
    const found = `const isFound = !prefix || ${JSON.stringify(groups)}.some((id) => id.startsWith(prefix));`;
    const printed = "console.log(isFound ? answer : 'None');";
    const body = [`#!${process.execPath}`, call, refusal, query, found, printed, ''].join('\n');
    writeFileSync(join(folder, 'aws'), body, { mode: 0o755 });
    vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  }

  const stacks = {
    data: 'Plotline-staging-data',
    api: 'Plotline-staging-api',
    webhooks: 'Plotline-staging-webhooks',
  };

  test.each<[Partial<Answers>, (boolean | undefined)[], string]>([
    [{}, [true, true, true, true, true], '12 lines of the last hour'],
    [{ 'list-stack-resources': 'None' }, [false, true, true, false, true], 'has no log group'],
    [{ 'get-query-results': 'Failed' }, [false, true, true, true, true], 'the query ended as Failed'],
    [unhealthy, [false, false, true, true, true], 'ops@example.com has not confirmed'],
    [{ 'list-subscriptions-by-topic': 'None\tNone' }, [true, false, true, true, true], 'set alarmEmail'],
    [{ 'describe-alarms': 'None\tNone' }, [true, false, true, true, true], 'has no alarm with a recipient'],
    [queries(true, true), [true, true, false, true, true], 'keys that match are allowed, others allowed'],
    [queries(false, false), [true, true, false, true, true], 'keys that match are refused, others refused'],
    [{ 'role of stacks': 'None' }, [true, true, undefined, true, true], 'without the roles of CDK'],
    [{ 'get-function-recursion-config': 'Terminate' }, [true, true, true, false, true], 'is Terminate'],
    [{ 'get-account-settings': '10' }, [true, true, true, true, false], 'allows 10 concurrent executions'],
  ])('passes or fails by its answers: %j', async (changes, holds, said) => {
    answerAws({ ...healthy(''), ...changes });
    const found = await askAws(stacks, 'a-table', environmentConfig('staging'));
    expect(found.map((one) => one.holds)).toEqual([...holds, undefined]);
    expect(JSON.stringify(found)).toContain(said);
  });

  test('that cannot be reached is an error that names the call', async () => {
    answerAws({ ...healthy(''), 'start-query': 'denied' });
    await expect(askAws(stacks, 'a-table')).rejects.toThrow('aws logs start-query failed: AccessDenied');
  });

  test('is probed by one command, which fails if anything does not hold', async () => {
    answerAws({ ...healthy(await edge()), ...unhealthy });
    const env = {
      ...process.env,
      AWS_ENDPOINT_URL_DYNAMODB: sharedService().dynamodbEndpoint,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: sharedService().credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: sharedService().credentials.secretAccessKey,
    };
    const main = resolve(import.meta.dirname, '../../infra/probe/main.ts');
    const { code, stdout } = await promisify(execFile)(process.execPath, [main, 'staging'], { env }).then(
      (done) => ({ ...done, code: 0 }),
      (error: { code: number; stdout: string }) => error,
    );
    expect(code, stdout).toBe(1);
    expect(stdout).toMatch(/Does the edge leave errors uncached\? +yes/);
    expect(stdout).toMatch(/Does an event reach an endpoint\? +NO +no endpoint can be made/);
    expect(stdout).toMatch(/Are log fields found by a query\? +NO +0 lines/);
    expect(stdout.match(/ (yes|NO|not asked) /g)?.map((word) => word.trim())).toEqual([
      'yes',
      'yes',
      'yes',
      'yes',
      'yes',
      'yes',
      'NO',
      'NO',
      'NO',
      'yes',
      'yes',
      'yes',
      'not asked',
    ]);
  });
});
