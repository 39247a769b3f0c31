import { Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import type { ITableV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Construct } from 'constructs';
import { SELF } from '../shared/db/table.ts';
import type { EnvironmentConfig } from './config.ts';
import { ServiceFunction } from './constructs/service-function.ts';

interface EventsStackProps extends StackProps {
  config: EnvironmentConfig;
  table: TableV2;
}

/** What follows from changes of the table, through its stream. */
export class EventsStack extends Stack {
  constructor(scope: Construct, id: string, { config, table, ...props }: EventsStackProps) {
    super(scope, id, props);
    const dispatcher = new ServiceFunction(this, 'StreamDispatcher', { config, entry: 'stream-dispatcher' });
    dispatcher.bindTable(table, 'readWrite');
    dispatcher.function.addEventSource(
      new DynamoEventSource(table as ITableV2, {
        startingPosition: StartingPosition.TRIM_HORIZON,
        batchSize: 100,
        bisectBatchOnError: true,
        reportBatchItemFailures: true,
        retryAttempts: -1,
        maxRecordAge: Duration.hours(1),
        // One filter of many prefixes: a mapping has five filters at most.
        filters: [
          FilterCriteria.filter({
            dynamodb: {
              Keys: {
                pk: { S: ['S#', 'P#', 'O#', 'R#', 'FI#', 'F#'].map((prefix) => ({ prefix })) },
                sk: { S: [SELF] },
              },
            },
          }),
        ],
      }),
    );
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5',
      reason: 'Listing streams has no resource to narrow it to.',
    });
  }
}
