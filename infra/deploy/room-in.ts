/** What of the template of an API's stack says how much AWS would still take. */
export interface ApiTemplate {
  Resources: Record<string, { Type: string; Properties?: { Body?: { paths: Record<string, object> } } }>;
}

/** https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/cloudformation-limits.html */
const RESOURCES_MAX = 500;
/** https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html */
const ROUTES_MAX = 300;

/** How much of what AWS allows an API's stack takes. */
export function roomIn({ Resources }: ApiTemplate): Record<string, { has: number; most: number }> {
  const resources = Object.values(Resources);
  const routes = resources
    .filter(({ Type }) => Type === 'AWS::ApiGatewayV2::Api')
    .flatMap(({ Properties }) => Object.values(Properties?.Body?.paths ?? {}))
    .flatMap((methods) => Object.keys(methods));
  return {
    "resources in the API's stack": { has: resources.length, most: RESOURCES_MAX },
    'routes, however many operations there are': { has: routes.length, most: ROUTES_MAX },
  };
}
