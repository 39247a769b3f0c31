import { randomBytes } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';

/** Makes a call and reports it to X-Ray as a subsegment with these fields, however it ends. */
export async function reportCall<Answer>(fields: object, call: () => Promise<Answer>): Promise<Answer> {
  const startedAt = Date.now();
  let fault = true;
  try {
    const answer = await call();
    fault = false;
    return answer;
  } finally {
    send({
      ...fields,
      id: randomBytes(8).toString('hex'),
      type: 'subsegment',
      namespace: 'aws',
      start_time: startedAt / 1_000,
      end_time: Date.now() / 1_000,
      ...(fault ? { fault } : {}),
    });
  }
}

let socket: Socket | undefined;

/** Sends a document to the daemon that runs with the function, which passes it on. */
function send(document: object): void {
  const [host, port] = (process.env['AWS_XRAY_DAEMON_ADDRESS'] ?? '').split(':');
  if (!host || !port) return;
  if (!socket) {
    socket = createSocket('udp4');
    socket.unref();
    socket.on('error', () => undefined);
  }
  socket.send(
    `{"format":"json","version":1}\n${JSON.stringify(document)}`,
    Number(port),
    host,
    () => undefined,
  );
}
