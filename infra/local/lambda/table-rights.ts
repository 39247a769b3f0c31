import type { TemplateResource } from '../template/template.ts';

/** What the role of a function allows it to do with the table, by the statements of its policy. */
export type TableRights = TableGrant[];

interface TableGrant {
  /** Such as GetItem. */
  actions: string[];
  indexes: boolean;
  /** The partition keys it may use, as patterns of IAM's StringLike; undefined for all. */
  leadingKeys: string[] | undefined;
  /** Whether a call has to name a key. */
  needsKeys: boolean;
}

interface PolicyStatement {
  Action: string | string[];
  Resource: unknown;
  Condition?: {
    'ForAllValues:StringLike'?: { 'dynamodb:LeadingKeys'?: string | string[] };
    Null?: { 'dynamodb:LeadingKeys'?: string };
  };
}

interface RoleProperties {
  Policies?: readonly { PolicyDocument: { Statement: PolicyStatement[] } }[];
}

const SERVICE = 'dynamodb:';
/** Lambda reads the table's stream by the role of the function; the functions themselves do not. */
const OF_STREAM = /^dynamodb:.*(?:Stream|Shard|Records)/;

/**
 * Reads the rights of a function's role. Undefined where it has no policies in itself, or the template has no roles, as the
 * snapshot for machines without the CDK: then, nothing is refused.
 */
export function readTableRights(resource: TemplateResource): TableRights | undefined {
  const { 'Fn::GetAtt': [id] = [] } = (resource.properties['Role'] ?? {}) as { 'Fn::GetAtt'?: string[] };
  const role = id === undefined ? undefined : resource.stack.resources.get(id);
  // Unresolved: names of resources that only AWS has are among them.
  const { Policies } = (role?.properties ?? {}) as RoleProperties;
  return Policies?.flatMap(({ PolicyDocument }) => PolicyDocument.Statement)
    .filter(({ Action }) =>
      listed(Action).some((action) => action.startsWith(SERVICE) && !OF_STREAM.test(action)),
    )
    .map(toGrant);
}

function toGrant({ Action, Resource, Condition }: PolicyStatement): TableGrant {
  const leadingKeys = Condition?.['ForAllValues:StringLike']?.['dynamodb:LeadingKeys'];
  return {
    actions: listed(Action).map((action) => action.slice(SERVICE.length)),
    indexes: JSON.stringify(Resource).includes('/index/'),
    leadingKeys: leadingKeys === undefined ? undefined : listed(leadingKeys),
    needsKeys: Condition?.Null?.['dynamodb:LeadingKeys'] === 'false',
  };
}

const listed = <T>(one: T | T[]): T[] => (Array.isArray(one) ? one : [one]);

/** A call of DynamoDB in its own JSON, as far as rights depend on it. */
interface Call {
  Key?: StoredKey;
  Item?: StoredKey;
  IndexName?: string;
  KeyConditionExpression?: string;
  ExpressionAttributeValues?: Record<string, { S?: string }>;
  RequestItems?: Record<string, { Keys: StoredKey[] }>;
  TransactItems?: Record<string, Call>[];
}

interface StoredKey {
  pk: { S: string };
}

/** What IAM checks of a call: each action of a transaction is one. */
interface CheckedCall {
  action: string;
  keys: string[];
  index?: string | undefined;
}

/**
 * Returns why AWS would refuse a call, or undefined if it would not.
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/specifying-conditions.html
 */
export function refusalOf(rights: TableRights, operation: string, call: Call): string | undefined {
  const refused = askedOf(operation, call).find((asked) => !rights.some((grant) => allows(grant, asked)));
  if (!refused) return undefined;
  const { action, index } = refused;
  const place = index === undefined ? 'the table' : `its index ${index}`;
  const keys = refused.keys.map(beginningOf).join(', ');
  return `The function's role does not allow it dynamodb:${action} on ${place} for keys like ${keys || 'any'}. It may use the keys of stores that its code imports (infra/constructs/reached-keys.ts).`;
}

/** The beginning of a key, without ids and texts of people. */
const beginningOf = (key: string): string => /^[A-Z]*#?(?:[a-zA-Z]{2,16}#)?/.exec(key)![0];

function allows(
  { actions, indexes, leadingKeys, needsKeys }: TableGrant,
  { action, keys, index }: CheckedCall,
): boolean {
  if (!actions.includes(action) || (index !== undefined && !indexes)) return false;
  if (needsKeys && keys.length === 0) return false;
  return (
    leadingKeys === undefined || keys.every((key) => leadingKeys.some((pattern) => isLike(key, pattern)))
  );
}

/** IAM's StringLike, as far as our policies use it: a text, or the beginning of one. */
const isLike = (key: string, pattern: string): boolean =>
  pattern.endsWith('*') ? key.startsWith(pattern.slice(0, -1)) : key === pattern;

/** The action of IAM for each kind of a transaction's parts. */
const PARTS: Record<string, string> = {
  ConditionCheck: 'ConditionCheckItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
  Delete: 'DeleteItem',
};

function askedOf(operation: string, call: Call): CheckedCall[] {
  if (call.TransactItems) {
    return call.TransactItems.flatMap((part) =>
      Object.entries(part).map(([kind, one]) => ({ action: PARTS[kind] ?? kind, keys: keysOf(one) })),
    );
  }
  return [{ action: operation, keys: keysOf(call), index: call.IndexName }];
}

function keysOf({
  Key,
  Item,
  RequestItems,
  KeyConditionExpression,
  ExpressionAttributeValues,
}: Call): string[] {
  if (RequestItems) return Object.values(RequestItems).flatMap(({ Keys }) => Keys.map(({ pk }) => pk.S));
  if (KeyConditionExpression !== undefined) {
    // The partition key's comparison comes first in each of the client's expressions.
    const [, name] = /^\S+ = (:\w+)/.exec(KeyConditionExpression)!;
    return [ExpressionAttributeValues![name!]!.S!];
  }
  const key = Key ?? Item;
  return key ? [key.pk.S] : [];
}
