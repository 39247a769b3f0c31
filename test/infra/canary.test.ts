import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createHttps } from 'node:https';
import { text } from 'node:stream/consumers';
import { generate } from 'selfsigned';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { certificateProblem } from '../../shared/kernel/net/certificate-problem.ts';
import { runCanary } from '../../shared/surface/system/run-canary.ts';
import { sharedService } from '../support/service.ts';

afterEach(() => vi.unstubAllEnvs());

async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A service whose table cannot be reached. */
const failing = () =>
  serve(({ url }, response) => {
    response.writeHead(url === '/readiness' ? 503 : 200).end('{"data":{},"paths":{}}<h1>');
  });

/** Stands in for CodeDeploy, and returns what it is told. */
async function codeDeploy(status = 200) {
  const told: { target: unknown; body: unknown }[] = [];
  const answer = async (request: IncomingMessage) =>
    told.push({ target: request.headers['x-amz-target'], body: JSON.parse(await text(request)) });
  const endpoint = await serve((request, response) => {
    void answer(request).then(() => response.writeHead(status).end('{}'));
  });
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'canary');
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'AKID');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'secret');
  vi.stubEnv('AWS_ENDPOINT_URL_CODEDEPLOY', endpoint);
  return told;
}

const release = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' };

test('a service that fails makes the run of the canary fail, for an alarm', async () => {
  const baseUrl = await failing();
  await expect(runCanary({ source: 'aws.events' }, { baseUrl, waitMs: 0 })).rejects.toThrow(
    /"path":"\/readiness","problem":"answers 503/,
  );
});

/** A service whose certificate lasts for some days more. */
async function servedFor(days: number): Promise<string> {
  const notAfterDate = new Date(Date.now() + days * 86_400_000);
  const { private: key, cert } = await generate([{ name: 'commonName', value: '127.0.0.1' }], {
    notAfterDate,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
  });
  const server = createHttps({ key, cert }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a certificate that was not renewed is found three weeks before it ends', async () => {
  const until = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10);
  expect(await certificateProblem(await servedFor(20))).toBe(
    `the certificate ends on ${until}: ACM did not renew it`,
  );
  expect(await certificateProblem(await servedFor(-1))).toContain('the certificate ends on');
  expect(await certificateProblem(await servedFor(30))).toBeUndefined();
});

test('the run of the canary fails for it, and a release does not', async () => {
  const baseUrl = await servedFor(20);
  await expect(runCanary({}, { baseUrl, waitMs: 0 })).rejects.toThrow('ACM did not renew it');
  await codeDeploy();
  expect(await runCanary(release, { baseUrl, waitMs: 0 })).toMatchObject({ checked: 4 });
});

test('CodeDeploy is told what the canary finds of a release', async () => {
  const told = await codeDeploy();
  const { baseUrl } = sharedService();
  expect(await runCanary(release, { baseUrl, waitMs: 0 })).toEqual({ checked: 4, failed: 0 });
  expect(await runCanary(release, { baseUrl: await failing(), waitMs: 0 })).toMatchObject({ checked: 4 });
  const target = 'CodeDeploy_20141006.PutLifecycleEventHookExecutionStatus';
  const body = { deploymentId: 'd-1', lifecycleEventHookExecutionId: 'hook-1' };
  expect(told).toEqual([
    { target, body: { ...body, status: 'Succeeded' } },
    { target, body: { ...body, status: 'Failed' } },
  ]);
});

test('a release whose verdict CodeDeploy does not accept is an error of the canary', async () => {
  await codeDeploy(400);
  const { baseUrl } = sharedService();
  await expect(runCanary(release, { baseUrl, waitMs: 0 })).rejects.toThrow('CodeDeploy answers 400');
});
