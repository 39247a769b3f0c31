import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { automation, type Actor } from '../core/actor.ts';
import { WriteConflict } from '../core/errors.ts';
import { signatureOfDeletion, signChanges } from './signature.ts';
import { isRefusal, type DatabaseRefusal } from '../aws/refusal.ts';
import { DatabaseUnavailable, HoldsUpOthers } from './unavailable.ts';
import type {
  CallInput,
  Key,
  Item,
  Condition,
  Update,
  Change,
  DrawnNumber,
  Database,
} from '../core/database.ts';

/**
 * How long a write that conflicts with others in DynamoDB is sent again before the caller gets the error, in milliseconds.
 * Transactions on one item take about 8 ms each: a hundred at once are through in two seconds.
 */
const CONTENTION_MS = 5_000;
/** The same for a write whose caller can write something else instead. */
const BRIEF_CONTENTION_MS = 200;
/** The longest wait before the second attempt; it doubles with each further one, up to the last. */
const FIRST_WAIT_MS = 20;
const LONGEST_WAIT_MS = 640;

/**
 * Writes all changes or none, signed by their actor and, if there is one, with their change set. A single change is a plain write at half the price of a
 * transaction. A failed condition throws the change's own error; a database that is unavailable throws
 * DatabaseUnavailable, which is HoldsUpOthers if others kept writing the same items.
 */
export async function commit(
  database: Database,
  unsigned: readonly Change[],
  actor: Actor = automation,
  changeSetId?: string,
): Promise<void> {
  const changes = signChanges(unsigned, actor, changeSetId);
  const [first] = changes;
  if (!first) return;
  if (changes.length === 1 && !('check' in first)) return await writeOne(database, first);
  await writeAll(database, changes, CONTENTION_MS);
}

/** Writes the first changes or, if others keep writing the same items for a fifth of a second, the second. */
export async function commitEither(
  database: Database,
  [changes, whenContended]: readonly [readonly Change[], readonly Change[]],
  ...by: [actor: Actor, changeSetId?: string]
): Promise<void> {
  try {
    await writeAll(database, signChanges(changes, ...by), BRIEF_CONTENTION_MS);
  } catch (error) {
    if (!(error instanceof HoldsUpOthers)) throw error;
    await commit(database, whenContended, ...by);
  }
}

async function writeAll(database: Database, changes: readonly Change[], contentionMs: number): Promise<void> {
  const TransactItems = changes.map((change) => transactItem(database.tableName, change));
  try {
    await sendPastContention(
      () => database.client.call('TransactWriteItems', { TransactItems }),
      contentionMs,
    );
  } catch (error) {
    if (!isRefusal(error, 'TransactionCanceledException')) throw error;
    throwFailedCondition(changes, error);
    if (!isContention(error)) throw error;
    // Others would be throttled too: their records wait with these.
    if (error.reasons.some(({ code }) => throttles.has(code ?? '')))
      throw new DatabaseUnavailable('The transaction was throttled.', { cause: error });
    throw new HoldsUpOthers('The transaction kept meeting others.', { cause: error });
  }
}

/** Like commit, but returns false if a change lost a race, that is, if its condition threw WriteConflict. */
export async function tryCommit(
  database: Database,
  changes: readonly Change[],
  actor?: Actor,
  changeSetId?: string,
): Promise<boolean> {
  try {
    await commit(database, changes, actor, changeSetId);
    return true;
  } catch (error) {
    if (error instanceof WriteConflict) return false;
    throw error;
  }
}

/**
 * The SDK retries a write whose response was lost, and the retry fails the condition that the first attempt
 * met. A marker in the item distinguishes such a retry from a race lost to another writer, and what a repeated deletion
 * no longer finds is deleted; transactions do not need that, because of their client token.
 */
async function writeOne(
  { client, tableName }: Database,
  change: Exclude<Change, { check: Key }>,
): Promise<void> {
  const mark = randomBytes(6).toString('base64url');
  const item = transactItem(tableName, change.if ? marked(change, mark) : change);
  try {
    await sendPastContention<unknown>(() => {
      if (item.Put) return client.call('PutItem', item.Put);
      if (item.Update) return client.call('UpdateItem', item.Update);
      return client.call('DeleteItem', item.Delete!);
    });
  } catch (error) {
    if (!isRefusal(error, 'ConditionalCheckFailedException') || !change.onConditionFailed) throw error;
    if ('delete' in change && error.repeated && !error.item) return;
    if (error.item?.['mark'] !== mark) throw change.onConditionFailed(error.item);
  }
}

/**
 * Signs the item of a resource that the changes are about to delete, if they do, under the condition of its deletion
 * and with its error. What is deleted along with it is not signed: that follows automatically.
 */
export async function signDeletion(
  database: Database,
  changes: readonly Change[],
  resourceId: string,
  actor: Actor,
  changeSetId?: string,
): Promise<void> {
  const signature = signatureOfDeletion(changes, resourceId, actor, changeSetId);
  if (signature) await commit(database, [signature]);
}

async function sendPastContention<T>(send: () => Promise<T>, contentionMs = CONTENTION_MS): Promise<T> {
  const until = performance.now() + contentionMs;
  for (let attempt = 0; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (performance.now() > until || !isContention(error)) throw error;
      await delay(Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt));
    }
  }
}

function marked<C extends Change>(change: C, mark: string): C {
  if ('put' in change) return { ...change, put: { ...change.put, mark } };
  if ('update' in change) return { ...change, with: { ...change.with, set: { ...change.with.set, mark } } };
  return change;
}

