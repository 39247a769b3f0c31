import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { readFunctions } from '../../../../infra/local/lambda/functions.ts';
import { createResolver } from '../../../../infra/local/template/intrinsics.ts';
import type { InvocationOutcome } from '../../../../infra/local/lambda/invocation.ts';
import { resourceValues } from '../../../../infra/local/template/resources.ts';
import { startSchedules } from '../../../../infra/local/schedules/start-schedules.ts';
import { readSchedules } from '../../../../infra/local/schedules/rules.ts';
import type { Schedule } from '../../../../infra/local/schedules/rules.ts';
import { loadAssembly } from '../../../../infra/local/template/template.ts';
import { listenForEvents } from '../event-listener.ts';
import type { Answer } from '../event-listener.ts';
import { alteredAssembly, startFixture } from '../support.ts';

type Properties = Record<string, unknown>;

/** The fixture app with a rule that runs its function `stream`, which sends its events to a listener. */
function assemblyWithRule(
  rule: Properties,
  listenerUrl = '',
  target: Properties = {},
  retries?: number,
): Promise<string> {
  return alteredAssembly((resources) => {
    const [id, { Properties }] = Object.entries(resources).find(
      ([name, { Type }]) => Type === 'AWS::Lambda::Function' && name.startsWith('stream'),
    )!;
    Object.assign((Properties.Environment as { Variables: Properties }).Variables, {
      LISTENER_URL: listenerUrl,
    });
    const Arn = { 'Fn::GetAtt': [id, 'Arn'] };
    if (retries !== undefined) {
      resources.Retries = {
        Type: 'AWS::Lambda::EventInvokeConfig',
        Properties: { FunctionName: { Ref: id }, Qualifier: '$LATEST', MaximumRetryAttempts: retries },
      };
    }
    resources.Sweep0123ABCD = {
      Type: 'AWS::Events::Rule',
      Properties: {
        ScheduleExpression: 'rate(1 minute)',
        State: 'ENABLED',
        Targets: [{ Arn, Id: 'Target0', ...target }],
        ...rule,
      },
    };
  });
}

async function startWithRule(target: Properties = {}, answer: () => Answer = () => ({}), retries?: number) {
  const heard = await listenForEvents((payload) => payload, answer);
  const local = await startFixture({ assembly: await assemblyWithRule({}, heard.url, target, retries) });
  onTestFinished(local.stop);
  return { local, heard };
}

describe('a rule that is fired', () => {
  test('runs its function with the event of EventBridge, and ends when the function does', async () => {
    const { local, heard } = await startWithRule();
    await local.fireSchedule('Sweep');
    await local.fireSchedule('Sweep0123ABCD');
    const event = {
      version: '0',
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
      'detail-type': 'Scheduled Event',
      source: 'aws.events',
      account: '000000000000',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/) as string,
      region: 'us-east-1',
      resources: ['arn:aws:events:us-east-1:000000000000:rule/Fixture-api-Sweep0123ABCD'],
      detail: {},
    };
    expect(heard.events).toEqual([event, event]);
  });

  test('hands over the input of its target instead, where there is one', async () => {
    const { local, heard } = await startWithRule({ Input: '{"full":true}' });
    await local.fireSchedule('Sweep');
    expect(heard.events).toEqual([{ full: true }]);
  });

  test('says why its function failed', async () => {
    const { local } = await startWithRule({}, () => ({ error: 'nothing to sweep with' }));
    await expect(local.fireSchedule('Sweep')).rejects.toThrow('nothing to sweep with');
  });

  test('repeats a failed invocation twice, as Lambda does, unless the template says otherwise', async () => {
    const failing = await startWithRule({}, () => ({ error: 'nothing to sweep with' }));
    await expect(failing.local.fireSchedule('Sweep')).rejects.toThrow();
    expect(failing.heard.events).toHaveLength(3);
    const once = await startWithRule({}, () => ({ error: 'nothing to sweep with' }), 0);
    await expect(once.local.fireSchedule('Sweep')).rejects.toThrow();
    expect(once.heard.events).toHaveLength(1);
  });

  test('must exist', async () => {
    const { local } = await startWithRule();
    await expect(local.fireSchedule('Other')).rejects.toThrow('The template has no rule Other.');
  });
});

