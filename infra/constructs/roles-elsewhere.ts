import { Stack, Token, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';

/**
 * Lets a function assume roles of other accounts that are named for Plotline, only with an external id, and none of its
 * own account.
 */
export function grantRolesElsewhere(fn: LambdaFunction): void {
  const { partition, account } = Stack.of(fn);
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['sts:AssumeRole'],
      resources: [`arn:${partition}:iam::*:role/plotline-*`],
      conditions: {
        StringNotEquals: { 'aws:ResourceAccount': account },
        Null: { 'sts:ExternalId': 'false' },
      },
    }),
  );
  Validations.of(fn.role!).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:${Token.isUnresolved(partition) ? '<AWS::Partition>' : partition}:iam::*:role/plotline-*]`,
    reason:
      'Customers create these roles in their own accounts, and decide by the trust policy who assumes them.',
  });
}
