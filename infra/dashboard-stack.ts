import { Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { addDashboard } from './constructs/dashboard.ts';
import { functionsOf } from './constructs/service-function.ts';

interface DashboardStackProps extends StackProps {
  api: HttpApi;
  table: ITableV2;
  /** The stacks whose functions and queues it shows. */
  stacks: readonly Stack[];
}

/**
 * The environment's dashboard. It is a stack after all others because it names each of their functions and queues: a
 * search by the beginning of a name would find those of copies too, and CloudFormation shortens names.
 */
export class DashboardStack extends Stack {
  constructor(scope: Construct, id: string, { api, table, stacks, ...props }: DashboardStackProps) {
    super(scope, id, props);
    const functions = stacks.flatMap(functionsOf);
    const queues = stacks.flatMap((stack) => stack.node.findAll().filter((made) => made instanceof Queue));
    addDashboard(this, { api, table, functions, queues });
  }
}
