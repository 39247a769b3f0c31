import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const names = globSync('events/*.json', { cwd: root }).map((file) => basename(file, '.json'));

/** What functions answer that are not behind the HTTP API. */
const successes: Record<string, object> = {
  'stream-dispatcher': { batchItemFailures: [] },
  'webhook-dispatcher': { batchItemFailures: [] },
  'webhook-delivery': { batchItemFailures: [] },
  'webhook-sweeper': { woken: 0 },
};

test.each(names)('the sample event of %s is answered with success', async (name) => {
  const { stdout } = await promisify(execFile)(process.execPath, ['infra/local/invoke.ts', name], {
    cwd: root,
  });
  expect(JSON.parse(stdout)).toMatchObject(successes[name] ?? { statusCode: 200 });
});
