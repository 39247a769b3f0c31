import type { BareLoopPart } from './bare-loop-part.ts';
import type { Engine } from './engine.ts';
import type { LoadPart } from './load-part.ts';
import { busyTime } from './machine.ts';
import type { Part } from './part.ts';
import type { Progress } from './progress.ts';
import type { OperationName } from './requests.ts';
import type { ServicePart } from './service-part.ts';
import { median, quantile, sum } from './statistics.ts';

export interface Plan {
  connections: readonly number[];
  rounds: number;
  sliceMs: number;
  /**
   * Requests before the first measurement of an operation, and half as many turns of the bare loop: V8 goes on
   * compiling for some ten thousand requests in each of its isolates, and the service has two or more.
   */
  warmUp: Record<OperationName, number>;
}

interface Setup {
  service: Part<ServicePart>;
  load: Part<LoadPart>;
  bare: Part<BareLoopPart>;
  engine: Engine;
}

/** CPU time in milliseconds. */
interface Cpu {
  service: number;
  engine: number;
  load: number;
  bare: number;
  /** Everything else on the machine. */
  others: number;
}

export interface Measurement {
  operation: OperationName;
  connections: number;
  perSecond: number;
  /** Milliseconds. */
  p50: number;
  p99: number;
  barePerSecond: number;
  /** Requests of the service for each turn of the bare loop in the same round. */
  ratio: { median: number; lowest: number; highest: number };
  /** CPU milliseconds per request, and per turn of the bare loop, whose writes the service's stream hears of too. */
  cpu: {
    service: number;
    engine: number;
    load: number;
    bare: number;
    bareEngine: number;
    bareStream: number;
  };
  /** CPU time that other processes took, and the time of all slices, in milliseconds. */
  others: number;
  ms: number;
}

/** The engine is started anew before it has made this many transactions. */
const TRANSACTIONS_MAX = 3_000;
const AFTER_RESTART = 100;

export const stepsOf = ({ connections, rounds }: Plan): number => 4 * connections.length * (rounds + 1);

/** Warms up, then measures an operation at each number of connections: bare loop and service take turns. */
export async function measure(
  operation: OperationName,
  setup: Setup,
  plan: Plan,
  progress: Progress,
): Promise<Measurement[]> {
  const { load, bare } = setup;
  const measurements: Measurement[] = [];
  for (const connections of plan.connections) {
    progress.step(`${operation}, ${connections} connections: warm-up`);
    const warmUp = measurements.length === 0 ? plan.warmUp[operation] : 10 * connections;
    await load.call('run', { operation, connections: 16, until: { requests: warmUp } });
    await bare.call('run', { operation, connections: 16, until: { requests: warmUp / 2 } });
    measurements.push(await alternate(operation, connections, setup, plan, progress));
  }
  return measurements;
}

async function alternate(
  operation: OperationName,
  connections: number,
  setup: Setup,
  { rounds, sliceMs }: Plan,
  progress: Progress,
): Promise<Measurement> {
  const run = { operation, connections, until: { ms: sliceMs } };
  const served: Slice[] = [];
  const looped: Slice[] = [];
  let transactions = Infinity;
  for (let round = 0; round < rounds; round++) {
    progress.step(`${operation}, ${connections} connections: round ${round + 1} of ${rounds}`);
    if (operation === 'create' && transactions > TRANSACTIONS_MAX) {
      await restartEngine(setup, connections);
      transactions = 0;
    }
    const sides = [
      async () => served.push(await slice(setup, () => setup.load.call('run', run))),
      async () => looped.push(await slice(setup, () => setup.bare.call('run', run))),
    ];
    // Who begins changes, so that a machine that grows slower favors neither.
    for (const side of round % 2 === 0 ? sides : sides.reverse()) await side();
    transactions += 1.5 * (served.at(-1)!.requests + looped.at(-1)!.requests);
  }
  return summary(operation, connections, served, looped);
}

/** Both sides reach the new engine before they are measured on it. */
async function restartEngine({ engine, load, bare }: Setup, connections: number): Promise<void> {
  await engine.restart();
  const run = { operation: 'create' as const, connections, until: { requests: AFTER_RESTART } };
  await load.call('run', run);
  await bare.call('run', run);
}

interface Slice {
  requests: number;
  ms: number;
  latencies?: Float64Array;
  cpu: Cpu;
}

async function slice(
  setup: Setup,
  run: () => Promise<{ requests: number; ms: number; latencies?: Float64Array }>,
): Promise<Slice> {
  // What earlier writes set off is not this slice's.
  await setup.service.call('settle', undefined);
  const before = await cpuTimes(setup);
  const result = await run();
  const after = await cpuTimes(setup);
  const used = (name: keyof Cpu) => after[name] - before[name];
  const own = { service: used('service'), engine: used('engine'), load: used('load'), bare: used('bare') };
  return { ...result, cpu: { ...own, others: Math.max(0, used('others') - sum(Object.values(own))) } };
}

/** In `others` stands what all processes have used together. */
async function cpuTimes({ service, load, bare, engine }: Setup): Promise<Cpu> {
  const [ofService, ofLoad, ofBare] = await Promise.all([service.cpu(), load.cpu(), bare.cpu()]);
  return { service: ofService, load: ofLoad, bare: ofBare, engine: engine.cpu(), others: busyTime() };
}

function summary(
  operation: OperationName,
  connections: number,
  served: readonly Slice[],
  looped: readonly Slice[],
): Measurement {
  const perSecond = ({ requests, ms }: Slice) => (requests / ms) * 1_000;
  const perRequest = (slices: readonly Slice[], of: keyof Cpu) =>
    sum(slices.map(({ cpu }) => cpu[of])) / sum(slices.map(({ requests }) => requests));
  const ratios = served.map((side, round) => perSecond(side) / perSecond(looped[round]!));
  const latencies = served.flatMap((side) => [...side.latencies!]);
  const all = [...served, ...looped];
  return {
    operation,
    connections,
    perSecond: median(served.map(perSecond)),
    p50: median(latencies),
    p99: quantile(latencies, 0.99),
    barePerSecond: median(looped.map(perSecond)),
    ratio: { median: median(ratios), lowest: Math.min(...ratios), highest: Math.max(...ratios) },
    cpu: {
      service: perRequest(served, 'service'),
      engine: perRequest(served, 'engine'),
      load: perRequest(served, 'load'),
      bare: perRequest(looped, 'bare'),
      bareEngine: perRequest(looped, 'engine'),
      bareStream: perRequest(looped, 'service'),
    },
    others: sum(all.map(({ cpu }) => cpu.others)),
    ms: sum(all.map(({ ms }) => ms)),
  };
}
