import { expect, onTestFinished, test } from 'vitest';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import { publicRequest, type Network } from '../../shared/kernel/net/public-request.ts';
import { busyFeedOperations } from '../../shared/planning/scheduling/busy-feeds/index.ts';
import { authority, flood, writing } from '../net/meeting.ts';
import { answering, outsideOf, publicAddress, startReceiver, type Behavior } from '../net/receiver.ts';
import { startClockedService } from '../support/clocked-service.ts';
import { newKey } from '../support/workspace.ts';
import { calendarOf, eventOf } from './calendar-text.ts';
import { newFeedReader, SECRET_URL } from './feed-reader.ts';

const { hostname } = new URL(SECRET_URL);
const certificate = await authority.issue(hostname);

const calendar = calendarOf(eventOf('DTSTART:20261202T090000Z', 'DTEND:20261202T100000Z'));
const taken = ['2026-12-02T09:00:00.000Z/2026-12-02T10:00:00.000Z'];
const answerOf = (status: string, headers: string, body = '') =>
  `HTTP/1.1 ${status}\r\n${headers}Content-Length: ${body.length}\r\n\r\n${body}`;

/** A feed that is read over the vetted outgoing path from a server of its own. */
async function newMetFeed(behavior: Behavior, replaced: Partial<Network> = {}) {
  const [feed, receiver] = await Promise.all([newFeedReader(), startReceiver(behavior, certificate)]);
  onTestFinished(receiver.stop);
  const { outside, connected, timeUp } = outsideOf(receiver.port, authority);
  feed.answer((request) => publicRequest(request, { ...outside, ...replaced }));
  return { ...feed, receiver, connected, timeUp };
}

test.each<[string, { a?: string[]; aaaa?: string[] }]>([
  ['a private network', { a: ['10.0.0.7'] }],
  ['the metadata of a machine', { a: ['169.254.169.254'] }],
  ['a private address beside a public one', { a: [publicAddress, '192.168.1.7'] }],
  ['a private address of IPv6', { a: [publicAddress], aaaa: ['fd00::7'] }],
])('a name that leads to %s at a later reading is not connected to', async (_, later) => {
  const resolver = answering({ a: [publicAddress] }, later);
  const feed = await newMetFeed(writing(answerOf('200 OK', '', calendar)), { resolver });
  await feed.read();
  expect(await feed.busy()).toEqual(taken);
  await feed.read();
  expect(feed.connected).toHaveLength(1);
  // Neither its address nor what is there is told, and the last times count.
  expect((await feed.stored())!.problem).toBe(`The name ${hostname} has an address that is not public.`);
  expect(await feed.busy()).toEqual(taken);
});

test.each(['301 Moved Permanently', '302 Found', '303 See Other', '307 Temporary Redirect'])(
  'a redirect is followed nowhere: %s',
  async (status) => {
    const location = 'Location: https://169.254.169.254/latest/\r\n';
    const feed = await newMetFeed(writing(answerOf(status, location)));
    await feed.read();
    expect([feed.connected.length, feed.receiver.heads.length]).toEqual([1, 1]);
    expect((await feed.stored())!.problem).toBe(
      `The server answered ${status.slice(0, 3)}, and redirects are not followed: add the address that it leads to.`,
    );
  },
);

test('an answer without end is read as far as a calendar may go', async () => {
  const feed = await newMetFeed((socket) => {
    socket.write('HTTP/1.1 200 OK\r\nContent-Type: text/calendar\r\n\r\n');
    flood(socket, Buffer.alloc(64 * 1_024, 'X'));
  });
  await feed.read();
  expect((await feed.stored())!.problem).toBe('The calendar is larger than 2 MB.');
  await feed.receiver.allClosed();
});

test.each([
  ['does not answer', '', 'The host did not respond in time.'],
  [
    'stops in the middle',
    answerOf('200 OK', '', calendar).slice(0, -30),
    'The server ended its answer before all of the calendar was sent.',
  ],
])('a server that %s holds no reading up', async (_, sent, problem) => {
  const feed = await newMetFeed((socket) => {
    socket.write(sent);
    setTimeout(() => feed.timeUp(), 100);
  });
  await feed.read();
  expect((await feed.stored())!.problem).toBe(problem);
});

test('the secret of an address is in no log, nor in the table or in what others are shown', async () => {
  const feed = await newFeedReader();
  const service = await startClockedService(busyFeedOperations.map(operationRoute), {
    database: feed.database,
    resolvePublic: () => Promise.resolve([publicAddress]),
  });
  onTestFinished(() => service.stop());
  const { memberId } = feed.owner;
  const { token } = await feed.workspace.tokenFor(memberId);
  const colleague = await feed.workspace.person('member');
  const path = `${service.baseUrl}${feed.workspace.path}/members/${memberId}/busy-feeds`;
  const send = async (by: string, body?: object) => {
    const headers = {
      authorization: `Bearer ${by}`,
      'content-type': 'application/json',
      'idempotency-key': newKey(),
    };
    const answer = await fetch(
      path,
      body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers },
    );
    return { status: answer.status, text: await answer.text() };
  };
  const answers = [
    await send(token, { url: SECRET_URL }),
    await send(token, { url: SECRET_URL.replace('https', 'http') }),
    await send(token, { url: SECRET_URL, other: SECRET_URL }),
    await send(colleague.token, { url: SECRET_URL }),
    await send(token),
    await send(colleague.token),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 400, 400, 403, 200, 200]);
  expect(answers.at(-1)!.text).not.toContain(hostname);
  feed.answer(() => ({ status: 500, body: SECRET_URL }));
  await feed.read();
  const { Items } = await feed.database.client.call('Scan', { TableName: feed.database.tableName });
  expect(service.logs.length).toBeGreaterThanOrEqual(answers.length);
  for (const text of [...answers.map((one) => one.text), JSON.stringify(Items), ...service.logs]) {
    expect(text).not.toContain('private-1f0c');
  }
});
