/**
 * In bundles, replaces the SDK's `@aws-sdk/middleware-endpoint-discovery`: DynamoDB's client configures it,
 * and none of its commands uses it. If one does in a later version, bundling fails for a missing export.
 */
export const resolveEndpointDiscoveryConfig = <T>(config: T): T => config;

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: undefined,
};
