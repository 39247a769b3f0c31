import { CfnOutput, IgnoreMode, type Stack } from 'aws-cdk-lib';
import { Asset } from 'aws-cdk-lib/aws-s3-assets';
import { dirname } from 'node:path';
import { functionFolder } from './bundle.ts';

/**
 * Stores the source maps of a deployment's functions next to their code in the bootstrap bucket, and outputs where: in
 * the code itself they would be loaded at each cold start.
 */
export function addSourceMaps(stack: Stack): void {
  const maps = new Asset(stack, 'SourceMaps', {
    path: dirname(functionFolder('public')),
    exclude: ['**', '!*/', '!**/*.map'],
    ignoreMode: IgnoreMode.GIT,
  });
  new CfnOutput(stack, 'SourceMapsUrl', { value: maps.s3ObjectUrl });
}
