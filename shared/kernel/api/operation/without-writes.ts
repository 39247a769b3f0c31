import type { CallInput, CallOutput, DatabaseClient } from '../../core/database.ts';
import type { Services } from '../../core/services.ts';

/**
 * Services whose database answers writes without making them, so that operations return what would be. Their conditions
 * are not evaluated: what operations read decides.
 */
export function withoutWrites({ database, ...services }: Services): Services {
  const { client } = database;
  const answers: { [Name in keyof Answers]: (input: CallInput<Name>) => Promise<CallOutput<Name>> } = {
    PutItem: async () => ({}),
    DeleteItem: async () => ({}),
    TransactWriteItems: async () => ({}),
    async UpdateItem({ TableName, Key, ReturnValues, ExpressionAttributeValues }) {
      if (ReturnValues === undefined) return {};
      // A counter: the number that would be drawn.
      const { Item = {} } = await client.call('GetItem', { TableName, Key });
      const amount = Number(ExpressionAttributeValues?.[':amount'] ?? 0);
      return { Attributes: { ...Item, count: Number(Item['count'] ?? 0) + amount } };
    },
  };
  const dry: DatabaseClient = {
    sdk: () => client.sdk(),
    destroy: () => undefined,
    async call(name, input, options) {
      if (!(name in answers)) return await client.call(name, input, options);
      const answer = answers[name as keyof Answers] as (sent: object) => Promise<object>;
      return (await answer(input)) as CallOutput<typeof name>;
    },
  };
  return { ...services, database: { ...database, client: dry } };
}

type Answers = Record<'PutItem' | 'DeleteItem' | 'TransactWriteItems' | 'UpdateItem', unknown>;