describe('a rule', () => {
  const fn = { name: 'sweeper' } as Schedule['targets'][number]['fn'];
  const place = { arn: '', region: '', account: '' };
  const rule = (name: string, more: Partial<Schedule> = {}): Schedule => ({
    name,
    logicalId: name,
    ...place,
    everyMs: 60_000,
    isEnabled: true,
    targets: [{ fn, input: JSON.stringify(name) }],
    ...more,
  });

  /** Runs rules over a clock of the test's own; each run ends when its entry of `ends` is called. */
  function start(...schedules: Schedule[]) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    const begun: unknown[] = [];
    const ends: (() => void)[] = [];
    const running = startSchedules(schedules, (_fn, event) => {
      begun.push(event);
      return new Promise<InvocationOutcome>((resolve) =>
        ends.push(() => resolve({ kind: 'json', json: 'null' })),
      );
    });
    return { running, begun, ends };
  }

  test('runs at its rate, for the first time after one period', async () => {
    const { running, begun, ends } = start(rule('often'), rule('seldom', { everyMs: 180_000 }));
    for (let minute = 1; minute <= 3; minute++) {
      await vi.advanceTimersByTimeAsync(59_999);
      expect(begun).toHaveLength(minute - 1);
      await vi.advanceTimersByTimeAsync(1);
      for (const end of ends.splice(0)) end();
    }
    expect([...begun].sort()).toEqual(['often', 'often', 'often', 'seldom']);
    await running.stop();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(begun).toHaveLength(4);
  });

  test('does not run while it is running', async () => {
    const { running, begun, ends } = start(rule('slow'));
    await vi.advanceTimersByTimeAsync(180_000);
    expect(begun).toHaveLength(1);
    const fired = running.fire('slow');
    expect(begun).toHaveLength(1);
    ends.shift()!();
    await vi.waitFor(() => expect(begun).toHaveLength(2));
    ends.shift()!();
    await fired;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun).toHaveLength(3);
    ends.shift()!();
    await running.stop();
  });

  test('that is disabled runs only when it is fired', async () => {
    const { running, begun, ends } = start(rule('off', { isEnabled: false }));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(begun).toEqual([]);
    const fired = running.fire('off');
    ends.shift()!();
    await fired;
    expect(begun).toEqual(['off']);
  });

  test.each<[string, Properties, Properties, string]>([
    [
      'a time of day',
      { ScheduleExpression: 'cron(0 12 * * ? *)' },
      {},
      'The rule Sweep cannot be run locally: ScheduleExpression is cron(0 12 * * ? *); only rates such as rate(5 minutes) are supported',
    ],
    ['a wrong plural', { ScheduleExpression: 'rate(1 minutes)' }, {}, 'only rates such as'],
    ['no time', { ScheduleExpression: 'rate(0 minutes)' }, {}, 'only rates such as'],
    [
      'no schedule',
      { ScheduleExpression: undefined },
      {},
      'it has no ScheduleExpression, and there are no event',
    ],
    ['a pattern of events', { EventPattern: {} }, {}, 'its property EventPattern is not supported'],
    ['an odd state', { State: 'MAYBE' }, {}, 'its state MAYBE is not supported'],
    [
      'another target',
      {},
      { Arn: 'arn:aws:sns:us-east-1:000000000000:x' },
      'its target arn:aws:sns:us-east-1:000000000000:x is not a function of this app',
    ],
    ['a target that reshapes events', {}, { InputPath: '$.time' }, 'the property InputPath of its target is'],
  ])('with %s is refused', async (_name, properties, target, reason) => {
    const starting = startFixture({ assembly: await assemblyWithRule(properties, '', target) });
    await expect(starting).rejects.toThrow(reason);
  });

  test.each([
    ['rate(1 hour)', 3_600_000],
    ['rate(12 hours)', 43_200_000],
    ['rate(1 day)', 86_400_000],
    ['rate(15 minutes)', 900_000],
  ])('of %s runs every %d ms', async (ScheduleExpression, everyMs) => {
    const assembly = loadAssembly(await assemblyWithRule({ ScheduleExpression }));
    const resolver = createResolver(assembly, resourceValues({ baseUrl: '', queueUrl: () => '' }));
    const schedules = readSchedules(assembly, resolver, readFunctions(assembly, resolver));
    expect(schedules).toMatchObject([{ everyMs, isEnabled: true }]);
  });
});
