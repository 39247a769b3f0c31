/** Security headers of a page: no scripts, no external resources, forms only to this service, no framing. */
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

/** What a page includes besides this service's stylesheets. */
interface OwnSources {
  /** `sha256-…` of its only style element. */
  styleHash?: string;
  /** Whether it shows images, also from this service only. */
  images?: boolean;
}
