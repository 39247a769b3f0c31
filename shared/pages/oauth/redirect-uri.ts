/** Maximum length of a redirect URI in characters. */
const URI_MAX_CHARACTERS = 2_048;

/** Redirect URIs of known clients with private-use schemes that are no domain names. */
const privateUseUris = new Set(['cursor://anysphere.cursor-mcp/oauth/callback']);

/**
 * The characters allowed in a redirect URI: ASCII without fragments, spaces, backslashes and double quotes, and no encoded
 * control characters. It is put into headers and links, where other characters have a meaning, and decoded by its target.
 */
const ENCODED = '%(?:[2-6][0-9A-Fa-f]|7[0-9A-Ea-e]|[89A-Fa-f][0-9A-Fa-f])';
const PATH = String.raw`(?:[/?](?:[A-Za-z0-9._~:/?[\]@!$&'()*+,;=-]|${ENCODED})*)?`;
const HOST = String.raw`[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)*`;
const PORT = String.raw`(?::[1-9][0-9]{0,4})?`;
/** What is in no redirect URI: other characters, and a percent sign that encodes none of them. */
const UNSAFE = new RegExp(`[^\\w.~:/?[\\]@!$&'()*+,;=%-]|%(?!${ENCODED.slice(1)})[0-9A-Za-z]{0,2}`, 'u');
const UNSAFE_EVERYWHERE = new RegExp(UNSAFE, 'gu');
const HTTPS = new RegExp(`^https://${HOST}${PORT}${PATH}$`);
/**
 * Private-use schemes of native apps, which are domain names in reverse, such as `com.example.app:/callback` (RFC 8252,
 * sections 7.1 and 8.4). Any program on the device can claim one; PKCE, which every client uses, protects the code.
 */
const PRIVATE_USE = new RegExp(
  String.raw`^[a-z][a-z0-9-]*(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+:(?://${HOST}${PATH}|(?!//)(?=/)${PATH})$`,
);
const LOOPBACK = new RegExp(String.raw`^(http://(?:localhost|127\.0\.0\.1|\[::1\]))(${PORT})(${PATH})$`);

/**
 * Validates a redirect URI; returns a problem that completes a sentence about it, or undefined if it is
 * valid.
 */
export function redirectUriProblem(uri: string): string | undefined {
  if (uri.length > URI_MAX_CHARACTERS) return `must be at most ${URI_MAX_CHARACTERS} characters`;
  if (isSafe(uri))
    return isPlainUtf8(uri) ? undefined : 'must percent-encode UTF-8, without control characters';
  const [part] = UNSAFE.exec(uri) ?? [];
  if (part !== undefined && isSafe(uri.replaceAll(UNSAFE_EVERYWHERE, '')))
    return `must not have ${nameOf(part)} in it (RFC 3986): encode other characters, and no control characters`;
  return 'must be https, http on localhost, 127.0.0.1 or [::1], or have a scheme that is a domain name in reverse, such as com.example.app:/callback (RFC 8252), without user name and fragment';
}

/** Whether all that is encoded is UTF-8, which leaves a character one form, and no control character. */
function isPlainUtf8(uri: string): boolean {
  try {
    return !/\p{Cc}/u.test(decodeURIComponent(uri));
  } catch {
    return false;
  }
}

const isSafe = (uri: string): boolean =>
  isPrivateUse(uri) || isLoopback(uri) || (HTTPS.test(uri) && URL.canParse(uri));

/** A character as errors can repeat it, which are ASCII without quotes: of others its code point. */
const nameOf = (part: string): string =>
  /^[#%]/.test(part) ? part : `U+${part.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`;

/**
 * The URI with scheme and host in lower case, since they are case-insensitive (RFC 3986, section 6.2.2.1).
 */
export const withPlainHost = (uri: string): string =>
  uri.replace(/^https?:\/\/[^/?#@\\]*/i, (start) => start.toLowerCase());

/** Whether a redirect URI leads to a program on the user's own device. */
export const isLoopback = (uri: string): boolean => LOOPBACK.test(uri) && URL.canParse(uri);

/** Whether a redirect stays on the user's device, where programs cannot be distinguished. */
export const staysOnDevice = (uri: string): boolean => !HTTPS.test(uri);

/**
 * Whether a requested redirect URI is registered: an exact match, except for the port of a loopback address
 * (RFC 8252, section 7.3).
 */
export function isRegistered(uri: string, registered: readonly string[]): boolean {
  if (registered.includes(uri)) return true;
  return isLoopback(uri) && registered.some((other) => withoutPort(other) === withoutPort(uri));
}

const withoutPort = (uri: string): string => uri.replace(LOOPBACK, '$1$3');

/** The redirect target as shown to people: the host, or the scheme of a private-use URI. */
export const redirectHost = (uri: string): string =>
  isPrivateUse(uri) ? uri.slice(0, uri.indexOf('/')) : new URL(uri).host;

const isPrivateUse = (uri: string): boolean => privateUseUris.has(uri) || PRIVATE_USE.test(uri);

/** The redirect URI with parameters added to its query (RFC 6749, section 4.1.2). */
export function withParameters(uri: string, parameters: Record<string, string | undefined>): string {
  const present = Object.entries(parameters).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  const separator = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?';
  return `${uri}${separator}${new URLSearchParams(present).toString()}`;
}
