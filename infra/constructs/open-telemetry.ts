import { LayerVersion, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { EnvironmentConfig } from './environment-config.ts';

/**
 * Has a layer start the runtime with its instrumentation; the function's own code stays the same.
 * https://docs.aws.amazon.com/lambda/latest/dg/nodejs-tracing.html
 */
export function traceByLayer(
  fn: LambdaFunction,
  { layerArn, environment = {} }: NonNullable<EnvironmentConfig['openTelemetry']>,
): void {
  fn.addLayers(LayerVersion.fromLayerVersionArn(fn, 'OpenTelemetry', layerArn));
  const variables = { AWS_LAMBDA_EXEC_WRAPPER: '/opt/otel-instrument', ...environment };
  for (const [name, value] of Object.entries(variables)) fn.addEnvironment(name, value);
}
