import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { checkGroups } from '../../../infra/deploy/check-groups.ts';
import { functionGroups } from '../../../shared/surface/registry.ts';
import { sharedService } from '../../support/service.ts';

test('one path of each group is asked, and those that the gateway answers itself are found', async () => {
  const groups = Object.keys(functionGroups).length;
  const server = createServer(({ url = '' }, response) => {
    const isOfSchedule = url.includes('/schedule');
    response
      .writeHead(isOfSchedule ? 404 : 401)
      .end(isOfSchedule ? '{"message":"Not Found"}' : '{"error":{}}');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const found = await checkGroups(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  expect(found).toHaveLength(groups);
  expect(found.flatMap(({ group, problem }) => (problem ? [`${group} ${problem}`] : []))).toEqual([
    'schedule answers 404: {"message":"Not Found"}',
  ]);
  const answered = await checkGroups(sharedService().baseUrl);
  expect(answered.filter(({ problem }) => problem !== undefined)).toEqual([]);
});
