import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { parsePublicUrl, UrlRefused } from '../../shared/kernel/net/public-url.ts';

describe('a URL is accepted:', () => {
  it.each([
    ['https://hooks.example.com/plotline?a=1&b=%20', 'https://hooks.example.com/plotline?a=1&b=%20'],
    ['https://example.com', 'https://example.com/'],
    ['HTTPS://Hooks.Example.COM:443/A', 'https://hooks.example.com/A'],
    ['https://bücher.example.net/ü', 'https://xn--bcher-kva.example.net/%C3%BC'],
    ['https://my_app.example.com/', 'https://my_app.example.com/'],
    ['https://1password.com/x', 'https://1password.com/x'],
    ['https://7f000001.rbndr.us/', 'https://7f000001.rbndr.us/'],
    ['https://a.example.com/@user:pass', 'https://a.example.com/@user:pass'],
  ])('%s', (text, href) => expect(parsePublicUrl(text).href).toBe(href));
});

const scheme = 'must start with https:// and a host';
const invalid = 'must be a valid URL such as https://hooks.example.com/plotline';
const literal = 'must contain a host name, not an IP address';
const notPublic = 'must name a host on the public Internet';
const reserved = (ending: string) => `${notPublic}: names ending in .${ending} are reserved`;
const badHost = 'must contain a valid host name';
const characters = 'must not contain spaces, backslashes or control characters';
const credentials = 'must not contain a user name or password';

describe('a URL is refused:', () => {
  it.each([
    ['', scheme],
    ['http://example.com/', scheme],
    ['ftp://example.com/', scheme],
    ['javascript:alert(1)', scheme],
    ['//example.com/', scheme],
    ['example.com', scheme],
    ['https:example.com', scheme],
    ['https:/example.com', scheme],
    ['https:///example.com', scheme],
    ['https://', scheme],
    ['https://?x.example.com', scheme],

    ['https://example.com:8443/', 'must use port 443'],
    ['https://example.com:80/', 'must use port 443'],
    ['https://example.com:0/', 'must use port 443'],
    ['https://example.com:99999/', invalid],

    ['https://user:secret@example.com/', credentials],
    ['https://user@example.com/', credentials],
    ['https://@example.com/', credentials],
    ['https://example.com:443@evil.example.net/', credentials],
    ['https://example.com/#part', 'must not contain a fragment (#)'],
    ['https://example.com/#', 'must not contain a fragment (#)'],

    ['https://127.0.0.1/', literal],
    ['https://8.8.8.8/', literal],
    ['https://127.1/', literal],
    ['https://2130706433/', literal],
    ['https://0x7f000001/', literal],
    ['https://0x7f.1/', literal],
    ['https://0X7F.0.0.1/', literal],
    ['https://017700000001/', literal],
    ['https://0177.0.0.01/', literal],
    ['https://127.0.0.1./', literal],
    ['https://１２７．０．０．１/', literal],
    ['https://①②⑦.⓪.⓪.①/', literal],
    ['https://127。0。0。1/', literal],
    ['https://%31%32%37.0.0.1/', literal],
    ['https://[::1]/', literal],
    ['https://[::ffff:169.254.169.254]/', literal],
    ['https://[64:ff9b::a9fe:a9fe]/', literal],
    ['https://[2002:7f00:1::]/', literal],
    ['https://[2606:4700::1111]/', literal],
    ['https://[::1%25eth0]/', invalid],
    ['https://256.0.0.1/', invalid],
    ['https://example.0x10/', invalid],

    ['https://localhost/', notPublic],
    ['https://LOCALHOST/', notPublic],
    ['https://%6cocalhost/', notPublic],
    ['https://ⓛocalhost/', notPublic],
    ['https://app.localhost/', reserved('localhost')],
    ['https://intranet/', notPublic],
    ['https://com/', notPublic],
    ['https://printer.local/', reserved('local')],
    ['https://ip-10-0-0-1.ec2.internal/', reserved('internal')],
    ['https://metadata.google.internal/', reserved('internal')],
    ['https://router.home.arpa/', reserved('arpa')],
    ['https://1.0.0.127.in-addr.arpa/', reserved('arpa')],
    ['https://abcdef.onion/', reserved('onion')],
    ['https://a.invalid/', reserved('invalid')],
    ['https://a.example/', reserved('example')],
    ['https://a.lan/', reserved('lan')],
    ['https://localhost.localdomain/', reserved('localdomain')],
    ['https://example._/', notPublic],
    ['https://example.1x/', notPublic],

    ['https://example.com./', 'must not have a trailing dot in its host name'],
    ['https://example.com。/', 'must not have a trailing dot in its host name'],
    ['https://localhost./', 'must not have a trailing dot in its host name'],
    ['https://a..example.com/', badHost],
    ['https://.example.com/', badHost],
    ['https://-a.example.com/', badHost],
    ["https://a'b.example.com/", badHost],
    ['https://*.example.com/', badHost],
    ['https://xn--a.example.com\u00ad%00/', invalid],
    ['https://exa%23mple.com/', invalid],
    ['https://exa%2fmple.com/', invalid],

    ['https://example.com/a b', characters],
    [' https://example.com/', characters],
    ['https://example.com/\n', characters],
    ['https://exa\tmple.com/', characters],
    ['https://example.com/\u0000', characters],
    ['https://example.com/\u0085', characters],
    ['https://example.com\\@evil.example.net/', characters],
    ['https:\\\\example.com/', characters],
    ['https://example.com/\ud800', characters],
  ])('%j', (text, message) => {
    expect(() => parsePublicUrl(text)).toThrow(new UrlRefused(message));
  });
});

