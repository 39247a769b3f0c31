import type { CallInput, CallName, CallOutput, DatabaseClient, Item, Key } from '../../core/database.ts';
import type { Services } from '../../core/services.ts';

/** An item as a write would leave it; null once it would be deleted. */
export interface Effect {
  key: Key;
  item: Item | null;
}

/** Services that make no write, and what the writes would have done. */
export interface Hypothesis {
  services: Services;
  /** What was written since it began, in order: of each item the last. */
  effects: () => Effect[];
  /** The teams of what was read and written. */
  teamIds: () => string[];
}

type WriteName = 'PutItem' | 'UpdateItem' | 'DeleteItem' | 'TransactWriteItems';
type Answers = { [Name in WriteName]: (input: CallInput<Name>) => Promise<CallOutput<Name>> };

/**
 * Services whose database answers writes without making them, so that operations return what would be. What was written,
 * and the effects that it begins with, is found again by its key; queries do not find it, and no condition is evaluated.
 */
export function hypothesis({ database, ...services }: Services, earlier: readonly Effect[] = []): Hypothesis {
  const { client } = database;
  const known = new Map(earlier.map((effect) => [nameOf(effect.key), effect]));
  const written = new Map<string, Effect>();
  const teams = new Set<string>();
  const see = (item: Item | undefined | null) => {
    const teamId = item ? teamOf(item) : undefined;
    if (teamId !== undefined) teams.add(teamId);
  };
  const write = (key: Key, item: Item | null) => {
    see(item);
    const effect = { key: { pk: key.pk, sk: key.sk }, item };
    known.set(nameOf(key), effect);
    written.set(nameOf(key), effect);
  };
  const read = async (key: Key): Promise<Item | undefined> => {
    const effect = known.get(nameOf(key));
    if (effect) return effect.item ?? undefined;
    const { Item: item } = await client.call('GetItem', { TableName: database.tableName, Key: key });
    return item as Item | undefined;
  };
  const update = async (input: Expressed): Promise<Item> => {
    const key = input.Key as Key;
    const item = updated({ ...key, ...(await read(key)) }, input);
    write(key, item);
    return item;
  };
  const answers: Answers = {
    async PutItem({ Item: item }) {
      write(item as Item, item as Item);
      return {};
    },
    async DeleteItem({ Key: key }) {
      write(key as Key, null);
      return {};
    },
    UpdateItem: async (input) => ({ Attributes: await update(input as Expressed) }),
    async TransactWriteItems({ TransactItems = [] }) {
      for (const { Put, Update, Delete } of TransactItems) {
        if (Put) write(Put.Item as Item, Put.Item as Item);
        if (Update) await update(Update as Expressed);
        if (Delete) write(Delete.Key as Key, null);
      }
      return {};
    },
  };
  const dry: DatabaseClient = {
    sdk: () => client.sdk(),
    destroy: () => undefined,
    async call<Name extends CallName>(name: Name, input: CallInput<Name>, options?: object) {
      if (isWrite(name)) {
        const answer = answers[name] as (sent: unknown) => Promise<unknown>;
        return (await answer(input)) as CallOutput<Name>;
      }
      const output = await client.call(name, input, options);
      return merged(name, input, output, known, see);
    },
  };
  return {
    services: { ...services, database: { ...database, client: dry } },
    effects: () => [...written.values()],
    teamIds: () => [...teams],
  };
}

const writes: ReadonlySet<CallName> = new Set<WriteName>([
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'TransactWriteItems',
]);
const isWrite = (name: CallName): name is WriteName => writes.has(name);

const nameOf = ({ pk, sk }: Key): string => `${pk} ${sk}`;

/** The output of a read by keys with what would have been written. */
function merged<Name extends CallName>(
  name: Name,
  input: CallInput<Name>,
  output: CallOutput<Name>,
  known: ReadonlyMap<string, Effect>,
  see: (item: Item | undefined) => void,
): CallOutput<Name> {
  const current = (key: Key, item: Item | undefined): Item | undefined => {
    const effect = known.get(nameOf(key));
    const now = effect ? (effect.item ?? undefined) : item;
    see(now);
    return now;
  };
  if (name === 'GetItem') {
    const { Key: key } = input as CallInput<'GetItem'>;
    const { Item: item } = output as CallOutput<'GetItem'>;
    return { ...output, Item: current(key as Key, item as Item | undefined) };
  }
  if (name !== 'BatchGetItem') return output;
  const { RequestItems: requests = {} } = input as CallInput<'BatchGetItem'>;
  const { Responses: found = {} } = output as CallOutput<'BatchGetItem'>;
  const tables = Object.entries(requests).map(([table, { Keys: keys = [] }]) => {
    const items = new Map((found[table] as Item[] | undefined)?.map((item) => [nameOf(item), item]));
    return [table, keys.flatMap((key) => current(key as Key, items.get(nameOf(key as Key))) ?? [])];
  });
  return { ...output, Responses: Object.fromEntries(tables) as typeof found };
}

/** An update as write.ts expresses it. */
interface Expressed {
  Key: object;
  UpdateExpression: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, unknown>;
}

/** An item after an update. */
function updated(item: Item, expressed: Expressed): Item {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = expressed;
  const next: Item = { ...item };
  for (const [, verb, list] of expressed.UpdateExpression.matchAll(clauses)) {
    for (const part of list!.split(',')) {
      const [placeholder, value] = part.trim().split(/\s*=\s*|\s+/);
      const name = names[placeholder!]!;
      if (verb === 'REMOVE') delete next[name];
      else next[name] = combined(verb!, next[name], values[value!]);
    }
  }
  return next;
}

const clauses = /(SET|REMOVE|ADD|DELETE) (.+?)(?= (?:SET|REMOVE|ADD|DELETE) |$)/g;

function combined(verb: string, former: unknown, value: unknown): unknown {
  if (verb === 'SET') return value;
  if (typeof value === 'number') return Number(former ?? 0) + value;
  const isSame = (one: unknown, other: unknown) =>
    one === other ||
    (one instanceof Uint8Array && other instanceof Uint8Array && Buffer.from(one).equals(other));
  const taken = [...(value as Set<unknown>)];
  const rest = [...((former as Set<unknown> | undefined) ?? [])].filter(
    (one) => !taken.some((other) => isSame(one, other)),
  );
  return new Set(verb === 'ADD' ? [...rest, ...taken] : rest);
}

/** The team of an item, which is an attribute of its own or in its document. */
function teamOf({ teamId, doc }: Item): string | undefined {
  const own = typeof teamId === 'string' ? teamId : undefined;
  if (own !== undefined || typeof doc !== 'string') return own;
  const { teamId: documented } = JSON.parse(doc) as { teamId?: unknown };
  return typeof documented === 'string' ? documented : undefined;
}
