import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { Resolver } from 'node:dns/promises';

/** What a name server says: addresses, a response code of RFC 1035, or nothing at all. */
export type NameAnswer = string[] | 'NXDOMAIN' | 'SERVFAIL' | 'REFUSED' | 'silence';

export interface Zone {
  a: NameAnswer;
  aaaa: NameAnswer;
}

const responseCodes = { SERVFAIL: 2, NXDOMAIN: 3, REFUSED: 5 };
const TYPE_A = 1;
const HEADER_BYTES = 12;

/** A name server on a UDP port of its own (RFC 1035) that says the same whatever name is asked for. */
export async function startNameServer(zone: Zone) {
  const socket = createSocket('udp4');
  let asked = () => {};
  const firstQuestion = new Promise<void>((resolve) => (asked = resolve));
  socket.on('message', (question, { port, address }) => {
    asked();
    // The name ends with an empty label; its type and class are the four bytes behind it.
    const end = question.indexOf(0, HEADER_BYTES) + 5;
    const answer = question.readUInt16BE(end - 4) === TYPE_A ? zone.a : zone.aaaa;
    if (answer !== 'silence') socket.send(reply(question.subarray(0, end), answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    firstQuestion,
    /** Asks this server only, and no longer than that for an attempt. */
    resolver(timeoutMs = 10_000): Resolver {
      const resolver = new Resolver({ timeout: timeoutMs, tries: 1 });
      resolver.setServers([`127.0.0.1:${socket.address().port}`]);
      return resolver;
    },
    stop: () => void socket.close(),
  };
}

function reply(question: Buffer, answer: Exclude<NameAnswer, 'silence'>): Buffer {
  const addresses = typeof answer === 'string' ? [] : answer;
  const header = Buffer.from(question.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 | (typeof answer === 'string' ? responseCodes[answer] : 0), 2);
  header.writeUInt16BE(addresses.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, question.subarray(HEADER_BYTES), ...addresses.map(record)]);
}

/** A record of the name that was asked for, to be kept for no time. */
function record(address: string): Buffer {
  const data = address.includes(':') ? ipv6Bytes(address) : Buffer.from(address.split('.').map(Number));
  const head = Buffer.from([0xc0, HEADER_BYTES, 0, address.includes(':') ? 28 : 1, 0, 1, 0, 0, 0, 0]);
  return Buffer.concat([head, Buffer.from([0, data.length]), data]);
}

/** Eight groups, written out. */
const ipv6Bytes = (address: string): Buffer =>
  Buffer.from(
    address
      .split(':')
      .map((group) => group.padStart(4, '0'))
      .join(''),
    'hex',
  );
