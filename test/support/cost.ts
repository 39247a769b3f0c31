import type { DynamoDbProxy, ProxiedCall } from './dynamodb-proxy.ts';

/** What an operation costs: DynamoDB round trips in sequence, capacity units, and items. */
export interface Cost {
  trips: number;
  readUnits: number;
  writeUnits: number;
  items: number;
}

const isOfLimits = ({ operation, body }: ProxiedCall): boolean =>
  operation === 'GetItem' && body.Key?.sk?.S === '#LIMITS' && body.ConsistentRead !== true;

/** Measures an action behind a proxy, which tells calls side by side from those after each other. */
export async function measureCost(proxy: DynamoDbProxy, action: () => Promise<unknown>): Promise<Cost> {
  proxy.reset();
  proxy.quietMs = 200;
  await action();
  proxy.quietMs = 0;
  // A sandbox reads a workspace's own limits with its first request of each minute (rate-limiter.unit.test.ts): whichever
  // request that is, it is not what the operation costs.
  proxy.calls = proxy.calls.filter((call) => !isOfLimits(call));
  const sum = (of: 'readUnits' | 'writeUnits' | 'items') =>
    proxy.calls.reduce((total, call) => total + call[of], 0);
  return {
    trips: proxy.roundTrips(),
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    items: sum('items'),
  };
}
