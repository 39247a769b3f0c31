import { AsyncLocalStorage } from 'node:async_hooks';

/** The database calls that a unit of work has made so far. */
export interface DatabaseUse {
  /** The number of sequential calls; concurrent ones count once. */
  roundTrips: number;
  /** Read and write units together, as DynamoDB counted them. */
  capacityUnits: number;
}

type Measured = DatabaseUse & { underWay: number; requestId: string | undefined };

const current = new AsyncLocalStorage<Measured>();

/** Runs the work of a request and adds its database calls to `use`. */
export function measureDatabaseUse<T>(
  use: DatabaseUse,
  work: () => Promise<T>,
  requestId?: string,
): Promise<T> {
  return current.run(Object.assign(use, { underWay: 0, requestId }), work);
}

/** The id of the request that the current work belongs to; undefined for what no request waits for. */
export const currentRequestId = (): string | undefined => current.getStore()?.requestId;

interface Capacity {
  CapacityUnits?: number | undefined;
}

/** Adds a call to the use of the current work; retries count as part of the call. */
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
