import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
  TransactionConflictException,
} from '@aws-sdk/client-dynamodb';
import { DeleteCommand, PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { DatabaseUnavailable } from './unavailable.ts';
import type { Key, Item, Condition, Update, Change, Counter, Database } from '../core/database.ts';

const CONFLICT_ATTEMPTS = 5;

/**
 * Writes all changes or none. One change is a plain write at half the price of a transaction. A condition
 * that does not hold throws the change's own error; a database that cannot take it now DatabaseUnavailable.
 */
export async function commit(database: Database, changes: readonly Change[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  if (changes.length === 1 && !('check' in first)) return await writeOne(database, first);
  for (let attempt = 1; ; attempt++) {
    try {
      await database.client.send(
        new TransactWriteCommand({
          TransactItems: changes.map((change) => transactItem(database.tableName, change)),
        }),
      );
      return;
    } catch (error) {
      if (!(error instanceof TransactionCanceledException)) throw error;
      throwFailedCondition(changes, error);
      if (attempt === CONFLICT_ATTEMPTS || !isContention(error)) throw contentionOr(error);
      await backOff(attempt);
    }
  }
}

/**
 * The SDK repeats a write whose answer was lost, and the repeat fails the condition that the first one met.
 * A mark in the item tells such an echo of one's own write from a race that another won; a transaction needs
 * none, since its client token does the same.
 */
async function writeOne(
  { client, tableName }: Database,
  change: Exclude<Change, { check: Key }>,
): Promise<void> {
  const mark = randomBytes(6).toString('base64url');
  const parameters = {
    ...request(tableName, change.if ? marked(change, mark) : change),
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  } as const;
  const send = () => {
    if ('put' in change) return client.send(new PutCommand(parameters as never));
    if ('update' in change) return client.send(new UpdateCommand(parameters as never));
    return client.send(new DeleteCommand(parameters as never));
  };
  for (let attempt = 1; ; attempt++) {
    try {
      await send();
      return;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException && change.onConditionFailed) {
        const current = error.Item && (unmarshall(error.Item) as Item);
        if (current?.['mark'] === mark) return;
        throw change.onConditionFailed(current);
      }
      if (!(error instanceof TransactionConflictException) || attempt === CONFLICT_ATTEMPTS) throw error;
      await backOff(attempt);
    }
  }
}

/** Waits 10 to 20 ms after the first attempt, and twice as long after each further one. */
const backOff = (attempt: number): Promise<void> => delay(2 ** attempt * 5 * (1 + Math.random()));

function marked<C extends Change>(change: C, mark: string): C {
  if ('put' in change) return { ...change, put: { ...change.put, mark } };
  if ('update' in change) return { ...change, with: { ...change.with, set: { ...change.with.set, mark } } };
  return change;
}

function throwFailedCondition(changes: readonly Change[], error: TransactionCanceledException): void {
  error.CancellationReasons?.forEach((reason, position) => {
    const onConditionFailed = changes[position]?.onConditionFailed;
    if (reason.Code !== 'ConditionalCheckFailed' || !onConditionFailed) return;
    // lib-dynamodb leaves the items of cancellation reasons marshalled.
    throw onConditionFailed(reason.Item && (unmarshall(reason.Item) as Item));
  });
}

const contention = new Set(['TransactionConflict', 'ThrottlingError', 'ProvisionedThroughputExceeded']);

const isContention = (error: TransactionCanceledException): boolean =>
  error.CancellationReasons?.every(({ Code }) => !Code || Code === 'None' || contention.has(Code)) ?? false;

const contentionOr = (error: TransactionCanceledException): Error =>
  isContention(error)
    ? new DatabaseUnavailable('The transaction kept meeting others.', { cause: error })
    : error;

function transactItem(tableName: string, change: Change) {
  const parameters = {
    ...request(tableName, change),
    ...(change.if ? { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' as const } : {}),
  } as never;
  if ('put' in change) return { Put: parameters };
  if ('update' in change) return { Update: parameters };
  if ('check' in change) return { ConditionCheck: parameters };
  return { Delete: parameters };
}

function request(TableName: string, change: Change) {
  const expression = new Expression();
  const ConditionExpression = change.if && expression.condition(change.if);
  const UpdateExpression = 'update' in change ? expression.update(change.with) : undefined;
  return {
    TableName,
    ...('put' in change ? { Item: change.put } : { Key: keyOf(change) }),
    ...(UpdateExpression ? { UpdateExpression } : {}),
    ...(ConditionExpression ? { ConditionExpression } : {}),
    ...expression.attributes(),
  };
}

function keyOf(change: Exclude<Change, { put: Item }>): Key {
  const { pk, sk } = 'update' in change ? change.update : 'check' in change ? change.check : change.delete;
  return { pk, sk };
}

/** Writes expressions, with every attribute under a `#name` since many plain ones are reserved words. */
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

  condition(condition: Condition): string {
    const pk = this.#name('pk');
    if (condition === 'absent') return `attribute_not_exists(${pk})`;
    if (condition === 'present') return `attribute_exists(${pk})`;
    if ('absentOrAtMost' in condition) {
      const { attribute, value } = condition.absentOrAtMost;
      return `attribute_not_exists(${pk}) OR ${this.#name(attribute)} <= ${this.#value(value)}`;
    }
    if ('above' in condition) {
      const { attribute, value } = condition.above;
      return `attribute_exists(${pk}) AND ${this.#name(attribute)} > ${this.#value(value)}`;
    }
    if ('lacks' in condition || 'holds' in condition) {
      const { attribute, value } = 'lacks' in condition ? condition.lacks : condition.holds;
      const contains = `contains(${this.#name(attribute)}, ${this.#value(value)})`;
      return `attribute_exists(${pk}) AND ${'lacks' in condition ? 'NOT ' : ''}${contains}`;
    }
    const equalities = Object.entries(condition.equals).map(([attribute, value]) =>
      value === undefined
        ? `attribute_not_exists(${this.#name(attribute)})`
        : `${this.#name(attribute)} = ${this.#value(value)}`,
    );
    const bounds = Object.entries(condition.below ?? {}).map(
      ([attribute, bound]) => `${this.#name(attribute)} < ${this.#value(bound)}`,
    );
    return [`attribute_exists(${pk})`, ...equalities, ...bounds].join(' AND ');
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

/** Adds one to a counter, notes when, and returns it; the first number is 1. */
export async function increment({ client, tableName }: Database, key: Key, now: Date): Promise<Counter> {
  const { Attributes } = await client.send(
    new UpdateCommand({
      TableName: tableName,
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: 'ADD #count :one SET #drawnAt = :now',
      ExpressionAttributeNames: { '#count': 'count', '#drawnAt': 'drawnAt' },
      ExpressionAttributeValues: { ':one': 1, ':now': now.toISOString() },
      ReturnValues: 'ALL_NEW',
    }),
  );
  return Attributes as Counter;
}
