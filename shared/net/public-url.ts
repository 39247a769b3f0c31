/** A URL that no request may go to. The message completes a sentence about the field: `must start with …`. */
export class UrlRefused extends Error {
  override name = 'UrlRefused';
}

const URL_MAX_CHARACTERS = 2048;

/**
 * Top-level names that are never public (RFC 6761, RFC 6762, RFC 7686, RFC 9476, ICANN's collision reports,
 * what routers and clouds use inside). `test` is not among them: nothing answers for it on the Internet, so it
 * is refused for not resolving, except where a developer's machine answers.
 */
const privateEndings = new Set([
  'alt',
  'arpa',
  'corp',
  'example',
  'home',
  'internal',
  'intranet',
  'invalid',
  'lan',
  'local',
  'localdomain',
  'localhost',
  'mail',
  'onion',
  'private',
]);

/**
 * Reads the address of somebody else's server: https, port 443, a name of the public Internet, nothing that
 * two programs could read differently. Says nothing about what the name resolves to: `resolvePublic` does,
 * again for each request. Throws UrlRefused.
 */
export function parsePublicUrl(text: string): URL {
  if (text.length > URL_MAX_CHARACTERS)
    throw new UrlRefused(`must have at most ${URL_MAX_CHARACTERS} characters`);
  // URL() would drop these silently, so that the URL kept would not be the one that was sent.
  if (/[\u0000-\u001f\u007f-\u009f\s\\]/.test(text) || !text.isWellFormed())
    throw new UrlRefused('must not contain spaces, backslashes or control characters');
  const authority = /^https:\/\/([^/?#]+)/i.exec(text)?.[1];
  if (authority === undefined) throw new UrlRefused('must start with https:// and a host');
  if (authority.includes('@')) throw new UrlRefused('must not contain a user name or password');
  if (text.includes('#')) throw new UrlRefused('must not contain a fragment (#)');
  const url = URL.parse(text);
  if (!url) throw new UrlRefused('must be a valid URL such as https://hooks.example.com/plotline');
  if (url.port !== '') throw new UrlRefused('must use port 443');
  if (url.href.length > URL_MAX_CHARACTERS)
    throw new UrlRefused(`must have at most ${URL_MAX_CHARACTERS} characters when percent-encoded`);
  validateHost(url.hostname);
  return url;
}

/** The host as URL() normalised it: lower case, punycode, and any spelling of an IPv4 address as four numbers. */
function validateHost(host: string): void {
  if (host.startsWith('[') || /^[0-9.]+$/.test(host))
    throw new UrlRefused('must name its host, not give an IP address');
  if (host.endsWith('.')) throw new UrlRefused('must not end its host with a dot');
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)))
    throw new UrlRefused('must have a valid host name');
  const ending = labels.at(-1)!;
  if (labels.length > 1 && privateEndings.has(ending))
    throw new UrlRefused(
      `must name a host on the public Internet: names that end in .${ending} are reserved and never are`,
    );
  if (labels.length < 2 || !/^[a-z][a-z0-9-]*$/.test(ending))
    throw new UrlRefused('must name a host on the public Internet');
}
