import { CfnGuardValidator } from '@cdklabs/cdk-validator-cfnguard';
import { App } from 'aws-cdk-lib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { production } from './production.ts';
import { templatesOf } from './templates.ts';

interface Answer {
  /** Why what the rule finds is left as it is. */
  reason: string;
  /** The beginnings of the ids of resources that it is about; all that the rule finds when left out. */
  only?: readonly string[];
}

/** What the rules of AWS Control Tower find in production, and why it stays. A new finding needs a mend, or its answer here. */
const answers: Record<string, Answer> = {
  cloudfront_access_logs_enabled_check: {
    reason: "A setting (edgeLogs): requests that reach the service are in the gateway's log.",
  },
  cloudfront_default_root_object_configured_check: {
    reason: 'The service itself answers for its root, by language and by host.',
  },
  cloudfront_origin_failover_enabled_check: {
    reason: 'An environment has one region; a second origin would have no data.',
  },
  cloudwatch_log_group_encrypted_check: { reason: 'A setting (customerManagedKey).' },
  cloudwatch_log_group_retention_period_check: {
    reason:
      'The rule wants a year; a setting (logRetentionDays), since lines name people and their networks.',
  },
  lambda_inside_vpc_check: {
    reason:
      'All that functions call is public and signed; a network would add cold starts, and a gateway to pay.',
  },
  s3_bucket_default_encryption_kms_check: { reason: 'A setting (customerManagedKey).' },
  s3_bucket_logging_enabled_check: {
    reason: 'Functions alone use the buckets, and log each upload and link.',
  },
  s3_bucket_object_lock_enabled_check: {
    reason: 'People may delete what is theirs at once; the vault of backups is locked.',
  },
  s3_bucket_versioning_enabled_check: {
    reason: 'They contain copies that expire within weeks.',
    only: ['Snapshots', 'ReceivedMail', 'Unhandled', 'LeftOver'],
  },
  s3_event_notifications_enabled_check: {
    reason: 'Nothing waits for a file but a scan, which attachmentScan connects.',
  },
  sqs_dlq_check: {
    reason: 'Queues of dead letters are the end: an alarm watches them.',
    only: ['DeadLetters', 'JobDeadLetters', 'MailDeadLetters', 'InboundMailDeadLetters'],
  },
};

/** The folders of rules for the services of an environment; those for others take most of the time, and find nothing. */
const SERVICES: Record<string, string> = {
  ApiGatewayV2: 'apigateway',
  CloudFront: 'cloudfront',
  DynamoDB: 'dynamodb',
  IAM: 'identityandaccessmanagement',
  KMS: 'keymanagementservice',
  Lambda: 'lambda',
  Logs: 'cloudwatch',
  S3: 's3',
  SQS: 'sqs',
};

const packageFolder = dirname(
  createRequire(import.meta.url).resolve('@cdklabs/cdk-validator-cfnguard/package.json'),
);
/** cfn-guard writes megabytes about what it finds. */
const OUTPUT_MAX_BYTES = 100_000_000;

test("what AWS Control Tower's rules find in production is mended or answered, and no answer is left over", () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-guard-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const templates = templatesOf(production()).map(({ name, template }) => ({
    name,
    json: template.toJSON(),
  }));
  const services = templates.flatMap(({ json }) =>
    Object.values(json['Resources'] as Record<string, { Type: string }>).map(
      ({ Type }) => Type.split('::')[1]!,
    ),
  );
  const validator = new CfnGuardValidator({
    controlTowerRulesEnabled: false,
    rules: [...new Set(services)].flatMap((service) =>
      service in SERVICES ? [join(packageFolder, 'rules/control-tower/cfn-guard', SERVICES[service]!)] : [],
    ),
    maxBuffer: OUTPUT_MAX_BYTES,
  });
  const templatePaths = templates.map(({ name, json }) => {
    const file = join(folder, `${name}.template.json`);
    writeFileSync(file, JSON.stringify(json));
    return file;
  });
  const { violations } = validator.validate({ templatePaths, appConstruct: new App() });
  const found = violations.flatMap(({ ruleName: rule, violatingResources }) =>
    violatingResources.map(({ resourceLogicalId }) => ({
      rule,
      id: resourceLogicalId.replace(/[0-9A-F]{8}$/, ''),
    })),
  );
  const isAnswered = ({ rule, id }: (typeof found)[number]): boolean => {
    const answer = answers[rule];
    return answer !== undefined && (answer.only?.includes(id) ?? true);
  };
  expect(found.filter((one) => !isAnswered(one))).toEqual([]);
  const rules = new Set(found.map(({ rule }) => rule));
  expect(Object.keys(answers).filter((rule) => !rules.has(rule))).toEqual([]);
});
