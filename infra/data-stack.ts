import { CfnOutput, Stack, Validations, type RemovalPolicy, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableV2,
  type ITableV2,
  type GlobalSecondaryIndexPropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSecret, Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { createHash } from 'node:crypto';
import { table } from '../shared/kernel/db/table.ts';
import { RESTORED_TABLE_OUTPUT } from './stack-names.ts';
import { Alarms } from './constructs/alarms.ts';
import { watchedFunctions, watchedTable } from './constructs/api-metrics.ts';
import { Attachments } from './constructs/attachments.ts';
import { Backups } from './constructs/backups.ts';
import { addBudget } from './constructs/budget.ts';
import { EdgeLogs } from './constructs/edge-logs.ts';
import { providersOf, type EnvironmentConfig } from './constructs/environment-config.ts';

/** Resources that persist across deployments: the table, files and the environment's secrets. */
export class DataStack extends Stack {
  readonly table: ITableV2;
  readonly attachments: Attachments;
  /** Sends alarms to the environment's alarm address. */
  readonly alarmTopic: ITopic;
  /** Where CloudFront writes its log, if it does. */
  readonly edgeLogs?: IBucket;
  /** Under the variables by which functions that are bound to them know them. */
  readonly secrets: Secrets;

  constructor(
    scope: Construct,
    id: string,
    { config, ...props }: StackProps & { config: EnvironmentConfig },
  ) {
    super(scope, id, props);
    const { removalPolicy } = config;
    const providers = providersOf(config);
    this.table = config.table
      ? // A table restored from a backup, say.
        TableV2.fromTableAttributes(this, 'GivenTable', {
          tableName: config.table.name,
          tableStreamArn: config.table.streamArn,
        })
      : (this.#table('Table', config) as ITableV2);
    // Others name it as before, since an import may not change what they import.
    if (config.table?.managed) this.#table(restoredId(config.table.name), config);
    this.attachments = new Attachments(this, 'Attachments', config);
    new CfnOutput(this, 'AttachmentBucket', { value: this.attachments.bucketName });
    // What all stacks share: the table, and the account's limits.
    this.alarmTopic = new Alarms(this, 'Alarms', config, {
      ...watchedTable(this.table),
      ...watchedFunctions(config),
    }).topic;
    if (config.edgeLogs) this.edgeLogs = new EdgeLogs(this, 'EdgeLogs', config) as IBucket;
    if (config.backups) {
      const { table, alarmTopic } = this;
      new Backups(this, 'Backups', { table, alarmTopic, config });
    }
    if (config.monthlyBudget) addBudget(this, config);
    if (config.table) new CfnOutput(this, RESTORED_TABLE_OUTPUT, { value: config.table.name });
    new CfnOutput(this, 'TableName', { value: this.table.tableName });
    new CfnOutput(this, 'AuditRetentionDays', { value: String(config.auditRetentionDays) });
    new CfnOutput(this, 'RateLimits', { value: JSON.stringify(config.rateLimits) });
    if (config.cell) new CfnOutput(this, 'Cell', { value: String(config.cell.number) });
    this.secrets = {
      KEYRING_ARN: this.#secret('Keyring', {
        description:
          'Versions of the key that signs cursors and tokens and encrypts webhook signing secrets.',
        reason: 'A function of its own adds versions on a schedule; earlier versions stay readable.',
        removalPolicy,
      }),
      ...(providers.length > 0 && {
        SIGN_IN_SECRET_ARN: this.#secret('SignInSecret', {
          description: `The client secret issued by ${providers.map(({ name }) => name).join(', ')}; set it manually.`,
          reason: "It must be replaced together with the provider's copy.",
          removalPolicy,
        }),
      }),
    };
    adoptWebhookKey(this.secrets.KEYRING_ARN);
    new CfnOutput(this, 'KeyringArn', { value: this.secrets.KEYRING_ARN.secretArn });
  }

  #table(id: string, config: EnvironmentConfig): TableV2 {
    const { removalPolicy, deletionProtection, pointInTimeRecovery, tableLimits, warmThroughput } = config;
    return new TableV2(this, id, {
      ...(config.table && { tableName: config.table.name }),
      partitionKey: { name: table.partitionKey, type: AttributeType.STRING },
      sortKey: { name: table.sortKey, type: AttributeType.STRING },
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: table.timeToLive,
      globalSecondaryIndexes: secondaryIndexes(),
      billing: Billing.onDemand(
        tableLimits && {
          maxReadRequestUnits: tableLimits.readUnits,
          maxWriteRequestUnits: tableLimits.writeUnits,
        },
      ),
      ...(warmThroughput && {
        warmThroughput: {
          readUnitsPerSecond: warmThroughput.readUnits,
          writeUnitsPerSecond: warmThroughput.writeUnits,
        },
      }),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: pointInTimeRecovery },
      deletionProtection,
      removalPolicy,
    });
  }

  #secret(id: string, { description, reason, removalPolicy }: SecretProps): Secret {
    const secret = new Secret(this, id, {
      description,
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    Validations.of(secret).acknowledge({ id: 'AwsSolutions::AwsSolutions-SMG4', reason });
    return secret;
  }
}

export type Secrets = Record<'KEYRING_ARN', Secret> & {
  /** If an OpenID Connect provider is used. */
  SIGN_IN_SECRET_ARN?: Secret;
};

/** The id of a restored table, which no other table of the stack has or had. */
const restoredId = (name: string): string =>
  `Restored${createHash('sha256').update(name).digest('hex').slice(0, ID_CHARACTERS)}`;

const ID_CHARACTERS = 8;

interface SecretProps {
  description: string;
  /** Why it is not rotated on a schedule. */
  reason: string;
  removalPolicy: RemovalPolicy;
}

/**
 * Keeps the logical id of the key that encrypted webhook signing secrets before there was a keyring, so that this key is
 * the keyring's first version in environments that have one, and the secrets stay readable.
 */
function adoptWebhookKey(keyring: Secret): void {
  (keyring.node.defaultChild as CfnSecret).overrideLogicalId('WebhookKeyFF363931');
}

function secondaryIndexes(): GlobalSecondaryIndexPropsV2[] {
  return Object.entries(table.indexes).map(([indexName, index]) => ({
    indexName,
    partitionKey: { name: index.partitionKey, type: AttributeType.STRING },
    sortKey: { name: index.sortKey, type: 'numeric' in index ? AttributeType.NUMBER : AttributeType.STRING },
    ...('include' in index
      ? { projectionType: ProjectionType.INCLUDE, nonKeyAttributes: [...index.include] }
      : { projectionType: ProjectionType.KEYS_ONLY }),
  }));
}
