import type { LocalCredentials } from '../../../../infra/local/runner/credentials.ts';
import type { LambdaRecord } from '../../../../infra/local/streams/record.ts';
import { listenForEvents } from '../event-listener.ts';
import type { Answer } from '../event-listener.ts';
import { signedFetch } from '../../../support/signed-fetch.ts';
import { alteredAssembly } from '../support.ts';

export type { Answer };

/** A batch that the function got. */
export type Batch = { keys: string[]; numbers: string[]; records: LambdaRecord[] };

type Listener = {
  /** For items to name in `listenerUrl`. */
  url: string;
  /** All batches so far, and the keys of each. */
  batches: Batch[];
  keys: () => string[][];
  /** The next batch that was not given yet, as soon as the function has it. */
  next: () => Promise<Batch>;
};

/** Listens to the fixture function `stream`, and answers for it; closed when the test is over. */
export async function listen(
  answer: (batch: Batch, number: number) => Answer | Promise<Answer> = () => ({}),
): Promise<Listener> {
  const { url, events, next } = await listenForEvents((payload): Batch => {
    const records = payload as LambdaRecord[];
    const keys = records.map((record) => (record.dynamodb.Keys as Item).pk!.S!.replace('stream#', ''));
    return { keys, numbers: records.map(({ dynamodb }) => dynamodb.SequenceNumber), records };
  }, answer);
  return { url, batches: events, keys: () => events.map(({ keys }) => keys), next };
}

export type Item = Record<string, { S?: string; N?: string }>;
type Table = { dynamodbEndpoint: string; credentials: LocalCredentials; tableName: () => string };

/** Writes items in one transaction, so that they come to the stream together; at most 100. */
export async function write(local: Table, { url }: Listener, keys: string[], more: Item = {}): Promise<void> {
  const TableName = local.tableName();
  const TransactItems = keys.map((key) => ({
    Put: {
      TableName,
      Item: { pk: { S: `stream#${key}` }, sk: { S: '-' }, listenerUrl: { S: url }, ...more },
    },
  }));
  const headers = {
    'content-type': 'application/x-amz-json-1.0',
    'x-amz-target': 'DynamoDB_20120810.TransactWriteItems',
  };
  const sent = { headers, body: JSON.stringify({ TransactItems }) };
  const answer = await signedFetch('dynamodb', local.dynamodbEndpoint, sent, local.credentials);
  if (!answer.ok) throw new Error(await answer.text());
}

/** The assembly of the fixture with other properties for its event source mapping. */
export function assemblyWithMapping(properties: Record<string, unknown>): Promise<string> {
  return alteredAssembly((resources) => {
    const mapping = Object.values(resources).find(({ Type }) => Type === 'AWS::Lambda::EventSourceMapping')!;
    for (const [name, value] of Object.entries(properties)) {
      if (value === undefined) delete mapping.Properties[name];
      else mapping.Properties[name] = value;
    }
  });
}

/** `from` to `to` as keys. */
export function range(from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, i) => String(from + i));
}
