import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import { startProxiedService, type OwnService } from '../support/service.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import { checkBareLoop, countService } from './count.ts';
import { makeFixture, type Fixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { startPart, type Part } from './part.ts';

let service: OwnService;
let proxy: DynamoDbProxy;
let fixture: Fixture;
let load: Part<LoadPart>;
let bare: Part<BareLoopPart>;

beforeAll(async () => {
  ({ service, proxy } = await startProxiedService());
  fixture = await makeFixture(service);
  load = startPart<LoadPart>('./load-part.ts');
  bare = startPart<BareLoopPart>('./bare-loop-part.ts');
});
afterAll(() => Promise.all([load.stop(), bare.stop(), service.stop()]));

test('the bare loop makes the calls of the service, at the same cost', async () => {
  await load.call('aim', { baseUrl: service.baseUrl, fixture });
  const { costs, recorded } = await countService(load, proxy);
  const { tableName } = service;
  await bare.call('aim', { dynamodbEndpoint: proxy.endpoint, tableName, fixture, recorded });
  await checkBareLoop(bare, proxy, costs);
  expect(costs.create).toMatchObject({ roundTrips: 3, writeUnits: 9 });

  const cheaper = { ...costs, list: { ...costs.list, roundTrips: 1 } };
  await expect(checkBareLoop(bare, proxy, cheaper)).rejects.toThrow(/calls for list/);
});

test('the load generator answers for every request, at any number of connections', async () => {
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

test('the load generator shows an answer that it did not expect', async () => {
  const stranger = startPart<LoadPart>('./load-part.ts');
  await stranger.call('aim', { baseUrl: service.baseUrl, fixture: { ...fixture, token: 'none' } });
  const run = { operation: 'get' as const, connections: 1, until: { requests: 1 } };
  await expect(stranger.call('run', run)).rejects.toThrow(/401[^]*invalid_credential/);
  await stranger.stop();
});
