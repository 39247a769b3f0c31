import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  BackupPlan,
  BackupPlanRule,
  BackupResource,
  BackupVault,
  type BackupPlanCopyActionProps,
} from 'aws-cdk-lib/aws-backup';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SnsTopic } from 'aws-cdk-lib/aws-events-targets';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';

/** For losses that recovery points do not cover, such as that of the account: those reach back 35 days at $0.20 a GB. */
const DAILY_KEPT = Duration.days(7);
/** A month's backup moves to cold storage, at a third of the price, where AWS keeps it for 90 days at least. */
const MONTHLY_COLD_AFTER = Duration.days(7);
const MONTHLY_KEPT = Duration.days(372);

interface BackupsProps {
  table: ITableV2;
  alarmTopic: ITopic;
  config: EnvironmentConfig;
}

/**
 * Backups of a table in a vault that outlives it, each night and each month, in addition to its recovery points. No one
 * may delete one within a week of its making, and jobs that fail are reported where alarms are.
 */
export class Backups extends Construct {
  constructor(scope: Construct, id: string, { table, alarmTopic, config }: BackupsProps) {
    super(scope, id);
    const backupVault = new BackupVault(this, 'Vault', {
      removalPolicy: RemovalPolicy.RETAIN,
      lockConfiguration: { minRetention: DAILY_KEPT },
    });
    const copies = (config.backupCopies ?? []).map((arn, index) =>
      BackupVault.fromBackupVaultArn(this, `Copy${index}`, arn),
    );
    const copied = (lifecycle: Omit<BackupPlanCopyActionProps, 'destinationBackupVault'>) => ({
      ...lifecycle,
      copyActions: copies.map((destinationBackupVault) => ({ destinationBackupVault, ...lifecycle })),
    });
    const plan = new BackupPlan(this, 'Plan', {
      backupVault,
      backupPlanRules: [
        new BackupPlanRule({
          ruleName: 'Daily',
          scheduleExpression: Schedule.cron({ hour: '3', minute: '0' }),
          ...copied({ deleteAfter: DAILY_KEPT }),
        }),
        new BackupPlanRule({
          ruleName: 'Monthly',
          scheduleExpression: Schedule.cron({ day: '1', hour: '4', minute: '0' }),
          ...copied({ moveToColdStorageAfter: MONTHLY_COLD_AFTER, deleteAfter: MONTHLY_KEPT }),
        }),
      ],
    });
    // A new account has no role by which AWS Backup restores, and a bad day is no time to make one.
    const { grantPrincipal } = plan.addSelection('Table', {
      resources: [BackupResource.fromArn(table.tableArn)],
      allowRestores: true,
    });
    new CfnOutput(Stack.of(this), 'BackupVault', { value: backupVault.backupVaultName });
    new CfnOutput(Stack.of(this), 'BackupRoleArn', { value: (grantPrincipal as IRole).roleArn });
    this.#notifyOfFailures(backupVault, alarmTopic, config);
    for (const use of ['Backup', 'Restores']) {
      Validations.of(this).acknowledge({
        id: `AwsSolutions::AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSBackupServiceRolePolicyFor${use}]`,
        reason: 'The role of AWS Backup has the policies that AWS maintains for it.',
      });
    }
  }

  /** https://docs.aws.amazon.com/aws-backup/latest/devguide/eventbridge.html */
  #notifyOfFailures(vault: BackupVault, alarmTopic: ITopic, { id, alarmTopicArn }: EnvironmentConfig): void {
    const text = `Plotline ${id}, page: a backup or its copy failed; see docs/runbook.md#failed-backups`;
    const pager = alarmTopicArn === undefined ? [] : [Topic.fromTopicArn(this, 'Pager', alarmTopicArn)];
    const targets = [alarmTopic, ...pager].map(
      (topic) => new SnsTopic(topic, { message: RuleTargetInput.fromText(text) }),
    );
    const jobs = {
      'Backup Job State Change': {
        state: ['FAILED', 'EXPIRED', 'ABORTED'],
        backupVaultArn: [vault.backupVaultArn],
      },
      'Copy Job State Change': { state: ['FAILED'], sourceBackupVaultArn: [vault.backupVaultArn] },
    };
    for (const [detailType, detail] of Object.entries(jobs)) {
      new Rule(this, detailType.replaceAll(' ', ''), {
        eventPattern: { source: ['aws.backup'], detailType: [detailType], detail },
        targets,
      });
    }
  }
}
