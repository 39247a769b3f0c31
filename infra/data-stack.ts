import { Stack, Validations, type StackProps } from 'aws-cdk-lib';
import {
  AttributeType,
  Billing,
  ProjectionType,
  StreamViewType,
  TableV2,
  type GlobalSecondaryIndexPropsV2,
} from 'aws-cdk-lib/aws-dynamodb';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import type { Construct } from 'constructs';
import { table } from '../shared/db/table.ts';
import type { EnvironmentConfig } from './config.ts';

/** What must outlive every deployment: the table, and the secrets of the environment. */
export class DataStack extends Stack {
  readonly table: TableV2;
  readonly cursorKey: Secret;

  constructor(
    scope: Construct,
    id: string,
    { config, ...props }: StackProps & { config: EnvironmentConfig },
  ) {
    super(scope, id, props);
    const { removalPolicy, deletionProtection, pointInTimeRecovery } = config;
    this.table = new TableV2(this, 'Table', {
      partitionKey: { name: table.partitionKey, type: AttributeType.STRING },
      sortKey: { name: table.sortKey, type: AttributeType.STRING },
      dynamoStream: StreamViewType.NEW_AND_OLD_IMAGES,
      timeToLiveAttribute: table.timeToLive,
      globalSecondaryIndexes: secondaryIndexes(),
      billing: Billing.onDemand(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: pointInTimeRecovery },
      deletionProtection,
      removalPolicy,
    });
    this.cursorKey = new Secret(this, 'CursorKey', {
      description: 'Signs the cursors of lists. Replacing it only makes clients start their lists again.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy,
    });
    Validations.of(this.cursorKey).acknowledge({
      id: 'AwsSolutions::AwsSolutions-SMG4',
      reason:
        'A cursor shows nothing and grants nothing; its key is replaced by hand when it may have leaked.',
    });
  }
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
