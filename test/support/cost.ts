import type { DynamoDbProxy } from './dynamodb-proxy.ts';

/** What an operation costs: DynamoDB round trips in sequence, capacity units, and items. */
export interface Cost {
  trips: number;
  readUnits: number;
  writeUnits: number;
  items: number;
}

/**
 * Measures an action behind a proxy, which tells calls side by side from those after each other. What the SDK repeats, because
 * a busy machine answered too late, is not what the action costs.
 */
export async function measureCost(proxy: DynamoDbProxy, action: () => Promise<unknown>): Promise<Cost> {
  proxy.reset();
  proxy.quietMs = 200;
  await action();
  proxy.quietMs = 0;
  const calls = proxy.calls.filter(({ repeated }) => !repeated);
  const sum = (of: 'readUnits' | 'writeUnits' | 'items') =>
    calls.reduce((total, call) => total + call[of], 0);
  return {
    trips: proxy.roundTrips(),
    readUnits: sum('readUnits'),
    writeUnits: sum('writeUnits'),
    items: sum('items'),
  };
}
