import { Duration, Stack, Validations } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Bucket } from 'aws-cdk-lib/aws-s3';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { createHash } from 'node:crypto';
import { ACCOUNT_VARIABLE } from '../../shared/events/destinations/destination.ts';
import { DEMO_BOARD_VARIABLE, DEMO_PORTAL_VARIABLE } from '../../shared/surface/docs/demo-links.ts';
import { SECURITY_CONTACT_VARIABLE } from '../../shared/surface/system/discovery.ts';
import { DIRECT_CALLS_VARIABLE } from '../../shared/kernel/aws/place.ts';
import { optionalSecrets, type FunctionNeeds, type SecretName } from '../../shared/kernel/core/needs.ts';
import { ORIGINAL_EPOCH, TABLE_EPOCH_VARIABLE } from '../../shared/kernel/core/table-epoch.ts';
import { workers } from '../../shared/surface/workers/workers.ts';
import { table as tableDefinition } from '../../shared/kernel/db/table.ts';
import type { Attachments } from './attachments.ts';
import { bundledKeys, functionFolder } from './bundle.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { InlineRole } from './inline-role.ts';
import { traceByLayer } from './open-telemetry.ts';
import type { ReceivedMail } from './received-mail.ts';
import type { PageAssets } from './page-assets.ts';
import type { Snapshots } from './snapshots.ts';
import { reservedConcurrency } from './reserved-concurrency.ts';
import { grantRolesElsewhere } from './roles-elsewhere.ts';

interface ServiceFunctionProps {
  config: EnvironmentConfig;
  /** The entry point functions/<entry>.ts. */
  entry: string;
  /** Timeout of an invocation; 10 seconds by default. */
  timeout?: Duration;
  /** Memory in MB; that of the environment by default. */
  memory?: number | undefined;
  /** Of several functions; one of its own by default. */
  logGroup?: LogGroup | undefined;
  /** A name that others know before there is the function; made up by CloudFormation by default. */
  functionName?: string;
}

