import type { DynamoDbProxy, Fault } from './dynamodb-proxy.ts';

/** How a call is broken, and whether every later call is refused too, as when the function dies there. */
export type Breakage = [name: string, fault: Fault, dies: boolean];

export const breakages: Breakage[] = [
  ['the answer is lost', 'lose-answer', false],
  ['the function dies after the call', 'lose-answer', true],
  ['the function dies before the call', 'refuse', true],
  ['the database throttles once', 'throttle', false],
  ['another transaction is in the way', 'conflict', false],
  ['a batch is answered in part', 'leave-unprocessed', false],
];

/** From now on the call of that number is broken, counted from 1. */
export function breakAt(proxy: DynamoDbProxy, number: number, fault: Fault, dies: boolean): void {
  proxy.reset();
  proxy.fault = (_operation, at) => (at === number ? fault : dies && at > number ? 'refuse' : undefined);
}
