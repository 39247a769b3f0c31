import { AsyncLocalStorage } from 'node:async_hooks';

/** What one piece of work has asked of the database so far. */
export interface DatabaseUse {
  /** Calls in sequence; those under way at the same time count once. */
  roundTrips: number;
  /** Read and write units together, as DynamoDB counted them. */
  capacityUnits: number;
}

type Measured = DatabaseUse & { underWay: number };

const current = new AsyncLocalStorage<Measured>();

/** Runs work and counts into `use` what it asks of databases. */
export function measureDatabaseUse<T>(use: DatabaseUse, work: () => Promise<T>): Promise<T> {
  return current.run(Object.assign(use, { underWay: 0 }), work);
}

interface Capacity {
  CapacityUnits?: number | undefined;
}

/** Counts a call for the work that makes it; a repeat counts with its call. */
export async function measureCall<Input extends object, Output extends object>(
  input: Input,
  call: (input: Input) => Promise<Output>,
): Promise<Output> {
  const use = current.getStore();
  if (!use) return await call(input);
  if (use.underWay++ === 0) use.roundTrips++;
  try {
    const output = await call({ ...input, ReturnConsumedCapacity: 'TOTAL' });
    const { ConsumedCapacity = [] } = output as { ConsumedCapacity?: Capacity | Capacity[] };
    for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) use.capacityUnits += CapacityUnits;
    return output;
  } finally {
    use.underWay--;
  }
}
