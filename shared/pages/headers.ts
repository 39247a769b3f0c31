/**
 * The headers of a page: no script, nothing from elsewhere, forms to this service alone, and in nobody's frame.
 */
export const pageHeaders = (own: OwnSources = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'self'${own.styleHash ? ` '${own.styleHash}'` : ''}`,
    ...(own.images ? ["img-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
});

/** What a page has beside stylesheets of this service. */
interface OwnSources {
  /** `sha256-…` of the one style element that it has. */
  styleHash?: string;
  /** Whether it shows images, which this service has too. */
  images?: boolean;
}
