import { Aws, FileAssetPackaging, Stack, Stage, Token, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { assetFiles } from '../../shared/browser/asset-files.ts';
import { ASSET_BUCKET_VARIABLE, STORED_ASSET_PREFIX } from '../../shared/pages/accounts/stored-asset.ts';

/**
 * The files of a release's pages in the bucket that the CDK uploads code to. It does that before it deploys the first stack,
 * so that they are there as soon as a page names them; what earlier releases have uploaded stays.
 */
export class PageAssets {
  readonly #bucketName: string;

  constructor(stack: Stack) {
    const { outdir } = Stage.of(stack)!;
    mkdirSync(outdir, { recursive: true });
    const buckets = [...assetFiles.values()].map(({ path, contents }) => {
      const fileName = `${STORED_ASSET_PREFIX}${basename(path)}`;
      writeFileSync(join(outdir, fileName), contents);
      const sourceHash = fileName.slice(0, -extname(fileName).length);
      const packaging = FileAssetPackaging.FILE;
      return stack.synthesizer.addFileAsset({ fileName, sourceHash, packaging }).bucketName;
    });
    this.#bucketName = buckets[0]!;
  }

  /** Allows a function to read the files of pages, and nothing else of what deployments have uploaded. */
  grantTo(fn: LambdaFunction): void {
    const stack = Stack.of(fn);
    const arn = stack.formatArn({
      partition: Aws.PARTITION,
      service: 's3',
      account: '',
      region: '',
      resource: this.#bucketName,
      resourceName: `${STORED_ASSET_PREFIX}*`,
    });
    fn.addToRolePolicy(new PolicyStatement({ actions: ['s3:GetObject'], resources: [arn] }));
    fn.addEnvironment(ASSET_BUCKET_VARIABLE, this.#bucketName);
    const known = (value: string, name: string) => (Token.isUnresolved(value) ? `<AWS::${name}>` : value);
    const bucket = `cdk-hnb659fds-assets-${known(stack.account, 'AccountId')}-${known(stack.region, 'Region')}`;
    Validations.of(fn.role!).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/${STORED_ASSET_PREFIX}*]`,
      reason: 'There is an object for each file of the pages of each release, which are public.',
    });
  }
}
