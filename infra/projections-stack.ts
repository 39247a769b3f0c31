import { CfnOutput, Duration, Stack, Validations, type StackProps } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { workers } from '../shared/surface/workers/workers.ts';
import { streamConsumers } from '../shared/surface/workers/stream-consumers.ts';
import { UNPROCESSED_MESSAGE } from '../shared/projections/unprocessed-record.ts';
import type { Secrets } from './data-stack.ts';
import type { Attachments } from './constructs/attachments.ts';
import { Alarms } from './constructs/alarms.ts';
import { streamSource } from './constructs/stream-source.ts';
import { UnprocessedRecords, watchedRecords } from './constructs/unprocessed-records.ts';
import { JOB_FAILED_MESSAGE, JOB_SLOTS_VARIABLE } from '../shared/kernel/jobs/work-on-job.ts';
import { runRegularly } from './constructs/run-regularly.ts';
import { loggedLines } from './constructs/logged-lines.ts';
import { mailQueueOf } from './constructs/mail-queue.ts';
import type { ServiceFunction } from './constructs/service-function.ts';
import { slotsOf } from './constructs/slots.ts';
import { processMessages, watchedMessages, workQueue } from './constructs/work-queue.ts';
import { workerFunction } from './constructs/worker-function.ts';
import { AUDIT_RETENTION_VARIABLE } from '../shared/kernel/api/operation/audit-trail-store.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';

interface ProjectionsStackProps extends StackProps {
  config: EnvironmentConfig;
  alarmTopic: ITopic;
  table: ITableV2;
  secrets: Secrets;
  attachments: Attachments;
}

/** The projections of the table's stream, the storage for records they could not process, and the workers of jobs. */
export class ProjectionsStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { config, alarmTopic, table, secrets, attachments, ...props }: ProjectionsStackProps,
  ) {
    super(scope, id, props);
    // Its id stays: another one would replace the bucket.
    const unprocessed = new UnprocessedRecords(this, 'Unhandled', config);
    const jobs = workQueue(this, 'Job');
    const mailQueue = mailQueueOf(this, config);
    const resources = { table, secrets, bucket: unprocessed, attachments, mailQueue, jobQueue: jobs.queue };
    const projector = workerFunction(this, 'Projector', {
      config,
      entry: 'projector',
      resources,
      environment: { [AUDIT_RETENTION_VARIABLE]: String(config.auditRetentionDays) },
    });
    unprocessed.acknowledgePrefix(workers.projector.bucketPrefix);
    const source = streamSource(table, streamConsumers.projector, unprocessed);
    projector.function.addEventSource(source);
    const worker = workerFunction(this, 'JobWorker', {
      config,
      entry: 'job-worker',
      resources,
      environment: { [JOB_SLOTS_VARIABLE]: String(slotsOf(config.jobConcurrency)) },
    });
    // It knows what the projector hands over.
    projector.function.node.addDependency(worker.function);
    // A plan computes without a pause, so that others in its invocation would wait for it.
    processMessages(worker.function, jobs, { maxConcurrency: config.jobConcurrency, batchSize: 1 });
    const runner = workerFunction(this, 'JobRunner', { config, entry: 'job-runner', resources });
    runRegularly(this, 'JobSchedule', runner.function, { every: Duration.minutes(1) });
    const linesOf = (name: string, { logGroup }: ServiceFunction, text: string) =>
      loggedLines(this, name, { logGroup, text, config });
    new Alarms(
      this,
      'Alarms',
      config,
      {
        UnprocessedRecords: {
          metric: linesOf('UnprocessedRecords', projector, UNPROCESSED_MESSAGE),
          above: 0,
        },
        ...watchedRecords(source, projector.function),
        JobErrors: { metric: linesOf('FailedJobs', worker, JOB_FAILED_MESSAGE), above: 0, periods: 2 },
        ...watchedMessages(jobs, { backlog: 'JobBacklog', above: BACKLOG_SECONDS }),
      },
      alarmTopic,
    );
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-IAM5',
      reason: 'Listing streams has no resource to narrow it to.',
    });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    if (config.cell) new CfnOutput(this, 'Cell', { value: String(config.cell.number) });
    new CfnOutput(this, 'UnprocessedBucket', { value: unprocessed.bucketName });
    new CfnOutput(this, 'AttachmentBucket', { value: attachments.bucketName });
    new CfnOutput(this, 'JobDeadLetterQueueUrl', { value: jobs.deadLetters.queueUrl });
  }
}

/** The time for which a due job may wait before an alarm, in seconds. */
const BACKLOG_SECONDS = 300;
