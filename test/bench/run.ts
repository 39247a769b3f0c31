import { synthesize } from '../../infra/local/template/synth.ts';
import { startProxy } from '../support/dynamodb-proxy.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { checkBareLoop, countService, type Cost } from './count.ts';
import { Engine } from './engine.ts';
import { makeFixture } from './fixture.ts';
import type { LoadPart } from './load-part.ts';
import { lookAtMachine, type Machine } from './machine.ts';
import { measure, stepsOf, type Measurement, type Plan } from './measure.ts';
import { startPart, type Part } from './part.ts';
import type { Progress } from './progress.ts';
import { operationNames, type OperationName } from './requests.ts';
import type { ServicePart } from './service-part.ts';

export interface Results {
  machine: Machine;
  plan: Plan;
  costs: Record<OperationName, Cost>;
  measurements: Measurement[];
}

/** Runs the whole benchmark; ends everything that it started, also when it throws. */
export const runBench = (plan: Plan, progress: Progress): Promise<Results> =>
  inBenchFolder((home, ends) => {
    ends.push(() => progress.end());
    return run(plan, progress, home, ends);
  });

async function run(plan: Plan, progress: Progress, home: string, ends: (() => unknown)[]): Promise<Results> {
  const start = <M extends Part<never>>(part: M): M => {
    ends.push(() => part.stop());
    return part;
  };
  progress.start(2 + stepsOf(plan));
  progress.step('Looking at the machine');
  const assembly = await synthesize(ROOT);
  const machine = await lookAtMachine();

  progress.step('Counting calls and capacity');
  const proxy = await startProxy();
  ends.push(() => proxy.stop());
  const counted = start(startPart<ServicePart>('./service-part.ts'));
  const options = { home, port: 0, assembly };
  const behindProxy = await counted.call('start', { ...options, proxy: proxy.endpoint });
  const { dynamodbEndpoint: target, credentials: signedWith } = behindProxy;
  Object.assign(proxy, { target, credentials: signedWith });
  const fixture = await makeFixture(behindProxy);
  const load = start(startPart<LoadPart>('./load-part.ts'));
  await load.call('aim', { baseUrl: behindProxy.baseUrl, fixture });
  const { costs, recorded } = await countService(load, proxy);
  const bare = start(startPart<BareLoopPart>('./bare-loop-part.ts'));
  const { tableName } = behindProxy;
  const stock = true;
  const behind = { dynamodbEndpoint: proxy.endpoint, credentials: signedWith };
  await bare.call('aim', { ...behind, tableName, fixture, recorded, stock });
  await checkBareLoop(bare, proxy, costs);
  await counted.stop();

  const service = start(startPart<ServicePart>('./service-part.ts'));
  const { baseUrl, dynamodbEndpoint, credentials } = await service.call('start', options);
  await load.call('aim', { baseUrl, fixture });
  await bare.call('aim', { dynamodbEndpoint, credentials, tableName, fixture, recorded, stock });
  const setup = { service, load, bare, engine: new Engine(home, dynamodbEndpoint) };
  const measurements: Measurement[] = [];
  for (const operation of operationNames) {
    measurements.push(...(await measure(operation, setup, plan, progress)));
  }
  return { machine, plan, costs, measurements };
}
