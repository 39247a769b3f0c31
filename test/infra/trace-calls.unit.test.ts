import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDatabase } from '../../shared/kernel/db/client.ts';

const trace = 'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=53995c3f42cd8ad8';

let daemon: Socket;
let engine: Server;
let documents: Record<string, any>[];
let status: number;

beforeEach(async () => {
  documents = [];
  status = 200;
  daemon = createSocket('udp4').bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  daemon.on('message', (message) => {
    const [header, document] = message.toString().split('\n') as [string, string];
    expect(JSON.parse(header)).toEqual({ format: 'json', version: 1 });
    documents.push(JSON.parse(document) as Record<string, any>);
  });
  process.env['AWS_XRAY_DAEMON_ADDRESS'] = `127.0.0.1:${daemon.address().port}`;
  engine = createServer((_, response) => response.writeHead(status).end('{}')).listen(0, '127.0.0.1');
  await once(engine, 'listening');
});
afterEach(() => {
  delete process.env['_X_AMZN_TRACE_ID'];
  delete process.env['AWS_XRAY_DAEMON_ADDRESS'];
  daemon.close();
  engine.close();
});

async function read(header: string): Promise<void> {
  process.env['_X_AMZN_TRACE_ID'] = header;
  const { client } = createDatabase('Table', {
    endpoint: `http://127.0.0.1:${(engine.address() as AddressInfo).port}`,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
  });
  await client.call('GetItem', { TableName: 'Table', Key: { pk: 'a', sk: 'b' } }).catch(() => undefined);
  client.destroy();
}

const arrived = async (): Promise<Record<string, any>> => {
  if (documents.length === 0) await once(daemon, 'message');
  return documents[0]!;
};

test('a call of a sampled invocation is a subsegment of it, and one of another is none', async () => {
  await read(`${trace};Sampled=0`);
  await read(`${trace};Sampled=1`);
  const document = await arrived();
  expect(documents).toHaveLength(1);
  expect(document).toEqual({
    trace_id: '1-5759e988-bd862e3fe1be46a994272793',
    parent_id: '53995c3f42cd8ad8',
    id: expect.stringMatching(/^[0-9a-f]{16}$/),
    type: 'subsegment',
    name: 'DynamoDB',
    namespace: 'aws',
    start_time: expect.any(Number),
    end_time: expect.any(Number),
    aws: { operation: 'GetItem' },
  });
  expect(document['end_time']).toBeGreaterThanOrEqual(document['start_time']);
});

test('a call that fails is marked as a fault', async () => {
  status = 400;
  await read(`${trace};Sampled=1`);
  expect(await arrived()).toMatchObject({ fault: true });
});
