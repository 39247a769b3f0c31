import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { table as tableDefinition } from '../../shared/db/table.ts';
import { functionFolder } from './bundle.ts';
import type { EnvironmentConfig } from './environment-config.ts';

interface ServiceFunctionProps {
  config: EnvironmentConfig;
  /** The entry point functions/<entry>.ts. */
  entry: string;
  /** How long an invocation may take; 10 seconds when left out. */
  timeout?: Duration;
}

const readActions = ['GetItem', 'BatchGetItem', 'Query'];

const tableActions = {
  read: readActions,
  readWrite: [...readActions, 'ConditionCheckItem', 'PutItem', 'UpdateItem', 'DeleteItem'],
};

/** A Lambda function as all of them are here: runtime, architecture, logs. Rights are given where it is used. */
export class ServiceFunction extends Construct {
  readonly function: LambdaFunction;
  readonly logGroup: LogGroup;

  constructor(
    scope: Construct,
    id: string,
    { config, entry, timeout = Duration.seconds(10) }: ServiceFunctionProps,
  ) {
    super(scope, id);
    this.logGroup = new LogGroup(this, 'Logs', {
      retention: config.logRetentionDays,
      removalPolicy: config.removalPolicy,
    });
    const role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    this.logGroup.grantWrite(role);
    this.function = new LambdaFunction(this, 'Function', {
      description: `Plotline: ${entry}`,
      code: Code.fromAsset(functionFolder(entry), { exclude: ['*.map'] }),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: config.functionMemory,
      timeout,
      loggingFormat: LoggingFormat.JSON,
      logGroup: this.logGroup,
      role,
    });
  }

  /** Lets the function use the table, no more than named, and tells it where the table is. */
  bindTable(table: TableV2, access: 'read' | 'readWrite'): this {
    const indexes = Object.keys(tableDefinition.indexes).map((name) => `${table.tableArn}/index/${name}`);
    this.function.addToRolePolicy(
      new PolicyStatement({
        effect: Effect.ALLOW,
        actions: tableActions[access].map((action) => `dynamodb:${action}`),
        resources: [table.tableArn, ...indexes],
      }),
    );
    this.function.addEnvironment('TABLE_NAME', table.tableName);
    return this;
  }

  /** Lets the function read a secret, and tells it where it is in the named variable. */
  bindSecret(variable: string, secret: Secret): this {
    secret.grantRead(this.function);
    this.function.addEnvironment(variable, secret.secretArn);
    return this;
  }
}
