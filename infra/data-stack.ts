import { Stack, Validations, type RemovalPolicy, type StackProps } from 'aws-cdk-lib';
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
import type { EnvironmentConfig } from './constructs/environment-config.ts';

/** What must outlive every deployment: the table, and the secrets of the environment. */
export class DataStack extends Stack {
  readonly table: TableV2;
  /** Under the variables by which functions that are bound to them know them. */
  readonly secrets: Secrets;

  constructor(
    scope: Construct,
    id: string,
    { config, ...props }: StackProps & { config: EnvironmentConfig },
  ) {
    super(scope, id, props);
    const { removalPolicy, deletionProtection, pointInTimeRecovery, signIn } = config;
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
    this.secrets = {
      CURSOR_KEY_ARN: this.#secret('CursorKey', {
        description: 'Signs the cursors of lists. Replacing it only makes clients start their lists again.',
        reason:
          'A cursor shows nothing and grants nothing; its key is replaced by hand when it may have leaked.',
        removalPolicy,
      }),
      WEBHOOK_KEY_ARN: this.#secret('WebhookKey', {
        description: 'Encrypts the signing secrets of webhook endpoints. Without it none can be read again.',
        reason:
          'What it encrypts would have to be encrypted anew; endpoints rotate their own secrets instead.',
        removalPolicy,
      }),
      OAUTH_KEY_ARN: this.#secret('OAuthKey', {
        description: 'Signs OAuth tokens and page sessions. Replacing it signs everybody out.',
        reason: 'Tokens live for minutes; the key is replaced by hand when it may have leaked.',
        removalPolicy,
      }),
      ...(signIn && {
        SIGN_IN_SECRET_ARN: this.#secret('SignInSecret', {
          description: `The client secret that ${signIn.name} knows this service by; put it in by hand.`,
          reason: 'It is replaced together with the one that the provider keeps.',
          removalPolicy,
        }),
      }),
    };
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

export type Secrets = Record<'CURSOR_KEY_ARN' | 'WEBHOOK_KEY_ARN' | 'OAUTH_KEY_ARN', Secret> & {
  /** Where people sign in at a provider. */
  SIGN_IN_SECRET_ARN?: Secret;
};

interface SecretProps {
  description: string;
  /** Why it is not rotated on a schedule. */
  reason: string;
  removalPolicy: RemovalPolicy;
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
