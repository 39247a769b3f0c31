/** The announcement that an operation will be removed (docs/guides/compatibility.md, "How something is removed"). */
export interface Deprecation {
  /** The day from which it is deprecated, such as `2027-01-31`; midnight UTC. */
  deprecatedAt: string;
  /** The day from which it may be gone, at least twelve months later; midnight UTC. */
  sunsetAt: string;
  /** The page that says what to use instead: a URL, or a path of the service. */
  link: string;
}

/** Returns the announcement; throws if the notice period is less than twelve months. */
export function validateDeprecation(deprecation: Deprecation): Deprecation {
  const [from, until] = [new Date(deprecation.deprecatedAt), new Date(deprecation.sunsetAt)];
  from.setUTCFullYear(from.getUTCFullYear() + 1);
  // Also without a valid date.
  if (!(from <= until)) throw new Error('A deprecated operation stays for at least twelve months.');
  return deprecation;
}

/** The headers of every response of a deprecated operation (RFC 9745, RFC 8594). */
export const deprecationHeaders = ({ deprecatedAt, sunsetAt, link }: Deprecation) => ({
  deprecation: `@${Date.parse(deprecatedAt) / 1000}`,
  sunset: new Date(sunsetAt).toUTCString(),
  link: `<${link}>; rel="deprecation"; type="text/html", <${link}>; rel="sunset"; type="text/html"`,
});
