import { Validations, type Stack } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnFunction, IFunction } from 'aws-cdk-lib/aws-lambda';

/** The alias that the gateway invokes; gradually or not, it is moved to new code once that is there. */
export const ALIAS = 'live';

interface RolloutProps {
  /** By the name of their function's group. */
  aliases: ReadonlyMap<string, Alias>;
  /** What stops a release and takes it back. */
  alarm: IAlarm;
  /** The function that tries the service once all requests reach the new code; where it fails, that is taken back. */
  check: IFunction;
}

/**
 * Has CodeDeploy move each alias to new code: a tenth of the requests for five minutes, then all. Where the alarm goes off
 * or the check fails, the alias returns to the code before, and CloudFormation rolls the stack back with all of its
 * functions.
 */
export function addRollout(stack: Stack, { aliases, alarm, check }: RolloutProps): void {
  const application = new LambdaApplication(stack, 'Rollout');
  // With its rights separate: they name the check, whose rights name what has this role.
  const role = new Role(stack, 'RolloutRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  });
  Validations.of(role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'AWS publishes this policy for what CodeDeploy does with functions, and nothing else.',
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${stack.getLogicalId(check.node.defaultChild as CfnFunction)}.Arn>:*]`,
    reason:
      'CodeDeploy invokes the check, of which each version has an ARN that begins with that of the function.',
  });
  for (const [name, alias] of aliases) {
    new LambdaDeploymentGroup(stack, `${name}Rollout`, {
      application,
      role,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarm],
      postHook: check,
    });
  }
}
