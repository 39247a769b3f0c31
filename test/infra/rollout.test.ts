import { Match, Template } from 'aws-cdk-lib/assertions';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { functionGroups } from '../../shared/surface/registry.ts';
import { functionRoles } from './function-roles.ts';
import { synthesize, templatesFor } from './synthesize.ts';
import { rightsOf } from './role-rights.ts';

interface Resource {
  Type: string;
  Properties: Record<string, any>;
  DependsOn?: string[];
  UpdatePolicy?: { CodeDeployLambdaAliasUpdate?: Record<string, unknown> };
}

const { api } = templatesFor('prod');
const resources = api.toJSON()['Resources'] as Record<string, Resource>;
const ofType = (type: string) => Object.entries(resources).filter(([, { Type }]) => Type === type);
const groups = Object.keys(functionGroups).length;

test('requests reach the functions of production by aliases, each with a rollout of its own', () => {
  const aliases = ofType('AWS::Lambda::Alias');
  expect(aliases).toHaveLength(groups);
  const names = Object.keys(functionGroups).map(
    (group) => `function:Plotline-prod-${group}:live/invocations`,
  );
  const definition = JSON.stringify(api.findResources('AWS::ApiGatewayV2::Api'));
  expect(names.filter((name) => !definition.includes(name))).toEqual([]);
  const rollouts = aliases.map(([, { UpdatePolicy }]) => UpdatePolicy!.CodeDeployLambdaAliasUpdate!);
  expect(new Set(rollouts.map(({ DeploymentGroupName }) => JSON.stringify(DeploymentGroupName))).size).toBe(
    groups,
  );
  const checks = rollouts.map(({ AfterAllowTrafficHook }) => JSON.stringify(AfterAllowTrafficHook));
  expect(new Set(checks)).toEqual(new Set([expect.stringMatching(/^\{"Ref":"CanaryFunction/)]));
});

test('new code gets a tenth of the requests for five minutes, and goes back where they fail', () => {
  api.allResourcesProperties('AWS::CodeDeploy::DeploymentGroup', {
    DeploymentConfigName: 'CodeDeployDefault.LambdaCanary10Percent5Minutes',
    AlarmConfiguration: {
      Enabled: true,
      Alarms: [{ Name: { Ref: Match.stringLikeRegexp('^AlarmsReleaseErrors') } }],
    },
    AutoRollbackConfiguration: {
      Enabled: true,
      Events: ['DEPLOYMENT_FAILURE', 'DEPLOYMENT_STOP_ON_ALARM'],
    },
  });
  const [[, alarm]] = ofType('AWS::CloudWatch::Alarm').filter(([id]) =>
    id.startsWith('AlarmsReleaseErrors'),
  ) as [[string, Resource]];
  const periods = (alarm.Properties['Metrics'] as { MetricStat?: { Period: number } }[]).flatMap(
    ({ MetricStat }) => MetricStat?.Period ?? [],
  );
  // It has to go off while a tenth of the requests reaches the new code.
  expect((alarm.Properties['EvaluationPeriods'] as number) * Math.max(...periods)).toBeLessThan(300);
});

test('the canary may tell CodeDeploy what it found of each rollout, and of no other', () => {
  const [, statements] = rightsOf(api).find(([id]) => id.startsWith('Canary'))!;
  const allowed = statements.filter(({ Action }) => String(Action).startsWith('codedeploy:'));
  expect(new Set(allowed.flatMap(({ Action }) => Action))).toEqual(
    new Set(['codedeploy:PutLifecycleEventHookExecutionStatus']),
  );
  const [application] = ofType('AWS::CodeDeploy::Application').map(([id]) => id);
  expect(JSON.stringify(allowed.map(({ Resource: resource }) => resource))).toMatch(
    new RegExp(`^\\[.*:deploymentgroup:",\\{"Ref":"${application}"\\},"/\\*"\\]\\]\\}\\]$`),
  );
});

test('no resource of the stack needs one that needs it', () => {
  const needs = new Map(
    Object.entries(resources).map(([id, resource]) => {
      const text = JSON.stringify(resource);
      const named = [...text.matchAll(/"(?:Ref|Fn::GetAtt)":\[?"(\w+)"/g)].map(([, name]) => name!);
      return [id, [...named, ...[resource.DependsOn ?? []].flat()].filter((name) => name in resources)];
    }),
  );
  const known = new Set<string>();
  const visit = (id: string, way: string[]): void => {
    expect(way).not.toContain(id);
    if (known.has(id)) return;
    for (const one of needs.get(id)!) visit(one, [...way, id]);
    known.add(id);
  };
  for (const id of needs.keys()) visit(id, []);
});

/**
 * Two versions that share an alias must have the same role.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuring-alias-routing.html
 */
test('new code has the role of the code before, as long as an alias leads to both', () => {
  const { roles } = JSON.parse(
    readFileSync(new URL('../releases/previous.json', import.meta.url), 'utf8'),
  ) as { roles: Record<string, string> };
  expect(Object.keys(roles)).not.toEqual([]);
  const present = functionRoles();
  expect(Object.entries(roles).filter(([id, role]) => id in present && present[id] !== role)).toEqual([]);
});

test('with "all-at-once", CloudFormation moves the aliases to new code at once', () => {
  for (const template of [templatesFor('dev').api, templatesFor('prod', { rollout: 'all-at-once' }).api]) {
    template.resourceCountIs('AWS::CodeDeploy::DeploymentGroup', 0);
    const moved = Object.values(template.findResources('AWS::Lambda::Alias'));
    expect(moved).toHaveLength(groups);
    expect(moved.filter(({ UpdatePolicy }) => UpdatePolicy !== undefined)).toEqual([]);
  }
});

test('a change of the rollout changes nothing of how requests reach functions, which go on meanwhile', () => {
  const other = templatesFor('prod', { rollout: 'all-at-once' }).api;
  const gatewayOf = (template: Template) => [
    Object.values(template.findResources('AWS::ApiGatewayV2::Api')).map(
      ({ Properties }) => Properties as object,
    ),
    rightsOf(template).filter(([id]) => id.startsWith('GatewayRole')),
    Object.keys(template.findResources('AWS::Lambda::Alias')),
  ];
  expect(gatewayOf(other)).toEqual(gatewayOf(api));
});

/** A shard's records have to be processed in order, and those that new code fails with wait in the stream. */
test('what follows the stream gets new code all at once, and before the API does', () => {
  const { projections, webhooks, app } = synthesize('prod');
  for (const stack of [projections, webhooks]) {
    Template.fromStack(stack).resourceCountIs('AWS::Lambda::Alias', 0);
  }
  const last = app.synth().stacks.find(({ stackName }) => stackName.endsWith('-api'))!;
  expect(last.dependencies.map(({ id }) => id)).toEqual(
    expect.arrayContaining([projections.artifactId, webhooks.artifactId]),
  );
});
