import { ArnFormat, Aws, Validations, type CfnElement, type Stack } from 'aws-cdk-lib';
import type { IAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import { LambdaApplication, LambdaDeploymentConfig, LambdaDeploymentGroup } from 'aws-cdk-lib/aws-codedeploy';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Alias, CfnAlias, CfnFunction, IFunction } from 'aws-cdk-lib/aws-lambda';
import { InlineRole } from './inline-role.ts';

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
  const role = new InlineRole(stack, 'RolloutRole', {
    assumedBy: new ServicePrincipal('codedeploy.amazonaws.com'),
  });
  check.grantInvoke(role);
  // Of the application's groups by their prefix, since a group names the role, whose rights name the check.
  const groups = stack.formatArn({
    service: 'codedeploy',
    // As they are acknowledged below, whatever the stack knows of its place.
    partition: Aws.PARTITION,
    region: Aws.REGION,
    account: Aws.ACCOUNT_ID,
    resource: 'deploymentgroup',
    resourceName: `${application.applicationName}/*`,
    arnFormat: ArnFormat.COLON_RESOURCE_NAME,
  });
  check.addToRolePolicy(
    new PolicyStatement({
      actions: ['codedeploy:PutLifecycleEventHookExecutionStatus'],
      resources: [groups],
    }),
  );
  Validations.of(role).acknowledge({
    id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSCodeDeployRoleForLambdaLimited]',
    reason: 'AWS publishes this policy for what CodeDeploy does with functions, and nothing else.',
  });
  Validations.of(role).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${stack.getLogicalId(check.node.defaultChild as CfnFunction)}.Arn>:*]`,
    reason:
      'CodeDeploy invokes the check, of which each version has an ARN that begins with that of the function.',
  });
  const applicationId = stack.getLogicalId(application.node.defaultChild as CfnElement);
  Validations.of(check.role!).acknowledge({
    id: `AwsSolutions::AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:codedeploy:<AWS::Region>:<AWS::AccountId>:deploymentgroup:<${applicationId}>/*]`,
    reason: 'The check tells CodeDeploy what it found of each function of this application.',
  });
  for (const [name, alias] of aliases) {
    const { deploymentGroupName } = new LambdaDeploymentGroup(stack, `${name}Rollout`, {
      application,
      role,
      alias,
      deploymentConfig: LambdaDeploymentConfig.CANARY_10PERCENT_5MINUTES,
      alarms: [alarm],
    });
    // The construct's own hook would name each group in the rights of the check.
    (alias.node.defaultChild as CfnAlias).cfnOptions.updatePolicy = {
      codeDeployLambdaAliasUpdate: {
        applicationName: application.applicationName,
        deploymentGroupName,
        afterAllowTrafficHook: check.functionName,
      },
    };
  }
}
