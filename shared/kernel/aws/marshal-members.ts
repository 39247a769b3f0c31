import { marshall, unmarshall, type NativeAttributeValue } from '@aws-sdk/util-dynamodb';

type Members = Record<string, unknown>;
type StoredItem = Parameters<typeof unmarshall>[0];

/** The members of DynamoDB's inputs and outputs that are an item, and those that are a list of items. */
const ITEM = new Set([
  'Key',
  'Item',
  'Attributes',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
]);
const ITEMS = new Set(['Keys', 'Items']);

/** An input as DynamoDB takes it in JSON, with attribute values instead of values. */
export const marshalInput = (input: object): Members => convertMembers(input, toStored);

/** A parsed output with values instead of attribute values. */
export function unmarshalOutput({ Responses, ...others }: Members): Members {
  const output = convertMembers(others, toNative);
  // Of BatchGetItem: items by table.
  if (Responses) output['Responses'] = convertEach(Responses as Members, toNative);
  return output;
}

function convertMembers(value: object, item: (item: unknown) => unknown): Members {
  const converted: Members = {};
  for (const [name, member] of Object.entries(value) as [string, unknown][]) {
    if (member === undefined) continue;
    if (ITEM.has(name)) converted[name] = item(member);
    else if (ITEMS.has(name)) converted[name] = (member as unknown[]).map(item);
    else converted[name] = convert(member, item);
  }
  return converted;
}

function convert(value: unknown, item: (item: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((one) => convert(one, item));
  return typeof value === 'object' && value !== null ? convertMembers(value, item) : value;
}

const convertEach = (tables: Members, item: (item: unknown) => unknown): Members =>
  Object.fromEntries(Object.entries(tables).map(([table, items]) => [table, (items as unknown[]).map(item)]));

function toStored(native: unknown): unknown {
  const item: Members = marshall(native as Record<string, NativeAttributeValue>, {
    removeUndefinedValues: true,
  });
  for (const value of Object.values(item)) convertBytes(value as Members, toBase64);
  return item;
}

/** The values of an item as DynamoDB returns it in JSON. */
export const unmarshalItem = (item: object): unknown => toNative(item);

function toNative(item: unknown): unknown {
  for (const value of Object.values(item as Members)) convertBytes(value as Members, fromBase64);
  return unmarshall(item as StoredItem);
}

/** Converts the bytes of an attribute value in place: base64 in JSON. */
function convertBytes(value: Members, bytes: (bytes: unknown) => unknown): void {
  const { B, BS, L, M } = value;
  if (B !== undefined) value['B'] = bytes(B);
  else if (BS !== undefined) value['BS'] = (BS as unknown[]).map(bytes);
  else if (L !== undefined) for (const one of L as Members[]) convertBytes(one, bytes);
  else if (M !== undefined)
    for (const one of Object.values(M as Members)) convertBytes(one as Members, bytes);
}

const toBase64 = (bytes: unknown): string => {
  const { buffer, byteOffset, byteLength } = bytes as Uint8Array<ArrayBuffer>;
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
};

const fromBase64 = (text: unknown): Uint8Array => {
  const { buffer, byteOffset, byteLength } = Buffer.from(text as string, 'base64');
  return new Uint8Array(buffer, byteOffset, byteLength);
};
