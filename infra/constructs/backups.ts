import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { BackupPlan, BackupPlanRule, BackupResource, BackupVault } from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Schedule } from 'aws-cdk-lib/aws-events';
import { Construct } from 'constructs';

/** The retention of backups; recovery points reach back 35 days (AWS limit). */
const DAILY_KEPT = Duration.days(35);
const MONTHLY_KEPT = Duration.days(365);

/** Backups of a table in a vault that outlives it: each night and each month, in addition to its recovery points. */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, table: ITableV2) {
    super(scope, id);
    const backupVault = new BackupVault(this, 'Vault', { removalPolicy: RemovalPolicy.RETAIN });
    const plan = new BackupPlan(this, 'Plan', {
      backupVault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'Daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          deleteAfter: DAILY_KEPT,
        }),
        new BackupPlanRule({
          ruleName: 'Monthly',
          scheduleExpression: Schedule.cron({ day: '1', hour: '4', minute: '0' }),
          deleteAfter: MONTHLY_KEPT,
        }),
      ],
    });
    plan.addSelection('Table', { resources: [BackupResource.fromArn(table.tableArn)] });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyForBackup]',
      reason: 'The role of AWS Backup has the policy that AWS maintains for it.',
    });
  }
}
