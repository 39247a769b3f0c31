import { AsyncLocalStorage } from 'node:async_hooks';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** What one piece of work has asked of the database so far. */
export interface DatabaseUse {
  /** Calls in sequence; those under way at the same time count once. */
  roundTrips: number;
  /** Read and write units together, as DynamoDB counted them. */
  capacityUnits: number;
}

type Measured = DatabaseUse & { underWay: number };

const current = new AsyncLocalStorage<Measured>();

/** Runs work and counts into `use` what it asks of databases whose clients are measured. */
export function measureDatabaseUse<T>(use: DatabaseUse, work: () => Promise<T>): Promise<T> {
  return current.run(Object.assign(use, { underWay: 0 }), work);
}

interface Capacity {
  CapacityUnits?: number | undefined;
}

/** Has a client's calls counted for the work that makes them; a repeat by the SDK counts with its call. */
export function measureClient(client: DynamoDBDocumentClient): void {
  client.middlewareStack.add(
    (next) => async (args) => {
      const use = current.getStore();
      if (!use) return await next(args);
      if (use.underWay++ === 0) use.roundTrips++;
      try {
        const answer = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: 'TOTAL' } });
        const { ConsumedCapacity = [] } = answer.output as { ConsumedCapacity?: Capacity | Capacity[] };
        for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) use.capacityUnits += CapacityUnits;
        return answer;
      } finally {
        use.underWay--;
      }
    },
    { step: 'initialize', name: 'measureUse' },
  );
}
