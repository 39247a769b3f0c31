import { Match, Template } from 'aws-cdk-lib/assertions';
import { expect, test } from 'vitest';
import type { EnvironmentConfig } from '../../infra/constructs/environment-config.ts';
import { ApiStack } from '../../infra/api-stack.ts';
import { DataStack } from '../../infra/data-stack.ts';
import { newApp } from './new-app.ts';
import { production } from './production.ts';

function synthesize(changes: Partial<EnvironmentConfig> = {}) {
  const app = newApp();
  const config = { ...production(), ...changes };
  const data = new DataStack(app, 'data', { config });
  const { table, secrets, attachments, alarmTopic } = data;
  const api = new ApiStack(app, 'api', { config, table, secrets, attachments, alarmTopic });
  return { data: Template.fromStack(data), api: Template.fromStack(api) };
}

/** The actions on objects that a policy allows, by the prefix of their names. */
function allowed(template: Template, name: string): Record<string, string[]> {
  const [policy] = Object.entries(template.findResources('AWS::IAM::ManagedPolicy')).filter(([id]) =>
    id.startsWith(`Attachments${name}`),
  );
  const { Statement } = (policy![1] as any).Properties.PolicyDocument;
  const objects = Statement.filter(({ Action }: any) => Action !== 's3:ListBucket');
  return Object.fromEntries(
    objects.flatMap(({ Action, Resource }: any) =>
      [Resource].flat().map((resource: any) => [resource['Fn::Join'][1].at(-1), [Action].flat()]),
    ),
  );
}

test('files are private, encrypted and kept; what is uploaded or exported expires', () => {
  synthesize().data.hasResource('AWS::S3::Bucket', {
    DeletionPolicy: 'Retain',
    Properties: {
      PublicAccessBlockConfiguration: {
        BlockPublicAcls: true,
        BlockPublicPolicy: true,
        IgnorePublicAcls: true,
        RestrictPublicBuckets: true,
      },
      BucketEncryption: Match.anyValue(),
      LifecycleConfiguration: {
        Rules: [
          { ExpirationInDays: 2, Prefix: 'uploads/', Status: 'Enabled' },
          { ExpirationInDays: 7, Prefix: 'exports/', Status: 'Enabled' },
          { NoncurrentVersionExpiration: { NoncurrentDays: 35 }, ExpiredObjectDeleteMarker: true },
          { NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Prefix: 'uploads/' },
          { NoncurrentVersionExpiration: { NoncurrentDays: 1 }, Prefix: 'exports/' },
        ],
      },
      VersioningConfiguration: { Status: 'Enabled' },
    },
  });
});

test('where the table cannot be restored to an earlier time, deleted files are gone', () => {
  const { data } = synthesize({ pointInTimeRecovery: false });
  const [bucket] = Object.values(data.findResources('AWS::S3::Bucket'));
  expect(bucket!.Properties).not.toHaveProperty('VersioningConfiguration');
  expect(JSON.stringify(bucket)).not.toContain('Noncurrent');
});

test('each function may do one thing with files: take and hand out, delete, or write or link to exports', () => {
  const { data, api } = synthesize();
  expect(allowed(data, 'Serve')).toEqual({
    '/uploads/*': ['s3:GetObject', 's3:PutObject'],
    '/attachments/*': ['s3:GetObject', 's3:PutObject'],
  });
  expect(allowed(data, 'Images')).toEqual({
    '/uploads/*': ['s3:GetObject', 's3:PutObject'],
    '/images/*': ['s3:GetObject', 's3:PutObject'],
  });
  expect(allowed(data, 'SignUploads')).toEqual({
    '/uploads/*': ['s3:GetObject', 's3:PutObject'],
    '/attachments/*': ['s3:GetObject', 's3:PutObject'],
  });
  expect(allowed(data, 'Delete')).toEqual({
    '/attachments/*': ['s3:DeleteObject'],
    '/images/*': ['s3:DeleteObject'],
  });
  expect(allowed(data, 'WriteExports')).toEqual({
    '/exports/*': ['s3:GetObject', 's3:PutObject'],
    '/images/*': ['s3:GetObject'],
  });
  expect(allowed(data, 'LinkExports')).toEqual({ '/exports/*': ['s3:GetObject'] });
  const roles = Object.entries(
    api.findResources('AWS::IAM::Role', {
      Properties: { ManagedPolicyArns: Match.anyValue() },
    }),
  );
  const names = roles.map(([id]) => id.replace(/Role.*/, ''));
  // CodeDeploy's has a policy of AWS.
  expect(names.filter((name) => name !== 'Rollout')).toEqual([
    'Comments',
    'Moderation',
    'Images',
    'Workspace',
    'Mcp',
  ]);
});

test('with a scan, the function reads tags, and EventBridge learns of each upload', () => {
  const without = synthesize();
  expect(JSON.stringify(without.api.toJSON())).not.toContain('ATTACHMENT_SCAN_TAG');
  without.data.resourceCountIs('Custom::S3BucketNotifications', 0);
  const { data, api } = synthesize({ attachmentScan: { tag: 'Scan', clean: 'NONE' } });
  expect(allowed(data, 'Serve')['/uploads/*']).toContain('s3:GetObjectTagging');
  data.hasResourceProperties('Custom::S3BucketNotifications', {
    NotificationConfiguration: { EventBridgeConfiguration: {} },
  });
  api.hasResourceProperties('AWS::Lambda::Function', {
    Environment: { Variables: Match.objectLike({ ATTACHMENT_SCAN_TAG: 'Scan=NONE' }) },
  });
});
