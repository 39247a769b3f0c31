import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPools } from '../../../infra/local/function-pools.ts';
import { temporaryFolder } from '../cli/cli.ts';

const MODULE = `export const handler = () => new Promise((done) => setTimeout(() => done('done'), 600));`;

/** What becomes of an invocation that takes twice as long as the template allows. */
async function outcomeOf(timeoutFactor?: number): Promise<string> {
  const home = temporaryFolder();
  const modulePath = join(home, 'index.mjs');
  writeFileSync(modulePath, MODULE);
  const fn = {
    name: 'one',
    functionName: 'one',
    arn: 'arn',
    modulePath,
    exportName: 'handler',
    timeoutMs: 300,
    memoryMb: 128,
    region: 'us-east-1',
    logsJson: false,
    asyncRetries: 0,
    allowsLoops: false,
    variables: {},
  };
  const pools = openPools(
    { functions: [fn], queueMappings: [] },
    {
      home,
      hosts: {},
      variables: {},
      echoes: false,
      endpointsOf: () => ({}),
      engineEndpoint: '',
      timeoutFactor,
    },
  );
  onTestFinished(pools.close);
  return (await pools.invoke(fn, {})).kind;
}

test('an invocation ends at its timeout, or at a multiple of it where the machine is busy', async () => {
  expect(await outcomeOf()).toBe('timeout');
  expect(await outcomeOf(30)).toBe('json');
});
