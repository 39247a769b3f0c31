import { describe, expect, it, onTestFinished, test } from 'vitest';
import { publicRequest } from '../../shared/kernel/net/public-request.ts';
import { AddressRefused } from '../../shared/kernel/net/address-refused.ts';
import { authority, certificate, meetOver, request, writing } from './meeting.ts';
import { answering, host, outsideOf, publicAddress, startReceiver } from './receiver.ts';

describe('a name that leads inside is refused:', () => {
  test('rebinding from a public address to a private one at the next look-up', async () => {
    const receiver = await startReceiver(
      writing('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'),
      certificate,
    );
    onTestFinished(receiver.stop);
    const { outside, connected } = outsideOf(receiver.port, authority);
    const resolver = answering({ a: [publicAddress] }, { a: ['127.0.0.1'] });
    expect(await publicRequest(request, { ...outside, resolver })).toMatchObject({ address: publicAddress });
    await expect(publicRequest(request, { ...outside, resolver })).rejects.toThrow(
      new AddressRefused(host, 'not_public'),
    );
    expect(connected).toEqual([{ host: publicAddress, port: 443, servername: host }]);
    expect(receiver.connections()).toBe(1);
  });

  it.each<[string, string[], string[]]>([
    ['loopback', ['127.0.0.1'], []],
    ['metadata beside a public address', [publicAddress, '169.254.169.254'], []],
    ['container credentials', ['169.254.170.2'], []],
    ['IPv4-mapped', [publicAddress], ['::ffff:169.254.169.254']],
    ['NAT64', [publicAddress], ['64:ff9b::a9fe:a9fe']],
    ['6to4', [publicAddress], ['2002:a9fe:a9fe::1']],
    ['unique local', [publicAddress], ['fd00:ec2::254']],
    ['no address at all', ['localhost'], []],
    ['decimal', ['2130706433'], []],
  ])('%s', async (_what, a, aaaa) => {
    const { answer, connected } = await meetOver(writing(''), {
      replaced: { resolver: answering({ a, aaaa }) },
    });
    await expect(answer).rejects.toThrow(new AddressRefused(host, 'not_public'));
    expect(connected).toEqual([]);
  });

  it.each([
    'https://127.0.0.1/',
    'https://2130706433/',
    'https://0177.0.0.1/',
    'https://0x7f000001/',
    'https://[::ffff:127.0.0.1]/',
    'https://localhost/',
    'https://hooks.example.com:8443/',
    'http://hooks.example.com/',
  ])('%s is refused even if nothing validated it before', async (url) => {
    const { answer, connected } = await meetOver(writing(''), { changes: { url: new URL(url) } });
    await expect(answer).rejects.toMatchObject({ name: 'UrlRefused' });
    expect(connected).toEqual([]);
  });
});
