import { expect, test } from 'vitest';
import { templatesFor } from './synthesize.ts';

interface Resource {
  Type: string;
  Properties: Record<string, any>;
  DependsOn?: string[];
}

const resourcesOf = (environment: string): [string, Resource][] =>
  Object.entries(templatesFor(environment).api.toJSON()['Resources'] as Record<string, Resource>);

/** The end of the ARN of a route's requests: the stage, and the method and path or `$default`. */
const requestsOf = (routeKey: string): string => `$default/${routeKey.replace(' /', '/')}`;

/** What follows the id of the API in the ARN that a permission is for, as IAM compares it. */
function pathPattern({ Properties: { SourceArn } }: Resource): RegExp {
  const [, parts] = (SourceArn as { 'Fn::Join': [string, unknown[]] })['Fn::Join'];
  const [literal, ...stars] = String(parts.at(-1)).slice(1).split('*');
  return new RegExp(`^${[literal, ...stars].join('.*')}$`);
}

test.each(['dev', 'prod'])(
  'in %s, the gateway may invoke the function of each route, $default too',
  (name) => {
    const resources = resourcesOf(name);
    const byId = new Map(resources);
    const permissions = resources.filter(
      ([, { Type, Properties }]) =>
        Type === 'AWS::Lambda::Permission' && Properties['Principal'] === 'apigateway.amazonaws.com',
    );
    const refused = resources.flatMap(([, { Type, Properties }]) => {
      if (Type !== 'AWS::ApiGatewayV2::Route') return [];
      const [, target] = (Properties['Target'] as { 'Fn::Join': [string, [string, { Ref: string }]] })[
        'Fn::Join'
      ][1];
      const integration = byId.get(target.Ref)!;
      const invoked = JSON.stringify(integration.Properties['IntegrationUri']);
      const permitted = permissions.filter(
        ([id, permission]) =>
          invoked === JSON.stringify(permission.Properties['FunctionName']) &&
          pathPattern(permission).test(requestsOf(Properties['RouteKey'])) &&
          // A route that leads to another alias before that may be invoked fails for seconds.
          integration.DependsOn?.includes(id),
      );
      return permitted.length > 0 ? [] : [Properties['RouteKey'] as string];
    });
    expect(refused).toEqual([]);
  },
);
