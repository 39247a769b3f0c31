import type { DynamoDbProxy } from '../support/dynamodb-proxy.ts';
import type { Part } from './part.ts';
import type { LoadPart } from './load-part.ts';
import type { BareLoopPart } from './bare-loop-part.ts';
import type { RecordedCall } from './replay.ts';
import { operationNames, type OperationName } from './requests.ts';

/** What one request costs at the database. */
export interface Cost {
  /** The commands, in their order. */
  commands: string[];
  /** Calls in sequence; those made side by side count once. */
  roundTrips: number;
  readUnits: number;
  writeUnits: number;
}

const REQUESTS = 5;

/** Counts the cost of operations at the proxy, and keeps the calls of its last request. */
export async function countService(
  load: Part<LoadPart>,
  proxy: DynamoDbProxy,
  operations: readonly OperationName[] = operationNames,
) {
  const costs = {} as Record<OperationName, Cost>;
  const recorded = {} as Record<OperationName, RecordedCall[]>;
  for (const operation of operations) {
    costs[operation] = await steadyCost(operation, load, proxy);
    recorded[operation] = proxy.calls.map(({ operation: command, body }) => ({
      operation: command,
      body: body as Record<string, unknown>,
    }));
  }
  return { costs, recorded };
}

/** Makes sure that the bare loop makes the same calls at the same cost; what it is compared by rests on that. */
export async function checkBareLoop(
  bare: Part<BareLoopPart>,
  proxy: DynamoDbProxy,
  costs: Record<OperationName, Cost>,
): Promise<void> {
  for (const operation of operationNames) {
    const [expected, actual] = [costs[operation], await steadyCost(operation, bare, proxy)].map((cost) =>
      JSON.stringify(cost),
    );
    if (actual !== expected) {
      throw new Error(`The bare loop's calls for ${operation} are ${actual}, the service's ${expected}.`);
    }
  }
}

/** The cost of a request of its own; throws where it is not the same each time. */
async function steadyCost(
  operation: OperationName,
  part: Part<LoadPart> | Part<BareLoopPart>,
  proxy: DynamoDbProxy,
): Promise<Cost> {
  const run = { operation, connections: 1, until: { requests: 1 } };
  const seen = new Set<string>();
  for (let request = 0; request < REQUESTS; request++) {
    proxy.reset();
    await part.call('run', run);
    seen.add(JSON.stringify(costOf(proxy)));
  }
  if (seen.size > 1) throw new Error(`The cost of ${operation} varies: ${[...seen].join(' ')}`);
  return costOf(proxy);
}

const costOf = (proxy: DynamoDbProxy): Cost => ({
  commands: proxy.calls.map(({ operation }) => operation),
  roundTrips: proxy.roundTrips(),
  readUnits: proxy.calls.reduce((sum, { readUnits }) => sum + readUnits, 0),
  writeUnits: proxy.calls.reduce((sum, { writeUnits }) => sum + writeUnits, 0),
});
