import { beforeAll, expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { MAINTENANCE_VARIABLE } from '../../shared/kernel/core/maintenance.ts';
import { Template } from 'aws-cdk-lib/assertions';
import { functionGroups } from '../../shared/surface/registry.ts';
import { createStacks } from '../../infra/stacks.ts';
import { newApp } from '../infra/new-app.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';

let service: ClockedService;
let written = 0;

beforeAll(async () => {
  const handle = () => Promise.resolve({ status: 200, headers: {}, body: `${++written}` });
  const routes = ['GET', 'POST', 'DELETE'].map((method) => ({
    id: 'getThings',
    path: '/things',
    method,
    handle,
  }));
  service = await startClockedService(routes, {
    setting: (name) => (name === MAINTENANCE_VARIABLE ? 'on' : undefined),
  });
  return () => service.stop();
});

const ask = (method: string) => fetch(`${service.baseUrl}/things`, { method });

test('under maintenance, reads are answered', async () => {
  expect((await ask('GET')).status).toBe(200);
});

test.each(['POST', 'DELETE'])(
  'under maintenance, a %s is refused before anything is done',
  async (method) => {
    const before = written;
    const answer = await ask(method);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '300']);
    expect(await answer.json()).toMatchObject({ error: { code: 'service_unavailable' } });
    expect(written).toBe(before);
  },
);

test('the setting of an environment tells all functions behind the gateway', () => {
  const { api } = createStacks(newApp(), parseEnvironment('qa', { kind: 'development', maintenance: true }));
  const functions = Object.values(Template.fromStack(api).findResources('AWS::Lambda::Function'));
  const told = functions.filter(({ Properties }) =>
    JSON.stringify(Properties).includes(`"${MAINTENANCE_VARIABLE}":"on"`),
  );
  expect(told).toHaveLength(Object.keys(functionGroups).length);
});
