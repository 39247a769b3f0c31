/**
 * Security headers of a page: only its own scripts and images, no external resources, forms only to this service, framing only by
 * the named origins.
 */
export const pageHeaders = (own: OwnSources = {}) => ({
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'self'${own.styleHash ? ` '${own.styleHash}'` : ''}`,
    ...(own.script
      ? ["script-src 'self'", `connect-src 'self'${own.uploadsTo ? ` ${own.uploadsTo}` : ''}`]
      : []),
    ...(own.manifest ? ["manifest-src 'self'"] : []),
    // Icons too.
    `img-src 'self'${own.imagesFrom ? ` ${own.imagesFrom}` : ''}`,
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${framed(own) ? own.framedBy.join(' ') : "'none'"}`,
  ].join('; '),
  // It knows no list of origins.
  ...(framed(own) ? {} : { 'x-frame-options': 'DENY' }),
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=31536000',
});

/** The sources that a page includes in addition to this service's stylesheets. */
interface OwnSources {
  /** `sha256-…` of its only style element. */
  styleHash?: string;
  /** Whether it runs a script of this service, which may call it. */
  script?: boolean;
  /** Whether it has a manifest of this service. */
  manifest?: boolean;
  /** The origin that the script uploads files to. */
  uploadsTo?: string | undefined;
  /** A URL below which it shows images, in addition to this service's own. */
  imagesFrom?: string | undefined;
  /** Origins that may show it in a frame. */
  framedBy?: readonly string[];
}

const framed = (own: OwnSources): own is OwnSources & { framedBy: readonly string[] } =>
  own.framedBy !== undefined && own.framedBy.length > 0;
