import { readFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../../../../infra/local/start.ts';
import { json, send } from '../http/http-client.ts';
import { startFixture, temporaryFolder } from '../support.ts';

let local: RunningService;
beforeAll(async () => {
  local = await startFixture();
});
afterAll(() => local.stop());

describe('a function', () => {
  test('sees the variables of the template and of Lambda, and no others', async () => {
    const environment = json(await send(local.baseUrl, '/misc/environment'));
    expect(environment).toEqual({ ...local.environments.misc, _X_AMZN_TRACE_ID: expect.any(String) });
    expect(environment).toMatchObject({
      DATABASE_CONNECTIONS: '4',
      STAGE: 'local',
      TABLE_NAME: local.tableName('Table'),
      AWS_REGION: 'us-east-1',
      AWS_LAMBDA_FUNCTION_NAME: expect.stringContaining('misc') as string,
      AWS_ENDPOINT_URL_DYNAMODB: local.dynamodbEndpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: local.secretsEndpoint,
    });
    expect(environment).not.toHaveProperty('PATH');
  });

  test('sees the trace of its request, which the SDK sends along with every call', async () => {
    const trace = 'Root=1-674f2b1c-0123456789abcdef01234567';
    const given = await send(local.baseUrl, '/misc/environment', { headers: { 'x-amzn-trace-id': trace } });
    expect(json(given)).toMatchObject({ _X_AMZN_TRACE_ID: trace });
    const next = json<Record<string, string>>(await send(local.baseUrl, '/misc/environment'));
    expect(next['_X_AMZN_TRACE_ID']).toMatch(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/);
    expect(next['_X_AMZN_TRACE_ID']).not.toBe(trace);
  });

  test('gets a Lambda context', async () => {
    const { context } = json<{ context: { remaining: number } }>(await send(local.baseUrl, '/echo'));
    expect(context).toMatchObject({
      awsRequestId: expect.stringMatching(/^[0-9a-f]{8}-/) as string,
      functionName: local.environments.echo!.AWS_LAMBDA_FUNCTION_NAME,
      functionVersion: '$LATEST',
      invokedFunctionArn: expect.stringMatching(/^arn:aws:lambda:us-east-1:\d{12}:function:/) as string,
      memoryLimitInMB: '256',
    });
    expect(context.remaining).toBeGreaterThan(0);
    expect(context.remaining).toBeLessThanOrEqual(1000);
  });

  test('has more workers while all of them wait', async () => {
    // Answers none before three have come that wait at once, twice.
    const met: ServerResponse[] = [];
    const meeting = createServer((_, response) => {
      if (met.push(response) === 3) for (const one of met.splice(0)) one.end();
    });
    await new Promise<void>((done) => meeting.listen(0, '127.0.0.1', done));
    const at = `http://127.0.0.1:${(meeting.address() as AddressInfo).port}/`;
    const path = `/patient/meets?at=${encodeURIComponent(at)}`;
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(local.baseUrl, path)));
    meeting.close();
    const threads = answers.map((answer) => json<{ threadId: number }>(answer).threadId);
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
    expect(new Set(threads).size).toBeGreaterThan(2);
  });

  test('leaves everything it prints in its log file', async () => {
    const home = temporaryFolder();
    const other = await startFixture({ home });
    await fetch(`${other.baseUrl}/misc/logs?word=hello`);
    await fetch(`${other.baseUrl}/misc/throws`);
    await fetch(`${other.baseUrl}/misc/exits`);
    await other.stop();
    const log = readFileSync(`${home}/logs/misc.log`, 'utf8');
    expect(log).toMatch(/^said hello\ncomplained\n/);
    expect(log).toContain('Error: the handler threw\n    at ');
    expect(log).toContain('the worker exited unexpectedly with exit code 3');
  });
});
