import { isWrite, type DynamoDbProxy, type Fault, type ProxiedCall } from './dynamodb-proxy.ts';

/** How a call is broken, and whether every later call is refused too, as when the function dies there. */
type Breakage = [name: string, fault: Fault, dies: boolean];

export const breakages: Breakage[] = [
  ['the answer is lost', 'lose-answer', false],
  ['the function dies after the call', 'lose-answer', true],
  ['the function dies before the call', 'refuse', true],
  ['the database throttles once', 'throttle', false],
  ['another transaction is in the way', 'conflict', false],
  ['a batch is answered in part', 'leave-unprocessed', false],
];

/** Whether a fault makes a difference to a call. */
function hits(fault: Fault, operation: string): boolean {
  if (fault === 'conflict') return isWrite(operation);
  return fault !== 'leave-unprocessed' || operation === 'BatchGetItem';
}

/** How many of some calls a fault makes a difference to. */
export const countBreakable = (calls: readonly ProxiedCall[], fault: Fault): number =>
  calls.filter(({ operation }) => hits(fault, operation)).length;

interface Prepared<A> {
  send: () => Promise<A>;
  verify: (answer: A) => Promise<void>;
}

/** The calls of what is sent when all is well. */
export async function recordCalls<A>(
  proxy: DynamoDbProxy,
  prepare: () => Promise<Prepared<A>>,
): Promise<ProxiedCall[]> {
  const { send, verify } = await prepare();
  proxy.reset();
  const answer = await send();
  const calls = [...proxy.calls];
  await verify(answer);
  return calls;
}

/** From now on the call of that number is broken, counted from 1 among those that the fault can break. */
export function breakAt(proxy: DynamoDbProxy, number: number, fault: Fault, dies: boolean): void {
  proxy.reset();
  let left = number;
  proxy.fault = (operation) => {
    if (left === 0) return dies ? 'refuse' : undefined;
    if (!hits(fault, operation) || --left > 0) return undefined;
    return fault;
  };
}
