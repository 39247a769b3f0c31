import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { environmentConfig } from '../../../infra/config.ts';
import { checkDeliveries } from '../../../infra/deploy/check-deliveries.ts';
import { sharedService } from '../../support/service.ts';

const { baseUrl, tableName, dynamodbEndpoint, credentials } = sharedService();
const config = environmentConfig('dev');

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'plotline-deliveries-'));
  const tables = [{ ResourceType: 'AWS::DynamoDB::GlobalTable', PhysicalResourceId: tableName }];
  const said = JSON.stringify({ StackResources: tables });
  writeFileSync(join(folder, 'aws'), `#!/bin/sh\necho '${said}'\n`);
  chmodSync(join(folder, 'aws'), 0o755);
  vi.stubEnv('PATH', `${folder}${delimiter}${process.env['PATH']}`);
  vi.stubEnv('AWS_ENDPOINT_URL_DYNAMODB', dynamodbEndpoint);
  vi.stubEnv('AWS_REGION', 'local');
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

test('an event that does not reach the address of the service fails the deployment', async () => {
  // No webhook is sent to this machine, so that its address is refused.
  expect(await checkDeliveries(config, baseUrl)).toEqual([
    {
      path: 'webhooks',
      problem: expect.stringContaining(`no endpoint can be made for ${baseUrl}/mcp: 400`) as string,
    },
  ]);
});

test('credentials that may not use the table are no failure, but said', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => undefined);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'another');
  expect(await checkDeliveries(config, baseUrl)).toEqual([]);
  expect(said.mock.calls.flat().join()).toContain('Webhooks were not tried, which needs the rights of');
});

test('an environment that takes no changes is not asked to', async () => {
  expect(await checkDeliveries({ ...config, maintenance: true }, baseUrl)).toEqual([]);
});
