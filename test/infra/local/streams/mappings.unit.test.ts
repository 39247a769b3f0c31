import { expect, onTestFinished, test } from 'vitest';
import { assemblyWithMapping, listen, range, write } from './stream-listener.ts';
import { alteredAssembly, startFixture } from '../support.ts';

const destination = (Destination: unknown) => ({ DestinationConfig: { OnFailure: { Destination } } });

test.each<[string, Record<string, unknown>, string]>([
  [
    'a destination for what failed',
    destination('arn:aws:sqs:us-east-1:000000000000:failed'),
    'failed batches go to "arn:aws:sqs:us-east-1:000000000000:failed", an unsupported destination',
  ],
  [
    'a destination of the template',
    destination({ 'Fn::GetAtt': ['streamServiceRole6F36C058', 'Arn'] }),
    'failed batches go to AWS::IAM::Role, an unsupported destination',
  ],
  [
    'a source that is no table stream',
    { EventSourceArn: 'arn:aws:kinesis:us-east-1:000000000000:stream/other' },
    'its source arn:aws:kinesis:us-east-1:000000000000:stream/other is not the stream of a table in this app',
  ],
  ['an unknown function', { FunctionName: 'other' }, 'its function other is not part of this app'],
  ['a window that tumbles', { TumblingWindowInSeconds: 60 }, 'its property TumblingWindowInSeconds is not'],
  ['a start at a time', { StartingPosition: 'AT_TIMESTAMP' }, 'StartingPosition is AT_TIMESTAMP, and must'],
  ['no starting position', { StartingPosition: undefined }, 'StartingPosition is undefined, and must be'],
  ['too large a batch', { BatchSize: 10_001 }, 'BatchSize is 10001, and must be from 1 to 10000'],
  ['too long a window', { MaximumBatchingWindowInSeconds: 301 }, 'must be from 0 to 300'],
  ['too many retries', { MaximumRetryAttempts: 10_001 }, 'must be from 0 to 10000'],
  ['too short an age', { MaximumRecordAgeInSeconds: 59 }, 'must be from 60 to 604800'],
  ['too much at once', { ParallelizationFactor: 11 }, 'must be from 1 to 10'],
  ['another response', { FunctionResponseTypes: ['All'] }, 'the response type All is not supported'],
  [
    'an unknown filter operator',
    { FilterCriteria: { Filters: [{ Pattern: '{"eventName":[{"wildcard":"IN*"}]}' }] } },
    'eventName has wildcard (Lambda filters have no such operator)',
  ],
])('a mapping with %s is refused', async (_name, properties, reason) => {
  await expect(startFixture({ assembly: await assemblyWithMapping(properties) })).rejects.toThrow(reason);
});

test('a mapping of a table without a stream is refused', async () => {
  const assembly = await alteredAssembly((resources) => {
    for (const { Properties } of Object.values(resources)) delete Properties.StreamSpecification;
  }, 'Fixture-data');
  await expect(startFixture({ assembly })).rejects.toThrow('the table Table has no stream');
});

test('all settings that a mapping may have are accepted', async () => {
  const assembly = await assemblyWithMapping({
    BatchSize: 10_000,
    BisectBatchOnFunctionError: true,
    DestinationConfig: { OnFailure: {} },
    Enabled: true,
    FunctionResponseTypes: ['ReportBatchItemFailures'],
    MaximumBatchingWindowInSeconds: 300,
    MaximumRecordAgeInSeconds: -1,
    MaximumRetryAttempts: -1,
    ParallelizationFactor: 10,
    Tags: [{ Key: 'a', Value: 'b' }],
  });
  const local = await startFixture({ assembly });
  onTestFinished(() => local.stop());
  const heard = await listen();
  await write(local, heard, range(1, 3));
  await local.streamsIdle();
  expect(heard.keys().flat().sort()).toEqual(range(1, 3));
});