function throwFailedCondition(changes: readonly Change[], { reasons }: DatabaseRefusal): void {
  reasons.forEach(({ code, item }, position) => {
    const onConditionFailed = changes[position]?.onConditionFailed;
    if (code === 'ConditionalCheckFailed' && onConditionFailed) throw onConditionFailed(item);
  });
}

const throttles = new Set(['ThrottlingError', 'ProvisionedThroughputExceeded']);
const contention = new Set(['TransactionConflict', ...throttles]);

/** Whether a write failed only because DynamoDB was processing other writes to the same items. */
function isContention(error: unknown): boolean {
  if (isRefusal(error, 'TransactionConflictException')) return true;
  if (!isRefusal(error, 'TransactionCanceledException')) return false;
  return error.reasons.every(({ code }) => code === undefined || code === 'None' || contention.has(code));
}

type TransactItem = NonNullable<CallInput<'TransactWriteItems'>['TransactItems']>[number];

/** A change as DynamoDB input, alone or in a transaction. */
function transactItem(TableName: string, change: Change): TransactItem {
  const expression = new Expression();
  const ConditionExpression = change.if && expression.condition(change.if);
  const UpdateExpression = 'update' in change ? expression.update(change.with) : '';
  const common = {
    TableName,
    ...(ConditionExpression
      ? { ConditionExpression, ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const }
      : {}),
    ...expression.attributes(),
  };
  if ('put' in change) return { Put: { ...common, Item: change.put } };
  const Key = keyOf(change);
  if ('update' in change) {
    return { Update: { ...common, Key, UpdateExpression } };
  }
  if ('delete' in change) return { Delete: { ...common, Key } };
  return { ConditionCheck: { ...common, Key, ConditionExpression: ConditionExpression! } };
}

function keyOf(change: Exclude<Change, { put: Item }>): Key {
  const { pk, sk } = 'update' in change ? change.update : 'check' in change ? change.check : change.delete;
  return { pk, sk };
}

/** Builds expressions with a `#name` for every attribute, since many names are reserved words. */
class Expression {
  readonly #names: Record<string, string> = {};
  readonly #values: Record<string, unknown> = {};

  #name(attribute: string): string {
    this.#names[`#${attribute}`] = attribute;
    return `#${attribute}`;
  }

  #value(value: unknown): string {
    const name = `:v${Object.keys(this.#values).length}`;
    this.#values[name] = value;
    return name;
  }

  #compared(attribute: string, operator: string, value: unknown): string {
    return `${this.#name(attribute)} ${operator} ${this.#value(value)}`;
  }

  condition(condition: Condition): string {
    const pk = this.#name('pk');
    const present = `attribute_exists(${pk})`;
    const absent = `attribute_not_exists(${pk})`;
    if (condition === 'absent') return absent;
    if (condition === 'present') return present;
    if ('absentOrAtMost' in condition) {
      const { attribute, value } = condition.absentOrAtMost;
      return `${absent} OR ${this.#compared(attribute, '<=', value)}`;
    }
    if ('absentOrAbove' in condition) {
      const { attribute, value } = condition.absentOrAbove;
      return `${absent} OR ${this.#compared(attribute, '>', value)}`;
    }
    if ('above' in condition) {
      const { attribute, value } = condition.above;
      return `${present} AND ${this.#compared(attribute, '>', value)}`;
    }
    if ('lacks' in condition || 'holds' in condition) {
      const { attribute, value } = 'lacks' in condition ? condition.lacks : condition.holds;
      const contains = `contains(${this.#name(attribute)}, ${this.#value(value)})`;
      return `${present} AND ${'lacks' in condition ? 'NOT ' : ''}${contains}`;
    }
    const equalities = Object.entries(condition.equals).map(([attribute, value]) =>
      value === undefined
        ? `attribute_not_exists(${this.#name(attribute)})`
        : this.#compared(attribute, '=', value),
    );
    const bounds = Object.entries(condition.below ?? {}).map(([attribute, bound]) =>
      this.#compared(attribute, '<', bound),
    );
    return [present, ...equalities, ...bounds].join(' AND ');
  }

  update({ set = {}, remove = [], add = {}, delete: taken = {} }: Update): string {
    const pairs = (values: Record<string, unknown>, operator: string) =>
      Object.entries(values).map(
        ([attribute, value]) => `${this.#name(attribute)}${operator}${this.#value(value)}`,
      );
    const clauses: [string, string[]][] = [
      ['SET', pairs(set, ' = ')],
      ['REMOVE', remove.map((attribute) => this.#name(attribute))],
      ['ADD', pairs(add, ' ')],
      ['DELETE', pairs(taken, ' ')],
    ];
    return clauses
      .filter(([, parts]) => parts.length > 0)
      .map(([verb, parts]) => `${verb} ${parts.join(', ')}`)
      .join(' ');
  }

  attributes() {
    return {
      ...(Object.keys(this.#names).length ? { ExpressionAttributeNames: this.#names } : {}),
      ...(Object.keys(this.#values).length ? { ExpressionAttributeValues: this.#values } : {}),
    };
  }
}

/** Increments a counter by 1 or another amount, records the time, and returns the counter; the first number is 1. */
export async function increment(
  { client, tableName }: Database,
  key: Key,
  now: Date,
  amount = 1,
): Promise<DrawnNumber> {
  const { Attributes } = await client.call('UpdateItem', {
    TableName: tableName,
    Key: { pk: key.pk, sk: key.sk },
    UpdateExpression: 'ADD #count :amount SET #drawnAt = :now',
    ExpressionAttributeNames: { '#count': 'count', '#drawnAt': 'drawnAt' },
    ExpressionAttributeValues: { ':amount': amount, ':now': now.toISOString() },
    ReturnValues: 'ALL_NEW',
  });
  return Attributes as DrawnNumber;
}