const tableActions = {
  read: ['GetItem', 'BatchGetItem', 'Query'],
  write: ['ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
};

/** A secret of this environment or of another one. */
export type GrantedSecret = Pick<ISecret, 'grantRead' | 'grantWrite' | 'secretArn'>;

/** The resources that functions can be granted; of the secrets, those that the environment has. */
export interface Resources {
  table: ITableV2;
  secrets?: Partial<Record<SecretName, GrantedSecret>>;
  queue?: IQueue;
  /** Undefined in an environment that sends no mail. */
  mailQueue?: IQueue | undefined;
  jobQueue?: IQueue;
  inboundQueue?: IQueue;
  sender?: Sender;
  bucket?: Bucket;
  attachments?: Attachments;
  inboundMail?: ReceivedMail;
  snapshots?: Snapshots;
  pageAssets?: PageAssets;
  /** The ID of CloudFront's distribution. */
  distributionId?: string;
}

/** The sender of mails: the address, and the identity and configuration set of SES. */
export interface Sender {
  from: string;
  identityArn: string;
  configurationSetName: string;
  configurationSetArn: string;
}

/**
 * A Lambda function with this project's defaults: runtime, architecture, logs. Permissions are granted at the
 * call site.
 */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;
  readonly #entry: string;

  constructor(
    scope: Construct,
    id: string,
    {
      config,
      entry,
      timeout = Duration.seconds(10),
      memory = entry in workers ? config.workerMemory : config.functionMemory,
      logGroup,
      functionName,
    }: ServiceFunctionProps,
  ) {
    super(scope, id);
    this.#entry = entry;
    this.logGroup = logGroup ?? functionLogs(this, 'Logs', config);
    const role = new InlineRole(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    const reserved = reservedConcurrency(config, entry);
    this.function = new LambdaFunction(this, 'Function', {
      ...(functionName && { functionName }),
      description: `Plotline: ${entry}`,
      code: Code.fromAsset(functionFolder(entry), { exclude: ['*.map'] }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
      memorySize: memory,
      timeout,
      tracing: config.tracing ? Tracing.ACTIVE : Tracing.DISABLED,
      loggingFormat: LoggingFormat.JSON,
      // Each request has a line of its own; those of the platform would be three more. What has no such line has those,
      // with the duration and memory of each invocation (platform.report).
      systemLogLevelV2: entry in workers ? SystemLogLevel.INFO : SystemLogLevel.WARN,
      logGroup: this.logGroup,
      role,
    });
    this.function.addEnvironment(TABLE_EPOCH_VARIABLE, epochOf(config));
    if (config.securityContact && entry === 'public') {
      this.function.addEnvironment(SECURITY_CONTACT_VARIABLE, config.securityContact);
    }
    if (config.demoPortal !== undefined && entry === 'public') {
      this.function.addEnvironment(DEMO_PORTAL_VARIABLE, config.demoPortal);
    }
    if (config.demoBoard !== undefined && entry === 'public') {
      this.function.addEnvironment(DEMO_BOARD_VARIABLE, config.demoBoard);
    }
    if (config.directCalls === false) this.function.addEnvironment(DIRECT_CALLS_VARIABLE, 'off');
    if (config.tracing) acknowledgeTracing(role);
    if (config.openTelemetry) traceByLayer(this.function, config.openTelemetry);
  }

  /** Gives the function the rights that its group declares and no other, and the variables that say where things are. */
  bind(needs: FunctionNeeds, resources: Resources): this {
    const {
      table,
      secrets = {},
      queue,
      mailQueue,
      jobQueue,
      inboundQueue,
      sender,
      bucket,
      attachments,
      inboundMail,
      snapshots,
      pageAssets,
      distributionId,
    } = resources;
    if (needs.table.length > 0) this.#bindTable(table, needs.table);
    for (const name of needs.secrets ?? []) this.#bindSecret(name, secrets[name]);
    for (const name of needs.rotates ?? []) secrets[name]!.grantWrite(this.function);
    if (needs.queue) this.#bindQueue('QUEUE_URL', queue);
    if (needs.jobQueue) this.#bindQueue('JOB_QUEUE_URL', jobQueue);
    if (needs.inboundQueue) this.#bindQueue('INBOUND_QUEUE_URL', inboundQueue);
    if (needs.mailQueue && mailQueue) this.#bindQueue('MAIL_QUEUE_URL', mailQueue);
    if (needs.mail) this.#bindSender(sender);
    if (needs.edge) this.#bindEdge(distributionId);
    if (needs.bucketPrefix !== undefined) {
      if (!bucket) throw new Error(`${this.node.id} needs a bucket.`);
      const resources = [bucket.arnForObjects(`${needs.bucketPrefix}*`)];
      this.function.addToRolePolicy(new PolicyStatement({ actions: ['s3:PutObject'], resources }));
      this.function.addEnvironment('BUCKET_NAME', bucket.bucketName);
    }
    if (needs.attachments) {
      if (!attachments) throw new Error(`${this.node.id} needs the bucket of attachments.`);
      attachments.grantTo(this.function, needs.attachments);
    }
    if (needs.inboundMail) {
      if (!inboundMail) throw new Error(`${this.node.id} needs the bucket of received mail.`);
      inboundMail.grantTo(this.function);
    }
    if (needs.accountId) this.function.addEnvironment(ACCOUNT_VARIABLE, Stack.of(this).account);
    if (needs.assumesRoles) grantRolesElsewhere(this.function);
    if (needs.snapshots) {
      if (!snapshots) throw new Error(`${this.node.id} needs a bucket of snapshots.`);
      snapshots.grantTo(this.function);
    }
    if (needs.pageAssets) {
      if (!pageAssets) throw new Error(`${this.node.id} needs the files of pages.`);
      pageAssets.grantTo(this.function);
    }
    return this;
  }

  #bindQueue(variable: string, queue: IQueue | undefined): void {
    if (!queue) throw new Error(`${this.node.id} needs the queue of ${variable}.`);
    queue.grantSendMessages(this.function);
    this.function.addEnvironment(variable, queue.queueUrl);
  }

  #bindSender(sender: Sender | undefined): void {
    if (!sender) throw new Error(`${this.node.id} needs a sender of mail.`);
    const { from, identityArn, configurationSetArn, configurationSetName } = sender;
    this.function.addToRolePolicy(
      new PolicyStatement({ actions: ['ses:SendEmail'], resources: [identityArn, configurationSetArn] }),
    );
    this.function.addEnvironment('MAIL_FROM', from);
    this.function.addEnvironment('MAIL_CONFIGURATION_SET', configurationSetName);
  }

  #bindEdge(distributionId: string | undefined): void {
    if (distributionId === undefined) throw new Error(`${this.node.id} needs a distribution.`);
    const arn = Stack.of(this).formatArn({
      service: 'cloudfront',
      region: '',
      resource: 'distribution',
      resourceName: distributionId,
    });
    const actions = ['cloudfront:GetDistribution', 'cloudfront:UpdateDistribution'];
    this.function.addToRolePolicy(new PolicyStatement({ actions, resources: [arn] }));
    this.function.addEnvironment('DISTRIBUTION_ID', distributionId);
  }

  #bindTable(table: ITableV2, rights: FunctionNeeds['table']): void {
    const indexes = Object.keys(tableDefinition.indexes).map((name) => `${table.tableArn}/index/${name}`);
    const actions = (['read', 'write'] as const).filter((right) => rights.includes(right));
    this.function.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: actions.flatMap((right) => tableActions[right]).map((action) => `dynamodb:${action}`),
        resources: [table.tableArn, ...(rights.includes('index') ? indexes : [])],
        // Of an index, it is the index's partition key. Each of these actions has one; what had none would pass the first
        // condition alone.
        conditions: {
          'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': bundledKeys(this.#entry) },
          Null: { 'dynamodb:LeadingKeys': 'false' },
        },
      }),
    );
    this.function.addEnvironment('TABLE_NAME', table.tableName);
  }

  #bindSecret(name: SecretName, secret: GrantedSecret | undefined): void {
    if (!secret) {
      if (optionalSecrets.includes(name)) return;
      throw new Error(`${this.node.id} needs the secret ${name}, which the environment lacks.`);
    }
    secret.grantRead(this.function);
    this.function.addEnvironment(name, secret.secretArn);
  }
}

/** A log group for what functions write. */
export const functionLogs = (
  scope: Construct,
  id: string,
  { logRetentionDays, removalPolicy }: EnvironmentConfig,
): LogGroup => new LogGroup(scope, id, { retention: logRetentionDays, removalPolicy });

/** A restored table's stream has an ARN that no table had before. */
const epochOf = ({ table }: EnvironmentConfig): string =>
  table === undefined
    ? ORIGINAL_EPOCH
    : createHash('sha256').update(table.streamArn).digest('hex').slice(0, EPOCH_CHARACTERS);

const EPOCH_CHARACTERS = 8;

/** X-Ray's actions name no resource: https://docs.aws.amazon.com/service-authorization/latest/reference/list_awsx-ray.html */
function acknowledgeTracing(role: InlineRole): void {
  Validations.of(role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM5[Resource::*]',
    reason:
      'X-Ray takes segments for the account as a whole: its actions have no resource to narrow them to.',
  });
}

/** The functions that a stack has so far. */
export const functionsOf = (stack: Stack): LambdaFunction[] =>
  stack.node
    .findAll()
    .filter((made) => made instanceof ServiceFunction)
    .map((made) => made.function);
