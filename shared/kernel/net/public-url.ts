/**
 * A URL that must not be requested. The message completes a sentence about the field: `must start with …`.
 */
export class UrlRefused extends Error {
  override name = 'UrlRefused';
}

const URL_MAX_CHARACTERS = 2048;

/**
 * Top-level names that are never public (RFC 6761, RFC 6762, RFC 7686, RFC 9476, ICANN's collision reports,
 * and names used inside routers and clouds). `test` is not listed: it does not resolve on the Internet and is
 * refused for that reason, except where a developer's machine resolves it.
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
 * Parses the URL of another party's server: https, port 443, a public Internet name, nothing that two
 * programs could parse differently. Does not resolve the name; `resolvePublic` does, for each request. Throws
 * UrlRefused.
 */
export function parsePublicUrl(text: string): URL {
  if (text.length > URL_MAX_CHARACTERS)
    throw new UrlRefused(`must be at most ${URL_MAX_CHARACTERS} characters`);
  // URL() would silently drop these, so the stored URL would differ from the one sent.
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
    throw new UrlRefused(`must be at most ${URL_MAX_CHARACTERS} characters when percent-encoded`);
  validateHost(url.hostname);
  return url;
}

/**
 * The host as normalized by URL(): lower case, punycode, and any notation of an IPv4 address as four numbers.
 */
function validateHost(host: string): void {
  if (host.startsWith('[') || /^[0-9.]+$/.test(host))
    throw new UrlRefused('must contain a host name, not an IP address');
  if (host.endsWith('.')) throw new UrlRefused('must not have a trailing dot in its host name');
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label)))
    throw new UrlRefused('must contain a valid host name');
  const ending = labels.at(-1)!;
  if (labels.length > 1 && privateEndings.has(ending))
    throw new UrlRefused(`must name a host on the public Internet: names ending in .${ending} are reserved`);
  if (labels.length < 2 || !/^[a-z][a-z0-9-]*$/.test(ending))
    throw new UrlRefused('must name a host on the public Internet');
}
