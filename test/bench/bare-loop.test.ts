import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startProxy, type DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { sharedService } from '../support/service.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import { checkBareLoop, countService } from './count.ts';
import { makeFixture, type Address, type Fixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { startPart, type Part } from './part.ts';
import type { ServicePart } from './service-part.ts';

const home = mkdtempSync(join(tmpdir(), 'plotline-bench-'));
let service: Part<ServicePart>;
let address: Address;
let proxy: DynamoDbProxy;
let fixture: Fixture;
let load: Part<LoadPart>;
let bare: Part<BareLoopPart>;

beforeAll(async () => {
  proxy = await startProxy();
  service = startPart<ServicePart>('./service-part.ts');
  const { assembly } = sharedService();
  address = await service.call('start', { home, port: 0, assembly, proxy: proxy.endpoint });
  Object.assign(proxy, { target: address.dynamodbEndpoint, credentials: address.credentials });
  fixture = await makeFixture(address);
  load = startPart<LoadPart>('./load-part.ts');
  await load.call('aim', { baseUrl: address.baseUrl, fixture });
  bare = startPart<BareLoopPart>('./bare-loop-part.ts');
});
afterAll(async () => {
  await Promise.all([load.stop(), bare.stop(), service.stop()]);
  await proxy.stop();
  rmSync(home, { recursive: true, force: true });
});

test('calls that the stream causes are not counted among the calls of a request', async () => {
  const update = async (requests: number) =>
    await load.call('run', { operation: 'update', connections: 1, until: { requests } });
  // The first one sets the title that the story has.
  await update(1);
  proxy.reset();
  await update(3);
  await service.call('settle', undefined);
  const calls = ['BatchGetItem', 'PutItem'];
  expect(proxy.calls.map(({ operation }) => operation)).toEqual([...calls, ...calls, ...calls]);
});

test('calls that an earlier request still makes are not counted either', async () => {
  const call = (trace: string) =>
    fetch(proxy.endpoint, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.0',
        'x-amz-target': 'DynamoDB_20120810.ListTables',
        'x-amzn-trace-id': trace,
        authorization: 'AWS4-HMAC-SHA256 Credential=local/20260101/local/dynamodb/aws4_request',
      },
      body: '{}',
    });
  proxy.reset();
  await call('Root=1-00000000-1');
  proxy.reset();
  await call('Root=1-00000000-1');
  await call('Root=1-00000000-2');
  expect(proxy.calls).toHaveLength(1);
});

test('the bare loop makes the calls of the service, at the same cost', async () => {
  const { costs, recorded } = await countService(load, proxy);
  await bare.call('aim', { ...address, dynamodbEndpoint: proxy.endpoint, fixture, recorded });
  await checkBareLoop(bare, proxy, costs);
  expect(costs.create).toMatchObject({ roundTrips: 3, writeUnits: 8 });

  const cheaper = { ...costs, list: { ...costs.list, roundTrips: 1 } };
  await expect(checkBareLoop(bare, proxy, cheaper)).rejects.toThrow(/calls for list/);
});

test('the load generator gets a response for every request, at any number of connections', async () => {
  for (const operation of ['get', 'list', 'update', 'create'] as const) {
    const { requests, latencies } = await load.call('run', {
      operation,
      connections: 8,
      until: { requests: 30 },
    });
    expect(requests).toBe(30);
    expect(latencies).toHaveLength(30);
    expect(Math.min(...latencies)).toBeGreaterThan(0);
  }
});

test('the load generator shows a response that it did not expect', async () => {
  const stranger = startPart<LoadPart>('./load-part.ts');
  await stranger.call('aim', { baseUrl: address.baseUrl, fixture: { ...fixture, token: 'none' } });
  const run = { operation: 'get' as const, connections: 1, until: { requests: 1 } };
  await expect(stranger.call('run', run)).rejects.toThrow(/401[^]*invalid_credential/);
  await stranger.stop();
});
