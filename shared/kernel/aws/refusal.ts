import type { Item } from '../core/database.ts';

/** By the names of DynamoDB's errors; asking again would be answered the same way, and the SDK does not. */
const REFUSALS = [
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'TransactionConflictException',
] as const;
type RefusalName = (typeof REFUSALS)[number];

/** Why one change of a transaction was refused; `item` is the current one, if its condition failed. */
interface CancellationReason {
  code: string | undefined;
  item: Item | undefined;
}

interface RefusalDetails {
  /** The current item, if the condition of a single change failed. */
  item?: Item | undefined;
  /** Of a transaction, in the order of its changes. */
  reasons?: CancellationReason[];
}

/** DynamoDB did not make a write because of a condition or of another write. */
export class DatabaseRefusal extends Error {
  override name: RefusalName;
  item: Item | undefined;
  reasons: CancellationReason[];
  /** Whether there were attempts before this one, of which one may have had its effect. */
  repeated = false;

  constructor(name: RefusalName, message: string, { item, reasons = [] }: RefusalDetails) {
    super(message);
    this.name = name;
    this.item = item;
    this.reasons = reasons;
  }
}

export const isRefusal = (error: unknown, name: RefusalName): error is DatabaseRefusal =>
  error instanceof DatabaseRefusal && error.name === name;

/** The members of such an error, in JSON or as the SDK has parsed it. */
interface AwsErrorMembers {
  message?: string;
  Item?: object;
  CancellationReasons?: { Code?: string; Item?: object }[];
}

/** The refusal that an error of that name is, or undefined; `unmarshall` returns an item's values. */
export function toRefusal(
  name: string,
  { message = '', Item, CancellationReasons }: AwsErrorMembers,
  unmarshall: (item: object) => unknown,
): DatabaseRefusal | undefined {
  const refused = REFUSALS.find((one) => one === name);
  if (!refused) return undefined;
  const itemOf = (item: object | undefined) => item && (unmarshall(item) as Item);
  return new DatabaseRefusal(refused, message, {
    item: itemOf(Item),
    reasons: CancellationReasons?.map((reason) => ({ code: reason.Code, item: itemOf(reason.Item) })) ?? [],
  });
}