describe('the length of a URL', () => {
  const ofLength = (length: number) => 'https://a.example.com/'.padEnd(length, 'x');

  test('may be 2,048 characters, also after percent-encoding', () => {
    expect(parsePublicUrl(ofLength(2048)).href).toBe(ofLength(2048));
    expect(parsePublicUrl(`${ofLength(2042)}ü`).href).toHaveLength(2048);
  });

  it.each([
    ['2,049 characters', ofLength(2049), 'must be at most 2048 characters'],
    ['percent-encoded', `${ofLength(2043)}ü`, 'must be at most 2048 characters when percent-encoded'],
    ['a label of 64', `https://${'a'.repeat(64)}.example.com/`, badHost],
    ['a host of 263', `https://${'a.'.repeat(130)}com/`, badHost],
  ])('is refused: %s', (_what, text, message) => {
    expect(() => parsePublicUrl(text)).toThrow(new UrlRefused(message));
  });
});

test('every text is accepted or refused, and what is accepted is accepted again as it was read', () => {
  const host = fc.oneof(
    fc.domain(),
    fc.ipV4Extended(),
    fc.ipV6().map((address) => `[${address}]`),
    fc.string({ unit: 'binary', maxLength: 30 }),
    fc.string({ unit: fc.constantFrom(...'abx019.-_%25[]:@/\\?#。１٣') }),
  );
  const text = fc.oneof(
    fc.string(),
    fc.webUrl({ validSchemes: ['https'], withQueryParameters: true, withFragments: true }),
    fc.tuple(host, fc.string()).map(([name, rest]) => `https://${name}/${rest}`),
  );
  let accepted = 0;
  fc.assert(
    fc.property(text, (candidate) => {
      let url: URL;
      try {
        url = parsePublicUrl(candidate);
      } catch (error) {
        expect(error).toBeInstanceOf(UrlRefused);
        return;
      }
      accepted++;
      expect(url).toMatchObject({ protocol: 'https:', port: '', username: '', password: '', hash: '' });
      expect(url.hostname).toMatch(/^[a-z0-9_.-]+\.[a-z][a-z0-9-]*$/);
      expect(parsePublicUrl(url.href).href).toBe(url.href);
    }),
    { numRuns: 20_000 },
  );
  expect(accepted).toBeGreaterThan(1_000);
});
