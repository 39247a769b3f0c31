/** `npm run test:long`: runs the tests whole, and part of them on a second engine. Fails if one of the runs does. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findJava, JAVA_MAJOR } from '../../infra/local/database/dynamodb-local.ts';
import { recordFigure } from '../bench/figure-results.ts';
import { longRuns } from './runs.ts';

const named = process.argv.slice(2);
const java = findJava(process.env);
const office = (process.env['PATH'] ?? '')
  .split(delimiter)
  .map((folder) => join(folder, process.platform === 'win32' ? 'soffice.exe' : 'soffice'))
  .find((file) => existsSync(file));
for (const { title, args, env } of longRuns(named, java, office)) {
  console.log(`\n== ${title}`);
  const { status } = spawnSync('vitest', ['run', '--config', 'test/vitest.config.ts', ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
    shell: process.platform === 'win32',
  });
  if (status !== 0) process.exitCode = 1;
}
if (named.length === 0) recordFigure('npm run test:long', process.exitCode === 1 ? 'failed' : 'passed');
if (java === undefined && named.length === 0) {
  console.log(`DynamoDB Local checked nothing: there is no Java ${JAVA_MAJOR} or newer.`);
}
if (office === undefined && named.length === 0) {
  console.log('LibreOffice opened no tables: there is no soffice in the PATH.');
}
