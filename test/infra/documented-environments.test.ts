import { Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { firstSteps } from '../../infra/deploy/first-steps.ts';
import { createStacks } from '../../infra/stacks.ts';
import { newApp } from './new-app.ts';
import { templatesOf } from './templates.ts';
import { rightsOf } from './role-rights.ts';

const guide = readFileSync(new URL('../../docs/operators.md', import.meta.url), 'utf8');

/** Each block of the guide that is the whole file of an environment. */
const environments = [...guide.matchAll(/(?<=^```json\n).*?(?=^```$)/gms)]
  .map(([block]) => JSON.parse(block) as object)
  .filter((settings) => 'kind' in settings);

test('the guide shows what the first deployment prints', () => {
  const settings = readFileSync(new URL('../../infra/environments/dev.json', import.meta.url), 'utf8');
  const address = 'https://a1b2c3d4e5.execute-api.eu-central-1.amazonaws.com';
  const printed = firstSteps(parseEnvironment('dev', JSON.parse(settings)), address);
  expect(guide).toContain(`\`\`\`text\n${printed.trim()}\n\`\`\``);
});

test('the guide has a complete example, with tracing', () => {
  expect(environments).toContainEqual(expect.objectContaining({ kind: 'production', tracing: true }));
});

test.each(environments)('cdk-nag finds nothing in the environment of the guide with %j', (settings) => {
  const app = newApp();
  createStacks(app, parseEnvironment('documented', settings));
  Validations.of(app).addPlugins(new AwsSolutionsChecks());
  expect(() => app.synth()).not.toThrow();
});

test('functions may send segments to X-Ray where tracing is on, and no other right is for every resource', () => {
  const traced = environments.find((settings) => 'tracing' in settings);
  const statements = templatesOf(parseEnvironment('documented', traced)).flatMap(({ template }) =>
    rightsOf(template).flatMap(([, rights]) => rights),
  );
  const open = statements.filter(({ Resource }) => [Resource].flat().includes('*'));
  const actions = open.flatMap(({ Action }) => Action);
  expect([...new Set(actions)].sort()).toEqual(['xray:PutTelemetryRecords', 'xray:PutTraceSegments']);
});
