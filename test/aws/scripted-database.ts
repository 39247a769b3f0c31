import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach } from 'vitest';
import type { DatabaseClient } from '../../shared/kernel/core/database.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';

export interface Received {
  headers: IncomingHttpHeaders;
  text: string;
}

interface ScriptedDatabase {
  server: Server;
  port: number;
  received: Received[];
  /** The next answers; after the last one, empty ones. */
  answers: [status: number, body: string][];
  /** The SDK's client. */
  stock: DynamoDBDocumentClient;
  ours: DatabaseClient;
}

export const REGION = 'eu-central-1';
export const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' };

/** A server that returns a test's answers in their order, with the SDK's client and ours for it; new for each test. */
export function scriptedDatabase(): ScriptedDatabase {
  const script = {} as ScriptedDatabase;
  beforeEach(async () => {
    [script.received, script.answers] = [[], []];
    script.server = createServer((incoming, outgoing) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      incoming.on('end', () => {
        script.received.push({ headers: incoming.headers, text });
        const [status, body] = script.answers.shift() ?? [200, '{}'];
        outgoing.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(body);
      });
    }).listen(0, '127.0.0.1');
    await once(script.server, 'listening');
    script.port = (script.server.address() as AddressInfo).port;
    const options = { endpoint: `http://127.0.0.1:${script.port}`, region: REGION, credentials };
    script.stock = DynamoDBDocumentClient.from(new DynamoDBClient({ ...options, maxAttempts: 3 }), {
      marshallOptions: { removeUndefinedValues: true },
    });
    script.ours = createDatabase('T', options).client;
  });
  afterEach(() => {
    script.stock.destroy();
    script.ours.destroy();
    script.server.close();
  });
  return script;
}

export const Item = {
  pk: 'é"',
  sk: 'X',
  n: 12.5,
  big: 2 ** 52,
  yes: true,
  none: null,
  gone: undefined,
  list: [1, 'a', { bytes: Buffer.from('x') }],
  ids: new Set([new Uint8Array([1, 255])]),
};

/** An item as DynamoDB stores it. */
export const stored = {
  pk: { S: 'é' },
  n: { N: '7' },
  set: { SS: ['x'] },
  bytes: { B: '/w==' },
  ids: { BS: ['AaI=', 'AA=='] },
  m: { M: { Items: { L: [{ BOOL: true }, { B: 'AQ==' }] } } },
};
