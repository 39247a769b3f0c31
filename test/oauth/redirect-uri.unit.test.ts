import { describe, expect, test } from 'vitest';
import {
  isRegistered,
  redirectHost,
  redirectUriProblem,
  withParameters,
} from '../../shared/pages/oauth/redirect-uri.ts';

const claude = 'https://claude.ai/api/mcp/auth_callback';

describe('a redirect URI can be registered:', () => {
  test.each([
    claude,
    'https://claude.com/api/mcp/auth_callback',
    'https://chatgpt.com/connector/oauth/AbC-123_x',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'http://localhost:8787/callback',
    'http://localhost/callback',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'http://127.0.0.1',
    'http://[::1]:4000/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'com.example.app:/callback',
    'com.example.app:/',
    'com.example.app://callback',
    'com.example.app://auth.example.com/callback?x=1',
    'com.googleusercontent.apps.1234-abc:/oauth2redirect',
    'https://vscode.dev/redirect',
    'https://insiders.vscode.dev/redirect',
    'https://client.example:8443/callback?tenant=a%20b',
    'https://client.example/r%C3%BCckruf?x=%2500',
  ])('%s', (uri) => expect(redirectUriProblem(uri)).toBeUndefined());
});

describe('a redirect URI is refused:', () => {
  test.each([
    'https://client.example/callback%00',
    'https://client.example/callback?x=%0d%0aSet-Cookie:y',
    'https://client.example/%7f',
    'http://127.0.0.1:8080/%1B',
    'https://client.example/%2',
    'https://client.example/%C0%80',
    'https://client.example/%C2%9B',
    'com.example.app:/%FF',
    'javascript:alert(1)',
    'data:text/html,x',
    'file:///etc/passwd',
    'vbscript:x',
    'blob:https://client.example/x',
    'cursor://anysphere.cursor-mcp/oauth/callback/',
    'cursor://anysphere.cursor-mcp/oauth/callback?x',
    'cursor://evil/oauth/callback',
    'CURSOR://anysphere.cursor-mcp/oauth/callback',
    'vscode://x/y',
    'myapp:/callback',
    'com.example.app:callback',
    'com.example.app:',
    'com.example.app:///callback',
    'com.example.app://user@host/callback',
    'com.example.app:/callback#fragment',
    'com.example.app:/callback%00',
    'com.example..app:/callback',
    'Com.Example.App:/callback',
    'java.script.:/x',
    'http://client.example/callback',
    'http://localhost.evil.example/callback',
    'http://127.0.0.1.evil.example/',
    'http://127.0.0.1@evil.example/',
    'http://localhost:80@evil.example/',
    'http://127.0.0.2/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://[::ffff:127.0.0.1]/',
    'https://user@client.example/callback',
    'https://user:password@client.example/callback',
    'https://client.example/callback#fragment',
    'https://client.example/callback#',
    'https://client.example\\@evil.example/',
    'https://client.example/\n',
    ' https://client.example/',
    'https://client.example /',
    'https://client.example/"',
    'https://client.example;script-src/',
    "https://client.example'/",
    'https://*.client.example/',
    'https://client_.example/',
    'https://cliént.example/',
    'https://client.example./',
    'https://client.example:99999/',
    'https://client.example:0/',
    'https:client.example',
    'https:///client.example',
    '//client.example/callback',
    '/callback',
    'https://',
    '',
    `https://client.example/${'a'.repeat(2_048)}`,
  ])('%j', (uri) => expect(redirectUriProblem(uri)).toMatch(/^must/));

  test.each([
    ['https://client.example/callback%00', '%00'],
    ['http://127.0.0.1:8080/a%20b%1Bc', '%1B'],
    ['com.example.app:/callback?x=%0d%0a', '%0d'],
    ['https://client.example/%2', '%2'],
    ['https://client.example/100%', '%'],
    ['https://client.example/%zz', '%zz'],
    ['https://client.example/a b', 'U+0020'],
    ['https://client.example/\u202ecallback', 'U+202E'],
    ['https://client.example/🚀', 'U+1F680'],
    ['https://client.example/"', 'U+0022'],
    ['https://client.example/callback#top', '#'],
  ])('%j, and what is wrong in it is named', (uri, part) =>
    expect(redirectUriProblem(uri)).toMatch(`must not have ${part} `),
  );

  test('one with more than a wrong character is told what addresses are like', () =>
    expect(redirectUriProblem('http://client.example/%00')).toMatch(/^must be https/));
});

describe('a requested redirect URI is accepted', () => {
  test('if it equals a registered one, character by character', () => {
    expect(isRegistered(claude, ['https://other.example/', claude])).toBe(true);
  });

  test.each([
    `${claude}/`,
    `${claude}?x=1`,
    `${claude}#x`,
    `${claude}%2f..`,
    `${claude}/../../evil`,
    claude.slice(0, -1),
    claude.replace('claude.ai', 'claude.ai.evil.example'),
    claude.replace('claude.ai', 'evil.example/claude.ai'),
    claude.replace('claude.ai', 'CLAUDE.AI'),
    claude.replace('claude.ai', 'claude.ai:443'),
    claude.replace('claude.ai', 'evil@claude.ai'),
    claude.replace('claude.ai', 'sub.claude.ai'),
    claude.replace('https:', 'http:'),
    '',
  ])('but not %j', (uri) => expect(isRegistered(uri, [claude])).toBe(false));

  test.each([
    ['http://127.0.0.1/', 'http://127.0.0.1:51234/'],
    ['http://127.0.0.1:33418/', 'http://127.0.0.1:1/'],
    ['http://localhost:8787/callback', 'http://localhost/callback'],
    ['http://[::1]/cb?a=1', 'http://[::1]:65535/cb?a=1'],
  ])('for %s also with another port on the loopback: %s', (registered, requested) => {
    expect(isRegistered(requested, [registered])).toBe(true);
  });

  test.each([
    ['http://127.0.0.1/', 'http://localhost/'],
    ['http://localhost/callback', 'http://localhost:8787/callback/'],
    ['http://localhost/callback', 'http://localhost:8787/other'],
    ['http://localhost/callback', 'http://localhost:8787/callback?x'],
    ['http://localhost/callback', 'http://localhost:8787/callback#x'],
    ['http://localhost/callback', 'http://localhost:8787@evil.example/callback'],
    ['http://localhost/callback', 'http://localhost:99999/callback'],
    ['http://localhost/callback', 'https://localhost:8787/callback'],
    ['https://client.example/callback', 'https://client.example:8443/callback'],
  ])('for %s but with no other difference: %s', (registered, requested) => {
    expect(isRegistered(requested, [registered])).toBe(false);
  });
});

test('people see the host', () => {
  expect(redirectHost(claude)).toBe('claude.ai');
  expect(redirectHost('http://[::1]:4000/callback')).toBe('[::1]:4000');
  expect(redirectHost('http://localhost:4000/callback')).toBe('localhost:4000');
  expect(redirectHost('cursor://anysphere.cursor-mcp/oauth/callback')).toBe('cursor:');
});

test('parameters are added to the query of the redirect URI', () => {
  const parameters = { code: 'a b', state: '&', none: undefined };
  expect(withParameters('https://a.example/cb', parameters)).toBe('https://a.example/cb?code=a+b&state=%26');
  expect(withParameters('https://a.example/cb?x=1', parameters)).toBe(
    'https://a.example/cb?x=1&code=a+b&state=%26',
  );
  expect(withParameters('https://a.example/cb?', { code: 'a' })).toBe('https://a.example/cb?code=a');
});
