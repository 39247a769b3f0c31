import { Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parseEnvironment } from '../../infra/config.ts';
import { createStacks } from '../../infra/stacks.ts';
import { newApp } from './new-app.ts';

const guide = readFileSync('docs/operators.md', 'utf8');
const restoring = guide.slice(guide.indexOf('## Restore a backup'), guide.indexOf('1. Restore the table'));

/** The guide's file of a production environment. */
const lost = [...guide.matchAll(/(?<=^```json\n).*?(?=^```$)/gms)]
  .map(
    ([block]) => JSON.parse(block) as { kind?: string; region: string; domain: { certificateArn: string } },
  )
  .find(({ kind }) => kind === 'production')!;

const elsewhere = { account: '999999999999', region: 'eu-west-1' };
const certificateArn = `arn:aws:acm:us-east-1:${elsewhere.account}:certificate/0`;

/** The templates of the guide's environment in another account and region, under a name of the service. */
function deployed(name: string) {
  const config = parseEnvironment('prod', { ...lost, ...elsewhere, domain: { name, certificateArn } });
  const { data, api, ...others } = createStacks(newApp(), config);
  return {
    data: Template.fromStack(data),
    api: Template.fromStack(api),
    others: Object.values(others).map((stack) => Template.fromStack(stack)),
  };
}

const aliasesOf = (api: Template): unknown[] =>
  Object.values(api.findResources('AWS::CloudFront::Distribution')).map(
    ({ Properties }) =>
      (Properties as { DistributionConfig: { Aliases: string[] } }).DistributionConfig.Aliases,
  );

test('an environment of the guide whose region or account is lost comes up elsewhere under a second name', () => {
  expect(restoring).toContain("deploy the environment's file with another name as `domain`");
  const { data, api, others } = deployed('second.example.com');
  // CloudFront gives the first name to one distribution only, which still exists.
  expect(aliasesOf(api)).toEqual([['second.example.com']]);
  // Nothing leads back to what is gone.
  const all = JSON.stringify([data, api, ...others].map((template) => template.toJSON()));
  const [, , , , account] = lost.domain.certificateArn.split(':');
  for (const gone of [lost.region, account!]) expect(all).not.toContain(gone);
});

test('what the guide keeps elsewhere is found by outputs, and has a place to go to', () => {
  const outputs = [...restoring.matchAll(/the output `(\w+)`/g)].map(([, name]) => name!);
  expect(outputs).toEqual(['KeyringArn', 'AttachmentBucket']);
  const { data } = deployed('second.example.com');
  for (const name of outputs) data.hasOutput(name, {});
  data.resourceCountIs('AWS::DynamoDB::GlobalTable', 1);
});

test('after the restore, the name moves: the next deployment changes nothing but who is called by it', () => {
  const steps = ['disable the former distribution', 'update-domain-association', 'set `domain` again'];
  const places = steps.map((step) => restoring.indexOf(step));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  const [second, first] = [deployed('second.example.com'), deployed('plan.example.com')];
  expect(aliasesOf(first.api)).toEqual([['plan.example.com']]);
  const named = ({ data, others }: typeof first) =>
    JSON.stringify([data, ...others].map((one) => one.toJSON()));
  expect(named(first).replaceAll('plan.example.com', 'second.example.com')).toBe(named(second));
});
