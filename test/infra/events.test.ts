import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const names = globSync('events/*.json', { cwd: root }).map((file) => basename(file, '.json'));

/** What functions answer that are not behind the HTTP API. */
const successes: Record<string, object> = {
  projector: { batchItemFailures: [] },
  'webhook-dispatcher': { batchItemFailures: [] },
  'webhook-delivery': { batchItemFailures: [] },
  'webhook-sweeper': { woken: 0 },
  'mail-sender': { batchItemFailures: [] },
  'mail-sweeper': { woken: 0 },
  'mail-notices': { handled: 1 },
  'inbound-mail': { batchItemFailures: [] },
  'job-worker': { batchItemFailures: [] },
  'job-runner': { woken: expect.any(Number) as number },
  'key-rotation': { added: true, resealed: 0 },
  canary: { checked: 5, failed: 0 },
  // To the page where one signs in.
  manage: { statusCode: 303 },
  'edge-key-rotation': { rotated: false, configured: false },
};

const invoke = async (...functions: string[]) => {
  const command = ['infra/local/invoke.ts', ...functions];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root });
  return JSON.parse(stdout) as Record<string, unknown>;
};

test('the sample event of every function is answered with success', async () => {
  const answers = await invoke(...names);
  expect(answers).toMatchObject(
    Object.fromEntries(names.map((name) => [name, successes[name] ?? { statusCode: 200 }])),
  );
});

test('one event returns its answer alone', async () => {
  expect(await invoke('stories')).toMatchObject({ statusCode: 200 });
});
